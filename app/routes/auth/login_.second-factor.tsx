import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountGone } from "~/features/accounts/account-words";
import { BesideFilm, OneFrame } from "~/features/catalog/components/stills";
import { settleDraft } from "~/features/profiles/drafting.server";
import { landingAfter } from "~/features/profiles/settled-draft";
import { leftWords, wrongCode, wrongPasskey } from "~/features/second-factor/code";
import { CodeField } from "~/features/second-factor/components/code-field";
import { PasskeyButton } from "~/features/second-factor/components/passkeys";
import { hasPasskeys } from "~/features/second-factor/passkeys.server";
import { proofSchema } from "~/features/second-factor/second-factor.schema";
import { findSecondStep, finishSignIn } from "~/features/second-factor/second-step.server";
import { draftIdOf, forgetCookie, pendingSignInCookie, pendingSignInOf } from "~/http/cookies.server";
import { readForm, tooManyAttempts } from "~/http/form.server";
import { allowAnyone, answerSuspended, redirectSignedIn, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("One more step");

export const handle: RouteHandle = { formFailure: "Please try again." };

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const redirectTo = wayOn(args.request);
  const account = await findSecondStep(await pendingSignInOf(args.request));
  // The password's page set a cookie, so a browser that sends none blocks cookies.
  if (!account && !args.request.headers.has("Cookie"))
    throw redirect(paths.login({ redirectTo, signedIn: "1" }));
  if (!account) throw await startOver(args, redirectTo);
  const hasLostPhone = new URL(args.request.url).searchParams.get("lost") === "1";
  return { redirectTo, hasLostPhone, hasPasskeys: await hasPasskeys(account.id) };
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const redirectTo = wayOn(args.request);
  const form = await readForm(args, proofSchema, { isAnyones: true });
  const pending = await pendingSignInOf(args.request);
  if (!form.ok) return (await findSecondStep(pending)) ? form.reply : startOver(args, redirectTo);
  const done = await finishSignIn(pending, form.value, await clientOf(args));
  if (done.ok) {
    const draftId = await draftIdOf(args.request);
    const settled = await settleDraft(done.userId, draftId, args.context.clientAddress);
    const landing = landingAfter(settled, redirectTo ?? paths.dashboard());
    const used = done.codesLeft === null ? null : usedToast(done.codesLeft);
    return redirectSignedIn(args, done, { ...landing, toast: used ?? landing.toast });
  }
  switch (done.refused) {
    case "over":
      return startOver(args, redirectTo);
    case "account-gone":
      return redirectWithFlash(paths.login(), accountGone, [await forgetCookie(pendingSignInCookie)]);
    case "leaving":
      return redirect(paths.comeBack(done.token), {
        status: 303,
        headers: { "Set-Cookie": await forgetCookie(pendingSignInCookie) },
      });
    case "suspended":
      return answerSuspended(form, done);
    case "wrong":
      // A passkey has no form field for the error to appear next to.
      return form.refuse({ [form.value.by === "code" ? "code" : ""]: [wrongProof[form.value.by]] });
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

const wrongProof = {
  code: wrongCode,
  passkey: wrongPasskey,
};

const usedToast = (left: number) => ({ title: "You used a recovery code", text: leftWords(left) });

/** In another tab, the person may have signed in already. */
async function startOver(args: LoaderFunctionArgs, redirectTo?: string) {
  if (await allowAnyone(args)) return redirect(redirectTo ?? paths.dashboard(), 303);
  return redirectWithFlash(
    paths.login({ redirectTo }),
    { title: "Please sign in again", text: "You have ten minutes to enter the code after your password." },
    [await forgetCookie(pendingSignInCookie)],
  );
}

export default function SecondStep() {
  const { redirectTo, hasLostPhone, hasPasskeys: offersPasskey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, field, errorsOf } = useForm<"code">("second-step", result);
  const code = field("code");
  const lost = hasLostPhone ? ("1" as const) : undefined;
  return (
    <BesideFilm film={<OneFrame name="night-street" />}>
      <h1>One more step</h1>
      <Form {...formProps} action={paths.secondStep({ redirectTo, lost })} className="stack">
        <ErrorSummary title="Sign in failed" errors={errorsOf(["code"])} />
        <input type="hidden" name="by" value="code" />
        {hasLostPhone ? (
          <CodeField
            field={code}
            label="Recovery code"
            hint="One of the ten you saved. Each works once."
            takesRecovery
          />
        ) : (
          <CodeField field={code} hint="The six digits your authenticator app shows." />
        )}
        <SubmitButton pending="Signing in...">Sign In</SubmitButton>
      </Form>
      {offersPasskey && (
        <PasskeyButton
          purpose="second-step"
          action={paths.secondStep({ redirectTo })}
          fields={{ by: "passkey" }}
          kind="secondary"
        />
      )}
      <p className="sign-links">
        {hasLostPhone ? (
          <Link to={paths.secondStep({ redirectTo })}>Use a code from your authenticator app</Link>
        ) : (
          <Link to={paths.secondStep({ redirectTo, lost: "1" })}>Lost your phone?</Link>
        )}{" "}
        <Link to={paths.login({ redirectTo })}>Sign in as someone else</Link>
      </p>
    </BesideFilm>
  );
}
