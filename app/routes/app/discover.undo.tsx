import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { undoLastSwipe } from "~/features/discovery/undoing.server";
import { redirectWithFlash } from "~/http/flash.server";
import { requireMember } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import type { RouteFailure } from "~/http/route-failure";
import { paths } from "~/paths";

export const handle: RouteFailure = {
  failure: { page: "Failed to undo your swipe" },
};

export function loader() {
  return redirect(paths.discover());
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args);
  await readForm(args, z.object({}));
  const done = await undoLastSwipe(actor);
  if (done.ok)
    return redirectWithFlash(paths.discover(), { title: "Swipe undone", text: "Here they are again." });
  return redirectWithFlash(paths.discover(), {
    title: done.refused === "matched" ? "That swipe made a match" : "There is no swipe to undo",
    text: done.refused === "matched" ? "A match cannot be undone." : undefined,
  });
}

/** A page route, so that refusals render as pages. */
export default function UndoSwipe() {
  return null;
}
