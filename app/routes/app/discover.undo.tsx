import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { deckQuery, isFiltered } from "~/features/discovery/deck-filter";
import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { undoSchema } from "~/features/discovery/discovery.schema";
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
  const actor = await requireMember(args, undoSchema);
  const form = await readForm(args, undoSchema);
  const filter = readDeckFilter(new URLSearchParams(form.ok ? form.value.filter : ""));
  const deck = paths.discover(deckQuery(filter));
  const done = await undoLastSwipe(actor);
  if (done.ok) {
    const text = isFiltered(filter) ? "They are back, if they fit your filters." : "Here they are again.";
    return redirectWithFlash(deck, { title: "Swipe undone", text });
  }
  return redirectWithFlash(deck, {
    title: done.refused === "matched" ? "That swipe made a match" : "There is no swipe to undo",
    text: done.refused === "matched" ? "A match cannot be undone." : undefined,
  });
}

/** A page route, so that refusals render as pages. */
export default function UndoSwipe() {
  return null;
}
