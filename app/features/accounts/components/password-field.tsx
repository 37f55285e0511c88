import type { ComponentProps } from "react";
import { Field } from "~/ui/form";
import { passwordLength } from "../account-words";

type Props = Omit<ComponentProps<typeof Field>, "label" | "type" | "autoComplete"> & {
  label?: string;
  /** For choosing a password: the hint then begins with the required length. */
  isNew?: boolean;
};

export function PasswordField({ label = "Password", isNew = false, hint, ...field }: Props) {
  const rule = `At least ${passwordLength.min} characters.`;
  return (
    <Field
      label={label}
      type="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      hint={isNew ? (hint ? `${rule} ${hint}` : rule) : hint}
      required
      minLength={isNew ? passwordLength.min : undefined}
      maxLength={passwordLength.max}
      {...field}
    />
  );
}

/** Tells password managers whose password the form changes. People don't see it, and without a name it isn't sent. */
export function UsernameField({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
