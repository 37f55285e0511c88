import { paths } from "~/paths";
import { ErrorSummary, Field, Form, type FormResult, fieldProps, summaryOf, useForm } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import { TimeZoneChoice } from "./time-zone-choice";

/** Posts to /login. Keeps the mark of a sign-up from the builder when refused. */
export function SignUpForm({
  result,
  redirectTo,
  fromOnboarding,
  knownName,
}: {
  result?: FormResult;
  redirectTo?: string;
  fromOnboarding?: boolean;
  knownName?: string;
}) {
  const { form, formProps, field } = useForm<"fullName" | "email" | "password" | "timeZone">(
    "sign-up",
    result,
    {
      fullName: knownName,
    },
  );
  const [fullName, email, password] = [field("fullName"), field("email"), field("password")];
  const zone = field("timeZone");
  return (
    <Form
      action={paths.login({ redirectTo, tab: "create", fromOnboarding: fromOnboarding ? "1" : undefined })}
      {...formProps}
      className="stack"
    >
      <ErrorSummary title="Sign up failed" errors={summaryOf(form, [fullName, email, password])} />
      <Field label="Full name" autoComplete="name" required maxLength={100} {...fieldProps(fullName)} />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        {...fieldProps(email)}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        required
        minLength={6}
        maxLength={200}
        {...fieldProps(password)}
      />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      <TimeZoneChoice
        id={zone.id}
        chosen={typeof zone.initialValue === "string" ? zone.initialValue : undefined}
      />
      <p className="hint">
        By creating an account you confirm that you are at least 18 years old. Our{" "}
        <a href={paths.termsOfService()}>Terms of Service</a> and{" "}
        <a href={paths.privacyPolicy()}>Privacy Policy</a> apply.
      </p>
      <SubmitButton pending="Creating account...">Create Account</SubmitButton>
    </Form>
  );
}
