import type { RefusedSwipe } from "~/features/discovery/components/kept-swipes";
import { paths } from "~/paths";
import { readLocal, writeLocal } from "~/ui/local-storage";
import { noteButton, showNote } from "./connection-note";

/** Of swipes without a connection: why each was refused, by its key. */
export const refusedName = (personId: string) => `unsent:${personId}:refused`;

const reasons: Record<RefusedSwipe, [one: string, many: string]> = {
  "swipe-limit": ["beyond the day's limit, still in your deck", "beyond the day's limit, still in your deck"],
  "not-found": ["for someone who is no longer available", "for people who are no longer available"],
  "not-approved": ["as your profile is not approved", "as your profile is not approved"],
  hidden: ["as your profile is hidden", "as your profile is hidden"],
  decided: ["for someone you had decided about", "for people you had decided about"],
};

/** Shows how many were refused and why, on every page until it is dismissed. False if none was. */
export function tellRefused(personId: string): boolean {
  const all = Object.values((readLocal(refusedName(personId)) ?? {}) as Record<string, RefusedSwipe>);
  const told = (Object.keys(reasons) as RefusedSwipe[]).flatMap((reason) => {
    const count = all.filter((one) => one === reason).length;
    return count > 0 ? `${count} ${reasons[reason][count > 1 ? 1 : 0]}` : [];
  });
  if (told.length === 0) return false;
  const forget = () => writeLocal(refusedName(personId), undefined);
  const dismiss = noteButton("icon-link", "×", forget);
  dismiss.ariaLabel = "Dismiss";
  const note = showNote(`Swipes not taken: ${told.join("; ")}.`, dismiss);
  if (all.includes("swipe-limit")) {
    const link = Object.assign(document.createElement("a"), {
      href: paths.pricing(),
      textContent: "See Pricing Options",
    });
    link.style.color = "inherit";
    link.addEventListener("click", forget);
    note?.firstElementChild?.append(" ", link);
  }
  return true;
}
