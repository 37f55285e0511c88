import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { confirmAddressSchema } from "~/features/accounts/account.schema";
import { addressTaken, sameAddress, wrongPassword } from "~/features/accounts/account-words";
import { getEmail } from "~/features/accounts/address.server";
import { PasswordField } from "~/features/accounts/components/password-field";
import { correctAddress, resendConfirmation } from "~/features/accounts/signing-up.server";
import { tooManyAttempts } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireRecentFactor, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Field, Form, useForm } from "~/ui/form";
import { Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Confirm your email address");

export const handle: RouteHandle = { formFailure: notDone("The link wasn't sent.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  if (actor.isConfirmed) throw redirect(paths.account());
  return { email: await getEmail(actor) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, confirmAddressSchema);
  if (!form.ok) return form.reply;
  if (form.value.intent === "correct") await requireRecentFactor(args, actor);
  const done =
    form.value.intent === "resend"
      ? await resendConfirmation(actor)
      : await correctAddress(actor, form.value, await clientOf(args));
  if (done.ok) return redirectWithFlash(paths.confirmation(), { title: "Check your email" });
  switch (done.refused) {
    case "confirmed":
      return redirectWithFlash(paths.account(), { title: "Your email address is confirmed" });
    case "wrong":
      return form.refuse({ password: [wrongPassword] });
    case "same":
      return form.refuse({ email: [sameAddress] });
    case "taken":
      return form.refuse({ email: [addressTaken] }, 409);
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

export default function ConfirmAddress() {
  const { email: current } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, errorsOf, propsOf } = useForm<"email" | "password">("confirm", result);
  return (
    <SettingsPage current={paths.account()} title="Confirm your email address">
      <ErrorSummary title="Link not sent" errors={errorsOf(["email", "password"])} />
      <Section>
        <p>
          We emailed a link to <strong>{current}</strong>. Open it in a browser where you're signed in.
        </p>
        <p>
          Until you do, you can build your profile, swipe, match and reply. To post, apply or message people
          you haven't matched with, confirm first. Until then, we email you only about this account and any
          payments.
        </p>
        <Form action={paths.confirmation()}>
          <input type="hidden" name="intent" value="resend" />
          <SubmitButton kind="secondary" pending="Sending...">
            Resend the link
          </SubmitButton>
        </Form>
      </Section>
      <Section title="Wrong address?">
        <Form {...formProps} action={paths.confirmation()} className="stack">
          <input type="hidden" name="intent" value="correct" />
          <Field
            label="Your email address"
            type="email"
            autoComplete="email"
            hint="You'll sign in with it from now on."
            required
            limit={254}
            {...propsOf("email")}
          />
          <PasswordField {...propsOf("password")} />
          <SubmitButton pending="Saving...">Save and send a link</SubmitButton>
        </Form>
      </Section>
    </SettingsPage>
  );
}
