import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { changePasswordSchema } from "~/features/accounts/account.schema";
import { signedOutElsewhere, wrongPassword } from "~/features/accounts/account-words";
import { getEmail } from "~/features/accounts/address.server";
import { PasswordField, UsernameField } from "~/features/accounts/components/password-field";
import { StayingPasskeys } from "~/features/accounts/components/staying-passkeys";
import { changePassword } from "~/features/accounts/password.server";
import { listPasskeys } from "~/features/second-factor/passkeys.server";
import { tooManyAttempts } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireRecentFactor, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf, openSession } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { Link, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Change your password");

export const handle: RouteHandle = { formFailure: notDone("Your password wasn't changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  // Asks for the second factor before the person types the passwords, because we never keep a form that contains a
  // password.
  await requireRecentFactor(args, actor);
  const [passkeys, email] = await Promise.all([listPasskeys(actor), getEmail(actor)]);
  return { passkeys: passkeys.map(({ name }) => name), email };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, changePasswordSchema);
  if (!form.ok) return form.reply;
  await requireRecentFactor(args, actor);
  const done = await changePassword(actor, form.value, await clientOf(args));
  if (done.ok) {
    return redirectWithFlash(
      paths.password(),
      { title: "Password changed", text: signedOutElsewhere },
      await openSession(args, done),
    );
  }
  switch (done.refused) {
    case "wrong":
      return form.refuse({ oldPassword: [wrongPassword] });
    case "same":
      return form.refuse({ password: ["That's your current password. Please choose another."] });
    case "weak-password":
      return form.refuse({ password: [done.reason] });
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

export default function ChangePassword() {
  const { passkeys, email } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, errorsOf, propsOf } = useForm<"oldPassword" | "password">("change-password", result);
  return (
    <SettingsPage current={paths.password()} title="Change your password">
      <Section>
        <Form {...formProps} action={paths.password()} className="stack">
          <ErrorSummary title="Password not changed" errors={errorsOf(["oldPassword", "password"])} />
          <UsernameField email={email} />
          <PasswordField label="Current password" {...propsOf("oldPassword")} />
          <PasswordField
            label="New password"
            isNew
            hint="You'll be signed out everywhere else."
            {...propsOf("password")}
          />
          <StayingPasskeys names={passkeys} />
          <SubmitButton pending="Saving...">Change password</SubmitButton>
        </Form>
        <p>
          <Link to={paths.recover()}>Forgot your password?</Link>
        </p>
      </Section>
    </SettingsPage>
  );
}
