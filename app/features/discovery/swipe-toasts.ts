import { userTypeLabels } from "~/features/profiles/user-type";
import type { ToastMessage } from "~/ui/toast";
import type { Choice } from "./components/use-drag";

/** For a mutual Like while the creator's plan has no room. */
export const heldToast: ToastMessage = {
  title: "This creator likes you back",
  text: "Their plan doesn't have room for another match right now. We'll let you know when it does. Until then, you'll find them in Matches.",
};

/** Says what's stored, which may be an earlier swipe from another page. */
export function swipeToast(
  { asked, stored }: { asked: Choice; stored: Choice | null },
  role: "creator" | "contributor",
): ToastMessage | null {
  if (stored === null) return { title: "You undid that swipe" };
  if (stored === "pass") {
    return asked === "pass"
      ? null
      : {
          title: "You already passed on this person",
          text: "They may come back after 30 days.",
        };
  }
  if (asked === "pass") return { title: "You already liked this person" };
  return {
    title: `${userTypeLabels[role]} Liked!`,
    text: "You can find your matches in the Matches section.",
  };
}
