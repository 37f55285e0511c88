import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { signOut } from "~/features/accounts/sessions.server";
import { discardDraft } from "~/features/profiles/drafting.server";
import { draftCookie, draftIdOf, forgetCookie } from "~/http/cookies.server";
import { readForm } from "~/http/form.server";
import { allowAnyone, redirectWithFlash } from "~/http/route.server";
import { closedSession } from "~/http/session.server";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

export function loader() {
  return redirect(paths.home());
}

/** Also works without a session, for example if it expired or someone pressed sign-out twice. */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  const form = await readForm(args, z.object({ from: z.literal("profile").optional() }), { isAnyones: true });
  if (actor && !(await signOut(actor)).ok) {
    return form.ok && form.value.from
      ? redirectWithFlash(paths.ownProfile(), {
          title: "Sign out failed",
          text: "There was a problem signing out. Please try again.",
          tone: "destructive",
        })
      : redirectWithFlash(paths.dashboard(), {
          title: "Error",
          text: "Failed to sign out. Please try again.",
          tone: "destructive",
        });
  }
  await discardDraft(actor, await draftIdOf(args.request));
  return redirectWithFlash(
    paths.home(),
    { title: "Signed out", text: "You have been successfully signed out." },
    [await closedSession(), await forgetCookie(draftCookie)],
  );
}
