import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeAddressSchema } from "~/features/accounts/account.schema";
import { cancelAddressChange, getAddress, requestAddressChange } from "~/features/accounts/address.server";
import { retryText } from "~/http/form.server";
import {
  keptFormOf,
  readSignedIn,
  redirectWithFlash,
  requireRecentFactor,
  requireSignIn,
} from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Field, Form, fieldProps, summaryOf, useForm } from "~/ui/form";
import { Card, Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Change your email address");

export const handle: RouteFailure = {
  failure: { form: ["Failed to change your address. Please try again."] },
};

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
    return redirectWithFlash(paths.changeAddress(), { title: "Your address stays as it is" });
  }
  await requireRecentFactor(args, actor);
  const done = await requestAddressChange(actor, form.value, await clientOf(args));
  if (done.ok) return redirectWithFlash(paths.changeAddress(), { title: "Check your email" });
  switch (done.refused) {
    case "unconfirmed":
      return redirect(paths.confirmation(), 303);
    case "wrong":
      return form.refuse({ password: ["This is not your current password."] });
    case "same":
      return form.refuse({ email: ["This is your address already."] });
    case "too-many":
      return form.refuse(
        { "": [`Too many attempts. Please try again ${retryText(done.waitSeconds)}.`] },
        429,
      );
  }
}

export default function ChangeAddress() {
  const { email: current, pending, kept } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { form, formProps, field } = useForm<"email" | "password">("address", result ?? kept);
  const [email, password] = [field("email"), field("password")];
  return (
    <SettingsPage current={paths.account()} title="Change your email address">
      {pending && (
        <Card title="One step is left">
          <p>
            Open the link that we mailed to <strong>{pending}</strong>. It works once, within 24 hours, in a
            browser where you are signed in. Until then, nothing changes.
          </p>
          <Form action={paths.changeAddress()}>
            <input type="hidden" name="intent" value="cancel" />
            <SubmitButton kind="secondary" pending="Canceling...">
              Cancel this change
            </SubmitButton>
          </Form>
        </Card>
      )}
      <Card title={pending ? "Another address, or a new link" : undefined}>
        <p>
          Now: <strong>{current}</strong>
        </p>
        <Form {...formProps} action={paths.changeAddress()} className="stack">
          <ErrorSummary title="Address not changed" errors={summaryOf(form, [email, password])} />
          <input type="hidden" name="intent" value="change" />
          <Field
            label="New email address"
            type="email"
            autoComplete="email"
            hint="We mail a link there that confirms it. Then you are signed out everywhere else."
            required
            limit={254}
            {...fieldProps(email)}
          />
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={200}
            {...fieldProps(password)}
          />
          <div>
            <SubmitButton pending="Sending...">Send the link</SubmitButton>
          </div>
        </Form>
        <p className="hint">Your present address gets a link, too. For 72 hours it undoes the change.</p>
      </Card>
      <p>
        <Link to={paths.account()}>Back to your account</Link>
      </p>
    </SettingsPage>
  );
}
