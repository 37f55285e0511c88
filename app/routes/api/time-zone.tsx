import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { timeZoneSchema } from "~/features/accounts/account.schema";
import { noteTimeZone } from "~/features/accounts/settings.server";
import { readForm } from "~/http/form.server";
import { allowAnyone, refuseScript } from "~/http/route.server";
import { paths } from "~/paths";

export function loader() {
  return redirect(paths.timeZone());
}

/** Called by script, which sends the browser's time zone if we don't know the member's yet. */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return refuseScript(401, "Please sign in.");
  const form = await readForm(args, timeZoneSchema);
  if (!form.ok) return refuseScript(400, "That isn't a time zone.");
  await noteTimeZone(actor, form.value.timeZone);
  return new Response(null, { status: 204 });
}
