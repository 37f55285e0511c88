import { useEffect, useState } from "react";

/** In a rejected form. */
export interface FieldState {
  id: string;
  name: string;
  initialValue?: unknown;
  errors?: string[];
}

interface FormState {
  id: string;
  errors?: string[];
  /** Including fields that the page does not show. */
  allErrors?: FormResult["error"];
}

/** Values to keep, and errors by field ('' for the form itself). */
export interface FormResult {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
}

export function fieldOf(formId: string, result: FormResult | undefined, name: string): FieldState {
  return {
    id: `${formId}-${name}`,
    name,
    initialValue: result?.initialValue?.[name],
    errors: unique(result?.error?.[name]) ?? undefined,
  };
}

/** Two rules may produce the same message. */
const unique = (messages: string[] | null | undefined) => messages && [...new Set(messages)];

/**
 * The rejected submission's values and errors, or `values`. Once hydrated, the server's validation replaces the
 * browser's, because it reports all errors at once.
 */
export function useForm<Name extends string>(id: string, result: FormResult | undefined, values?: object) {
  const [noValidate, setNoValidate] = useState(false);
  useEffect(() => setNoValidate(true), []);
  const state = { error: result?.error, initialValue: result?.initialValue ?? { ...values } };
  return {
    form: { id, errors: result?.error?.[""] ?? undefined, allErrors: result?.error },
    formProps: { id, noValidate },
    field: (name: Name) => fieldOf(id, state, name),
  };
}

/** As the kit's components take them. */
export function fieldProps({ id, name, initialValue, errors }: FieldState) {
  return {
    id,
    name,
    defaultValue: typeof initialValue === "string" ? initialValue : undefined,
    error: errors,
  };
}

/** The form's own errors, and those of hidden fields, link to the first field. */
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
