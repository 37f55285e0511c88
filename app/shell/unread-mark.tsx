import { useUnread } from "./root-data";

/** `of`: conversations, or notifications. */
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
