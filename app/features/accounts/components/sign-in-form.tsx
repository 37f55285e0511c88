import { paths } from "~/paths";
import { ErrorSummary, Field, Form, type FormResult, fieldOf, fieldProps, summaryOf } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import { PasswordField } from "./password-field";

/** Posts to /login from any page. A sign-in that began in the builder continues there. */
export function SignInForm({
  result,
  redirectTo,
  fromOnboarding,
}: {
  result?: FormResult;
  redirectTo?: string;
  fromOnboarding?: boolean;
}) {
  const [email, password] = [fieldOf("sign-in", result, "email"), fieldOf("sign-in", result, "password")];
  return (
    <Form
      action={paths.login({ redirectTo, ...(fromOnboarding && { fromOnboarding: "1", tab: "sign-in" }) })}
      className="stack"
    >
      <ErrorSummary title="Sign in failed" errors={summaryOf(result, [email, password])} />
      <Field label="Email" type="email" autoComplete="email" required limit={254} {...fieldProps(email)} />
      <PasswordField {...fieldProps(password)} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      <SubmitButton pending="Signing in...">Sign In</SubmitButton>
      <p className="sign-links">
        <Link to={paths.recover()}>Forgot your password?</Link>{" "}
        <Link to={paths.passkeySignIn({ redirectTo })}>Use a passkey</Link>
      </p>
    </Form>
  );
}
