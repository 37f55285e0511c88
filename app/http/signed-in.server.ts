import { redirectDocument } from "@remix-run/node";
import type { ClientSession } from "~/features/accounts/sessions.server";
import type { ToastMessage } from "~/ui/toast";
import { forgetDraft } from "./draft.server";
import { redirectWithFlash } from "./flash.server";
import { closedPendingSignIn } from "./pending-sign-in.server";
import type { RouteArgs } from "./request-context.server";
import { openSession } from "./session.server";

/** Where a sign-in leads. */
interface Landing {
  to: string;
  toast: Omit<ToastMessage, "tone"> | null;
  isDraftOver: boolean;
}

/**
 * Gives the browser its session, in place of an earlier one, and loads a document: nothing that script kept for someone
 * else stays, and an admin's page knows the admin's routes.
 */
export async function redirectSignedIn(
  args: RouteArgs,
  clientSession: ClientSession,
  { to, toast, isDraftOver }: Landing,
) {
  const cookies = [...(await openSession(args, clientSession)), await closedPendingSignIn()];
  if (isDraftOver) cookies.push(await forgetDraft());
  if (!toast) {
    const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
    return redirectDocument(to, { status: 303, headers });
  }
  const answer = await redirectWithFlash(to, toast, cookies);
  answer.headers.set("X-Remix-Reload-Document", "true");
  return answer;
}
