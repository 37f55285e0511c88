import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { isDraftLoss, lostDraft, saveBrief } from "~/features/projects/attaching.server";
import { onlySteps } from "~/features/projects/brief";
import { briefFormSchema } from "~/features/projects/project.schema";
import { readForm } from "~/http/form.server";
import { allowAnyone, refuseScript } from "~/http/route.server";
import { paths } from "~/paths";

export function loader() {
  return redirect(paths.projectBrief());
}

/**
 * Called by the brief's script, which keeps refused changes for the next request. Returns the draft, or a `LostDraft`
 * with 409.
 */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return refuseScript(401, "You're signed out.");
  const form = await readForm(args, briefFormSchema);
  if (!form.ok) return refuseScript(400, "That isn't a brief.");
  const { key, isStored, steps, ...typed } = form.value;
  const saved = await saveBrief(actor, key, onlySteps(typed, steps), { isStored });
  if (saved.ok) return Response.json(saved.kept);
  return isDraftLoss(saved.refused)
    ? Response.json(await lostDraft(actor, saved.refused), { status: 409 })
    : refuseScript(403, "Only creators have drafts.");
}
