import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { saveBrief } from "~/features/projects/attaching.server";
import { onlySteps } from "~/features/projects/brief";
import { briefFormSchema } from "~/features/projects/project.schema";
import { readForm } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";

export function loader() {
  return redirect(paths.projectBrief());
}

/** Called by the brief's script, which keeps refused changes for the next request. Returns the draft. */
export async function action(args: ActionFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return refuse(401, "You're signed out.");
  const form = await readForm(args, briefFormSchema);
  if (!form.ok) return refuse(400, "That isn't a brief.");
  const { key, steps, ...typed } = form.value;
  const saved = await saveBrief(actor, key, onlySteps(typed, steps));
  return saved.ok ? Response.json(saved.kept) : refuse(409, "That draft doesn't exist.");
}

const refuse = (status: number, refused: string) => Response.json({ refused }, { status });
