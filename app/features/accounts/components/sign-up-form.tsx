import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useEffect, useState } from "react";
import { paths } from "~/paths";
import { SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { fieldProps, summaryOf } from "~/ui/form-fields";

/** Makes an account at /login, and goes on to `redirectTo`. */
export function SignUpForm({
  result,
  redirectTo,
}: {
  result?: SubmissionResult<string[]>;
  redirectTo?: string;
}) {
  const [form, fields] = useForm<{ fullName: string; email: string; password: string }>({
    id: "sign-up",
    lastResult: result,
    defaultNoValidate: false,
  });
  const timeZone = useTimeZone();
  return (
    <Form action={paths.login({ tab: "create" })} {...getFormProps(form)} className="stack">
      <ErrorSummary
        title="Sign up failed"
        errors={summaryOf(form, {
          fullName: fields.fullName,
          email: fields.email,
          password: fields.password,
        })}
      />
      <Field
        label="Full name"
        autoComplete="name"
        required
        maxLength={100}
        {...fieldProps(fields.fullName)}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        {...fieldProps(fields.email)}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        required
        minLength={6}
        maxLength={200}
        {...fieldProps(fields.password)}
      />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {timeZone && <input type="hidden" name="timeZone" value={timeZone} />}
      <p className="hint">By creating an account you confirm that you are at least 18 years old.</p>
      <SubmitButton pending="Creating account...">Create Account</SubmitButton>
    </Form>
  );
}

/** Known only with script; without it a day of swipes is a day in UTC. */
function useTimeZone(): string | null {
  const [timeZone, setTimeZone] = useState<string | null>(null);
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return timeZone;
}
