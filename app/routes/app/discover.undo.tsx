import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { deckQuery, isFiltered } from "~/features/discovery/deck-filter";
import { readDeckFilter, undoSchema } from "~/features/discovery/deck-filter.schema";
import { type UndoOutcome, undoSwipe } from "~/features/discovery/swiping.server";
import { limitActs, readAsMember, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

export const handle: RouteHandle = { pageFailure: "We couldn't undo your swipe" };

export function loader() {
  return redirect(paths.discover());
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsMember(args, undoSchema);
  const filter = readDeckFilter(new URLSearchParams(form.ok ? form.value.filter : ""));
  const deck = paths.discover(deckQuery(filter));
  // A page from an earlier release doesn't name the swipe.
  if (!form.ok)
    return redirectWithFlash(deck, { title: "That swipe wasn't undone", text: "Please try again." });
  await limitActs(args, actor, "swipe");
  return redirectWithFlash(deck, toastOf(await undoSwipe(actor, form.value.undo), isFiltered(filter)));
}

/** Sending the form again leads to the same toast, because browsers show the response to the last request. */
function toastOf(done: UndoOutcome, isFilter: boolean) {
  if (done.ok || done.refused === "undone")
    return {
      title: "Swipe undone",
      text: isFilter
        ? "They're back in your deck if they fit your filters."
        : "They're back on top of your deck.",
    };
  switch (done.refused) {
    case "matched":
      return { title: "That swipe made a match", text: "You can't undo a match." };
    case "not-last":
      return { title: "You've swiped since then", text: "You can only undo your last swipe." };
    case "too-old":
      return { title: "It's too late to undo that swipe", text: "You can undo a swipe for one day." };
  }
}
