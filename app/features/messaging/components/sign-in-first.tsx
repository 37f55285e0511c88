import { type ReactNode, useEffect } from "react";
import { SignInForm } from "~/features/accounts/components/sign-in-form";
import { BesideFilm, StillSheet } from "~/features/catalog/components/stills";
import { paths } from "~/paths";
import { Link } from "~/ui/parts";

/** Signing in returns to `redirectTo`. */
function SignIn({ redirectTo, children }: { redirectTo: string; children: ReactNode }) {
  return (
    <BesideFilm film={<StillSheet />}>
      {children}
      <h1>Messages</h1>
      <p>Sign in to read and send messages.</p>
      <SignInForm redirectTo={redirectTo} />
      <p>
        New here? <Link to={paths.login({ tab: "create", redirectTo })}>Create an account</Link>
      </p>
    </BesideFilm>
  );
}

/** Shown when the session ends while a page is open. */
function Reload() {
  useEffect(() => location.reload(), []);
  return null;
}

/** For signed-out visitors. Their pages have no script, so this form stays out of members' script. */
export const SignInFirst = import.meta.env.SSR ? SignIn : Reload;
