import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { wrongPassword } from "~/features/accounts/account-words";
import { PasswordField } from "~/features/accounts/components/password-field";
import { sealCodes } from "~/features/second-factor/codes.server";
import { CodeField } from "~/features/second-factor/components/code-field";
import { ConfirmAddressFirst, confirmFirst } from "~/features/second-factor/components/confirm-address-first";
import {
  cancelSetup,
  findSetup,
  finishSetup,
  type SetupView,
  startSetup,
} from "~/features/second-factor/managing.server";
import { setUpSchema } from "~/features/second-factor/second-factor.schema";
import { recoveryCodesCookie } from "~/http/cookies.server";
import { tooManyAttempts } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Form, type FormResult, useForm } from "~/ui/form";
import { Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Set up two-step verification");

export const handle: RouteHandle = { formFailure: notDone("Nothing changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const redirectTo = wayOn(args.request);
  if (actor.hasSecondFactor) throw redirect(redirectTo || paths.secondFactor());
  const { isConfirmed, needsSecondFactor: isForAdmins } = actor;
  return { setup: await findSetup(actor), redirectTo, isForAdmins, isConfirmed };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, setUpSchema);
  if (!form.ok) return form.reply;
  const redirectTo = wayOn(args.request);
  const here = paths.setUpFactor({ redirectTo });
  if (form.value.intent === "cancel") {
    await cancelSetup(actor);
    return redirectWithFlash(here, { title: "Setup canceled" });
  }
  const done =
    form.value.intent === "start"
      ? await startSetup(actor, form.value.password)
      : await finishSetup(actor, form.value.code);
  if (done.ok && done.codes)
    return redirectWithFlash(
      paths.recoveryCodes({ redirectTo }),
      { title: "Two-step verification is on", text: "Every other device was signed out." },
      [await recoveryCodesCookie.serialize(sealCodes(actor, done.codes))],
    );
  if (done.ok) return redirect(here, { status: 303 });
  switch (done.refused) {
    case "wrong":
      return form.refuse(
        form.value.intent === "start"
          ? { password: [wrongPassword] }
          : { code: ["That's not the code your app shows now. Check that your phone's clock is right."] },
      );
    case "address":
      return form.refuse(confirmFirst, 403);
    case "on":
      // After a double click, this response is the one that's shown, and the first one may have set the codes' cookie.
      return redirectWithFlash(paths.recoveryCodes({ redirectTo }), {
        title: "Two-step verification is already on",
      });
    case "over":
      return redirectWithFlash(here, {
        title: "Please start again",
        text: "Setup ends after 15 minutes, or when you cancel it or start it somewhere else.",
      });
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

export default function SetUpSecondFactor() {
  const { setup, redirectTo, isForAdmins, isConfirmed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const here = paths.setUpFactor({ redirectTo });
  return (
    <SettingsPage
      current={paths.secondFactor()}
      title={
        <>
          Set up <span className="whitespace-nowrap">two-step</span> verification
        </>
      }
    >
      {isForAdmins && (
        <p className="notice">
          Admins need two-step verification. Turn it on to get back into the admin area.
        </p>
      )}
      {setup ? (
        <FirstCode setup={setup} here={here} result={result} />
      ) : !isConfirmed ? (
        <Section>
          <ConfirmAddressFirst />
        </Section>
      ) : (
        <AskPassword here={here} result={result} />
      )}
    </SettingsPage>
  );
}

function AskPassword({ here, result }: { here: string; result?: FormResult }) {
  const { formProps, errorsOf, propsOf } = useForm<"password">("set-up", result);
  return (
    <Section>
      <p>
        You need an app that generates codes, like your phone's password manager or any authenticator app. It
        works offline.
      </p>
      <Form {...formProps} action={here} className="stack">
        <ErrorSummary errors={errorsOf(["password"])} />
        <input type="hidden" name="intent" value="start" />
        <PasswordField hint="So no one else can set it up here." {...propsOf("password")} />
        <SubmitButton pending="Checking...">Continue</SubmitButton>
      </Form>
    </Section>
  );
}

function FirstCode({ setup, here, result }: { setup: SetupView; here: string; result?: FormResult }) {
  const { formProps, field, errorsOf } = useForm<"code">("set-up", result);
  return (
    <>
      <Section title="1. Add Matchcut to your app">
        <p>Scan this with the app:</p>
        <QrCode qr={setup.qr} />
        <p>
          Or, on the phone itself, <a href={setup.uri}>open it in your app</a>.
        </p>
        <p>
          Or type this key: <strong>{setup.secret}</strong>
        </p>
      </Section>
      <Section title="2. Enter the code it shows">
        <Form {...formProps} action={here} className="stack">
          <ErrorSummary title="Two-step verification isn't on yet" errors={errorsOf(["code"])} />
          <input type="hidden" name="intent" value="finish" />
          <CodeField field={field("code")} hint="Six digits. This signs out every other device." />
          <SubmitButton pending="Checking...">Turn on two-step verification</SubmitButton>
        </Form>
        <Form action={here}>
          <input type="hidden" name="intent" value="cancel" />
          <SubmitButton kind="quiet" pending="Canceling...">
            Cancel
          </SubmitButton>
        </Form>
      </Section>
    </>
  );
}

/** Black on white even in dark mode, because many apps can't read inverted codes. */
function QrCode({ qr: { size, path } }: { qr: { size: number; path: string } }) {
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      width={220}
      height={220}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} stroke="#000" />
    </svg>
  );
}
