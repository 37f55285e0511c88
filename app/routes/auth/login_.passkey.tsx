import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountGone } from "~/features/accounts/account-words";
import { BesideFilm, OneFrame } from "~/features/catalog/components/stills";
import { settleDraft } from "~/features/profiles/drafting.server";
import { landingAfter } from "~/features/profiles/settled-draft";
import { wrongPasskey } from "~/features/second-factor/code";
import { PasskeyButton } from "~/features/second-factor/components/passkeys";
import { passkeySignInSchema } from "~/features/second-factor/second-factor.schema";
import { signInWithPasskey } from "~/features/second-factor/second-step.server";
import { draftIdOf } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { allowAnyone, answerSuspended, redirectSignedIn, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { wayOn } from "~/http/safe-redirect";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { ErrorSummary } from "~/ui/form";
import { Link } from "~/ui/parts";

export const meta = pageTitle("Sign in with a passkey");

export const handle: RouteHandle = { formFailure: "Please try again." };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const redirectTo = wayOn(args.request);
  if (actor) throw redirect(redirectTo ?? paths.dashboard());
  return { redirectTo };
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const form = await readForm(args, passkeySignInSchema, { isAnyones: true });
  if (!form.ok) return form.reply;
  const done = await signInWithPasskey(form.value.credential, await clientOf(args));
  if (done.ok) {
    const draftId = await draftIdOf(args.request);
    const settled = await settleDraft(done.userId, draftId, args.context.clientAddress);
    return redirectSignedIn(args, done, landingAfter(settled, wayOn(args.request) ?? paths.dashboard()));
  }
  switch (done.refused) {
    case "account-gone":
      return redirectWithFlash(paths.login(), accountGone);
    case "leaving":
      return redirect(paths.comeBack(done.token), 303);
    case "suspended":
      return answerSuspended(form, done);
    default:
      return form.refuse(wrongPasskey);
  }
}

export default function PasskeySignIn() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const errors = Object.values(useActionData<typeof action>()?.result.error ?? {}).flatMap(
    (messages) => messages ?? [],
  );
  return (
    <BesideFilm film={<OneFrame name="night-street" />}>
      <h1>Sign in with a passkey</h1>
      <ErrorSummary
        title="Sign in failed"
        errors={errors.map((message) => ({ id: "password-instead", message }))}
      />
      <p>Your browser will ask for your fingerprint, face or PIN. You won't need your password.</p>
      <PasskeyButton
        purpose="sign-in"
        action={paths.passkeySignIn({ redirectTo })}
        withoutScript={<p className="notice">Passkeys need JavaScript. If it's off, use your password.</p>}
      />
      <p className="sign-links">
        <Link id="password-instead" to={paths.login({ redirectTo })}>
          Use your password instead
        </Link>
      </p>
    </BesideFilm>
  );
}
