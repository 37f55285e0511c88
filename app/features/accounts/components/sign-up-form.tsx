import { useEffect, useState } from "react";
import { paths } from "~/paths";
import { ErrorSummary, Field, Form, type FormResult, Select, useForm } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import { commonZones } from "../common-zones";
import { PasswordField } from "./password-field";

/** Posts to /login. A sign-up that began in the builder continues there, even after a refused form. */
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
  const { formProps, field, errorsOf, propsOf } = useForm<"fullName" | "email" | "password" | "timeZone">(
    "sign-up",
    result,
    {
      fullName: knownName,
    },
  );
  const zone = field("timeZone");
  return (
    <Form
      action={paths.login({ redirectTo, tab: "create", fromOnboarding: fromOnboarding ? "1" : undefined })}
      {...formProps}
      className="stack"
    >
      <ErrorSummary title="Sign up failed" errors={errorsOf(["fullName", "email", "password"])} />
      <Field label="Full name" autoComplete="name" required limit={100} {...propsOf("fullName")} />
      <Field label="Email" type="email" autoComplete="email" required limit={254} {...propsOf("email")} />
      <PasswordField isNew {...propsOf("password")} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      <TimeZoneChoice
        id={zone.id}
        chosen={typeof zone.initialValue === "string" ? zone.initialValue : undefined}
      />
      <p className="hint">
        By creating an account, you confirm that you're at least 18. Our{" "}
        <a href={paths.termsOfService()}>Terms of Service</a> and{" "}
        <a href={paths.privacyPolicy()}>Privacy Policy</a> apply.
      </p>
      <SubmitButton pending="Creating account...">Create Account</SubmitButton>
    </Form>
  );
}

/** With script, a hidden field with the browser's time zone. Without script, a select that may be left empty. */
function TimeZoneChoice({ id, chosen }: { id: string; chosen?: string }) {
  const [timeZone, setTimeZone] = useState<string | null>(null);
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  if (timeZone) return <input type="hidden" name="timeZone" value={timeZone} />;
  return (
    <noscript>
      {/* React ignores the content of a <noscript> in the browser, so only the server renders it. */}
      {import.meta.env.SSR && (
        <Select
          label="Time zone"
          id={id}
          name="timeZone"
          showOptional
          emptyLabel="UTC, until you choose"
          defaultValue={chosen}
          options={commonZones}
        />
      )}
    </noscript>
  );
}
