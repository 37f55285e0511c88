import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { changeAddressSchema } from "~/features/accounts/account.schema";
import { sameAddress, wrongPassword } from "~/features/accounts/account-words";
import { cancelAddressChange, getAddress, requestAddressChange } from "~/features/accounts/address.server";
import { PasswordField } from "~/features/accounts/components/password-field";
import { tooManyAttempts } from "~/http/form.server";
import {
  keptFormOf,
  readSignedIn,
  redirectWithFlash,
  requireRecentFactor,
  requireSignIn,
} from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Field, Form, useForm } from "~/ui/form";
import { Link, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Change your email address");

export const handle: RouteHandle = { formFailure: notDone("Your email address wasn't changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  if (!actor.isConfirmed) throw redirect(paths.confirmation());
  return { ...(await getAddress(actor)), kept: await keptFormOf(args, actor) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, changeAddressSchema);
  if (!form.ok) return form.reply;
  if (form.value.intent === "cancel") {
    await cancelAddressChange(actor);
    return redirectWithFlash(paths.changeAddress(), { title: "Email address change canceled" });
  }
  await requireRecentFactor(args, actor);
  const done = await requestAddressChange(actor, form.value, await clientOf(args));
  if (done.ok) return redirectWithFlash(paths.changeAddress(), { title: "Check your email" });
  switch (done.refused) {
    case "unconfirmed":
      return redirect(paths.confirmation(), 303);
    case "wrong":
      return form.refuse({ password: [wrongPassword] });
    case "same":
      return form.refuse({ email: [sameAddress] });
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

export default function ChangeAddress() {
  const { email: current, pending, kept } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, errorsOf, propsOf } = useForm<"email" | "password">("address", result ?? kept);
  return (
    <SettingsPage current={paths.account()} title="Change your email address">
      {pending && (
        <Section title="One more step">
          <p>
            Open the link we sent to <strong>{pending}</strong> in a browser where you're signed in. It works
            once and expires in 24 hours. Until you open it, nothing changes.
          </p>
          <Form action={paths.changeAddress()}>
            <input type="hidden" name="intent" value="cancel" />
            <SubmitButton kind="secondary" pending="Canceling...">
              Cancel this change
            </SubmitButton>
          </Form>
        </Section>
      )}
      <Section title={pending ? "Use another address or get a new link" : undefined}>
        <p>
          Current address: <strong>{current}</strong>
        </p>
        <Form {...formProps} action={paths.changeAddress()} className="stack">
          <ErrorSummary title="Email address not changed" errors={errorsOf(["email", "password"])} />
          <input type="hidden" name="intent" value="change" />
          <Field
            label="New email address"
            type="email"
            autoComplete="email"
            hint="We'll send a confirmation link there. Once you confirm, you're signed out everywhere else."
            required
            limit={254}
            {...propsOf("email")}
          />
          <PasswordField label="Current password" {...propsOf("password")} />
          <SubmitButton pending="Sending...">Send the link</SubmitButton>
        </Form>
        <p className="hint">
          We'll also send your current address a link that undoes the change for 72 hours.
        </p>
      </Section>
      <p>
        <Link to={paths.account()}>Back to your account</Link>
      </p>
    </SettingsPage>
  );
}
