import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { askForPasskey } from "~/features/second-factor/passkeys.server";
import { challengeSchema } from "~/features/second-factor/second-factor.schema";
import { findSecondStep } from "~/features/second-factor/second-step.server";
import { pendingSignInOf } from "~/http/cookies.server";
import { readForm, tooManyAttempts } from "~/http/form.server";
import { allowAnyone, refuseScript } from "~/http/route.server";
import { clientOf } from "~/http/session.server";
import { paths } from "~/paths";

export function loader() {
  return redirect(paths.passkeySignIn());
}

/** Called by script: returns the challenge for a passkey to sign. */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  const form = await readForm(args, challengeSchema);
  if (!form.ok) return refuseScript(400, "Please use the button on the page.");
  const { purpose } = form.value;
  const userId = await personAsked(purpose);
  if (purpose !== "sign-in" && !userId) return refuseScript(401, "Please sign in again.");
  const sessionId = purpose === "confirm" ? (actor?.sessionId ?? null) : null;
  const asked = await askForPasskey(purpose, { userId, sessionId }, await clientOf(args));
  if (asked.ok) return Response.json({ options: asked.options });
  return asked.refused === "none"
    ? refuseScript(409, "Your account doesn't have a passkey.")
    : refuseScript(429, tooManyAttempts(asked.waitSeconds));

  async function personAsked(of: typeof purpose): Promise<string | null> {
    if (of === "confirm") return actor?.userId ?? null;
    if (of === "sign-in") return null;
    return (await findSecondStep(await pendingSignInOf(args.request)))?.id ?? null;
  }
}
