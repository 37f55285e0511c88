/** Tells password managers whose password the form changes. People don't see it, and without a name it isn't sent. */
export function UsernameField({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
