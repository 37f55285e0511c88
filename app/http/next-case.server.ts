import type { QueuePlace } from "~/platform/paging.server";
import type { ToastMessage } from "~/ui/toast";
import { redirectWithFlash } from "./route.server";

type Said = Omit<ToastMessage, "tone"> & { tone?: ToastMessage["tone"] };

/**
 * After a decision, redirects to the next case that's waiting, or to the list if there's none.
 * @param pages the pages of the next case and of the list
 */
export function redirectToNext(
  place: QueuePlace,
  pages: { caseAt: (id: string) => string; list: string },
  said: Said,
) {
  const { following } = place;
  if (following) return redirectWithFlash(`${pages.caseAt(following)}#case`, said);
  const rest = pages.list.includes("?")
    ? "Nothing else in this list is waiting."
    : "Nothing else is waiting.";
  const text = [said.text, rest].filter(Boolean).join(" ");
  return redirectWithFlash(`${pages.list}#main`, { ...said, text });
}
