import { Field, type FieldState, fieldProps } from "~/ui/form";

/**
 * A field for the app's six-digit code. With `takesRecovery`, it also takes a recovery code, so phones show a keyboard
 * that has letters. Never filled in again after a wrong code.
 */
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
