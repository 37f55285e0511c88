import { useEffect, useState } from "react";

/** A field as a refused form left it. */
export interface FieldState {
  id: string;
  name: string;
  initialValue?: unknown;
  errors?: string[];
}

interface FormState {
  id: string;
  errors?: string[];
  /** By field, also of fields that the page does not show. */
  allErrors?: FormResult["error"];
}

/** The answer to a refused form: the values to keep, and the errors by field ('' is the form's own). */
export interface FormResult {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
}

/** A field of a refused form. */
export function fieldOf(formId: string, result: FormResult | undefined, name: string): FieldState {
  return {
    id: `${formId}-${name}`,
    name,
    initialValue: result?.initialValue?.[name],
    errors: unique(result?.error?.[name]) ?? undefined,
  };
}

/** Two rules of a field may say the same. */
const unique = (messages: string[] | null | undefined) => messages && [...new Set(messages)];

/**
 * A form with the values and errors of the refused answer, or else with `values`. Once there is script the server's
 * answer replaces the browser's own checks, because it names all errors at once.
 */
export function useForm<Name extends string>(id: string, result: FormResult | undefined, values?: object) {
  const [noValidate, setNoValidate] = useState(false);
  useEffect(() => setNoValidate(true), []);
  const kept = { error: result?.error, initialValue: result?.initialValue ?? { ...values } };
  return {
    form: { id, errors: result?.error?.[""] ?? undefined, allErrors: result?.error },
    formProps: { id, noValidate },
    field: (name: Name) => fieldOf(id, kept, name),
  };
}

/** What a control of the kit takes from a field: where it is, what it held, what is wrong. */
export function fieldProps({ id, name, initialValue, errors }: FieldState) {
  return {
    id,
    name,
    defaultValue: typeof initialValue === "string" ? initialValue : undefined,
    error: errors,
  };
}

/** Every error of a form with the field it leads to; the form's own, and those of fields not shown, lead to the first. */
export function summaryOf(form: FormState, fields: readonly FieldState[]): { id: string; message: string }[] {
  const first = fields[0]?.id ?? form.id;
  const hidden = Object.entries(form.allErrors ?? {}).filter(
    ([name]) => name !== "" && !fields.some((field) => field.name === name),
  );
  return [
    ...[...(form.errors ?? []), ...hidden.flatMap(([, errors]) => errors ?? [])].map((message) => ({
      id: first,
      message,
    })),
    ...fields.flatMap(({ id, errors }) => (errors ?? []).map((message) => ({ id, message }))),
  ];
}
