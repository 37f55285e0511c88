import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { paths } from "~/paths";
import { SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { fieldProps } from "~/ui/form-fields";

/**
 * Signs in at /login from wherever it stands, and goes on to `redirectTo`. It reads Conform's result without Conform:
 * pages that only have it for guests should not weigh more for members.
 */
export function SignInForm({
  result,
  redirectTo,
}: {
  result?: SubmissionResult<string[]>;
  redirectTo?: string;
}) {
  const email = fieldOf(result, "email");
  const password = fieldOf(result, "password");
  const errors = [
    ...(result?.error?.[""] ?? []).map((message) => ({ id: email.id, message })),
    ...[email, password].flatMap(({ id, error }) => (error ?? []).map((message) => ({ id, message }))),
  ];
  return (
    <Form action={paths.login()} className="stack">
      <ErrorSummary errors={errors} />
      <Field label="Email" type="email" autoComplete="email" required maxLength={254} {...email} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        {...password}
      />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      <SubmitButton pending="Signing in...">Sign In</SubmitButton>
      <p>
        <Link to={paths.recover()}>Forgot your password?</Link>
      </p>
    </Form>
  );
}

function fieldOf(result: SubmissionResult<string[]> | undefined, name: string) {
  return fieldProps({
    id: `sign-in-${name}`,
    name,
    initialValue: result?.initialValue?.[name],
    errors: result?.error?.[name] ?? undefined,
  });
}
