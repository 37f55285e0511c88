import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { wrongPassword } from "~/features/accounts/account-words";
import { PasswordField } from "~/features/accounts/components/password-field";
import { ConfirmAddressFirst, confirmFirst } from "~/features/second-factor/components/confirm-address-first";
import { PasskeyMaker, passkeysNeedScript } from "~/features/second-factor/components/passkeys";
import { addPasskey, findPasskeyToAdd, startPasskey } from "~/features/second-factor/passkeys.server";
import { addPasskeySchema } from "~/features/second-factor/second-factor.schema";
import { tooManyAttempts } from "~/http/form.server";
import {
  keptFormOf,
  readSignedIn,
  redirectWithFlash,
  requireRecentFactor,
  requireSignIn,
} from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Field, Form, useForm } from "~/ui/form";
import { useHasScript } from "~/ui/has-script";
import { Link, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Add a passkey");

export const handle: RouteHandle = { formFailure: notDone("The passkey wasn't added.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const [toAdd, kept] = await Promise.all([findPasskeyToAdd(actor), keptFormOf(args, actor)]);
  return { toAdd, kept, isConfirmed: actor.isConfirmed };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, addPasskeySchema);
  if (!form.ok) return form.reply;
  const { value } = form;
  if (value.intent === "start") await requireRecentFactor(args, actor);
  const done =
    value.intent === "start" ? await startPasskey(actor, value) : await addPasskey(actor, value.credential);
  if (done.ok && value.intent === "start") return redirect(paths.addPasskey(), { status: 303 });
  if (done.ok) return redirectWithFlash(paths.secondFactor(), { title: "Passkey added" });
  switch (done.refused) {
    case "wrong":
      return form.refuse({ password: [wrongPassword] });
    case "no-recent-proof":
      return redirect(paths.confirmIdentity({ redirectTo: paths.addPasskey() }), { status: 303 });
    case "address":
      return form.refuse(confirmFirst, 403);
    case "full":
      return form.refuse("You've reached the limit of 10 passkeys. Remove one to add another.", 409);
    case "known":
      return form.refuse("This passkey was already added.", 409);
    case "over":
      return form.refuse("That took more than five minutes. Please start again.", 409);
    case "failed":
      return form.refuse("We couldn't use the passkey your browser created. Please try again.");
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

export default function AddPasskey() {
  const { toAdd, kept, isConfirmed } = useLoaderData<typeof loader>();
  const { formProps, errorsOf, propsOf } = useForm<"name" | "password">(
    "passkey",
    useActionData<typeof action>()?.result ?? kept,
  );
  const hasScript = useHasScript();
  const isAsked = !toAdd && isConfirmed;
  return (
    <SettingsPage current={paths.secondFactor()} title="Add a passkey">
      <Section>
        <ErrorSummary title="Passkey not added" errors={errorsOf(isAsked ? ["name", "password"] : [])} />
        {toAdd ? (
          <>
            <p>
              Your browser will now create the passkey <strong>{toAdd.name}</strong>.
            </p>
            <PasskeyMaker options={toAdd.options} />
          </>
        ) : !isConfirmed ? (
          <ConfirmAddressFirst />
        ) : (
          <Form {...formProps} action={paths.addPasskey()} className="stack">
            <input type="hidden" name="intent" value="start" />
            {!hasScript && <p className="hint">{passkeysNeedScript}</p>}
            <Field
              label="Name"
              hint="So you can tell your passkeys apart, like “Phone” or “Work laptop.”"
              required
              limit={60}
              {...propsOf("name")}
            />
            <PasswordField {...propsOf("password")} />
            <SubmitButton pending="Checking...">Continue</SubmitButton>
          </Form>
        )}
        <p>
          <Link to={paths.secondFactor()}>Back</Link>
        </p>
      </Section>
    </SettingsPage>
  );
}
