import { Field, type FieldState, fieldProps } from "~/ui/form";

/** Of the app; `takesRecovery` also lets a keyboard with letters open. A wrong code is not shown again. */
export function CodeField({
  field,
  label = "Code",
  hint,
  takesRecovery,
}: {
  field: FieldState;
  label?: string;
  hint?: string;
  takesRecovery?: boolean;
}) {
  return (
    <Field
      label={label}
      hint={hint}
      inputMode={takesRecovery ? "text" : "numeric"}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={64}
      {...fieldProps(field)}
    />
  );
}
