import type { IconName } from "~/ui/icon";
import { useRootData, useUnread } from "./root-data";

/** The count on a navigation entry: unread conversations, Likes or new matches. */
export function WaitingMark({ icon }: { icon: IconName }) {
  const waiting = useRootData()?.waiting;
  if (icon === "message") return <UnreadBadge of="unread" />;
  if (icon === "discover") return <Mark count={waiting?.likes} words="like you" />;
  return icon === "matches" ? <Mark count={waiting?.matches} words="new" /> : null;
}

function Mark({ count = 0, words }: { count?: number; words: string }) {
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className="unread-mark">
        {count > 9 ? "9+" : count}
        <span className="visually-hidden"> {words}</span>
      </span>
    </>
  );
}

/** `of` selects either conversations or notifications. */
export function UnreadBadge({ of }: { of: "unread" | "notifications" }) {
  const count = useUnread()[of];
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className="unread-mark">
        {count > 99 ? "99+" : count}
        <span className="visually-hidden"> unread</span>
      </span>
    </>
  );
}
