import { Field, type FieldState, fieldProps } from "~/ui/form";

/**
 * For the app's code. With `takesRecovery`, phones show a keyboard that has letters, too. A wrong code isn't shown
 * again.
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
