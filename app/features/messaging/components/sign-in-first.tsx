import { SignInForm } from "~/features/accounts/components/sign-in-form";
import { paths } from "~/paths";
import { Card, Link } from "~/ui/parts";

/** For signed-out visitors; signing in returns to `redirectTo`. */
export function SignInFirst({ redirectTo }: { redirectTo: string }) {
  return (
    <div className="narrow stack">
      <h1>Messages</h1>
      <p>Sign in to read and send messages.</p>
      <Card>
        <SignInForm redirectTo={redirectTo} />
      </Card>
      <p>
        New here? <Link to={paths.login({ tab: "create", redirectTo })}>Create an account</Link>
      </p>
    </div>
  );
}
