import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { pushSchema } from "~/features/notifications/notifications.schema";
import { pushKey, subscribeToPush, unsubscribeFromPush } from "~/features/notifications/pushing.server";
import { readForm } from "~/http/form.server";
import { allowAnyone, refuseScript } from "~/http/route.server";
import { paths } from "~/paths";

export function loader() {
  return redirect(paths.notificationSettings());
}

/** Called by script, which push messages require anyway. */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return refuseScript(401, "Please sign in.");
  const form = await readForm(args, pushSchema);
  if (!form.ok) return refuseScript(400, unlisted);
  if (form.value.intent === "subscribe") {
    if (!pushKey()) return refuseScript(404, "Push notifications aren't available here.");
    const done = await subscribeToPush(actor, form.value);
    if (!done.ok)
      return done.refused === "unlisted" ? refuseScript(400, unlisted) : refuseScript(401, "Please sign in.");
  } else await unsubscribeFromPush(actor);
  return new Response(null, { status: 204 });
}

const unlisted = "That isn't a browser's push address.";
