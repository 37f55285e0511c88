import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signalPresence } from "~/features/messaging/following.server";
import { messageWords } from "~/features/messaging/message";
import { presenceSchema } from "~/features/messaging/message.schema";
import { readForm } from "~/http/form.server";
import { allowAnyone, idParam, refuseScript } from "~/http/route.server";
import { parseId } from "~/ids";
import { paths } from "~/paths";

export function loader(args: LoaderFunctionArgs) {
  return redirect(paths.conversation(idParam(args, "conversationId")));
}

/** Called by a thread's script when the person types or comes online. */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return refuseScript(401, "You're signed out.");
  const form = await readForm(args, presenceSchema);
  if (!form.ok) return refuseScript(400, "That isn't a presence signal.");
  const sent = await signalPresence(actor, parseId(args.params.conversationId) ?? "", form.value.presence);
  return sent.ok ? new Response(null, { status: 204 }) : refuseScript(404, messageWords.gone);
}
