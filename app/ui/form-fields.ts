/** What the kit reads of Conform's field and form metadata. */
interface FieldState {
  id: string;
  name: string;
  initialValue?: unknown;
  errors?: string[];
}

interface FormState {
  id: string;
  errors?: string[];
}

interface Result {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
}

/** A field of a refused form, read from Conform's result alone: its script is 8 kB, too much for some pages. */
export function fieldOf(formId: string, result: Result | undefined, name: string): FieldState {
  return {
    id: `${formId}-${name}`,
    name,
    initialValue: result?.initialValue?.[name],
    errors: result?.error?.[name] ?? undefined,
  };
}

/** What a control of the kit takes from Conform's field: where it is, what it held, what is wrong. */
export function fieldProps({ id, name, initialValue, errors }: FieldState) {
  return {
    id,
    name,
    defaultValue: typeof initialValue === "string" ? initialValue : undefined,
    error: errors,
  };
}

/** Every error of a form with the field it leads to; the form's own lead to the first field. */
export function summaryOf(
  form: FormState,
  fields: Record<string, FieldState>,
): { id: string; message: string }[] {
  const all = Object.values(fields);
  const first = all[0]?.id ?? form.id;
  return [
    ...(form.errors ?? []).map((message) => ({ id: first, message })),
    ...all.flatMap(({ id, errors }) => (errors ?? []).map((message) => ({ id, message }))),
  ];
}
