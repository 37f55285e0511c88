import { useUnread } from "./root-data";

export function UnreadBadge() {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <>
      {" "}
      <span className="unread-mark">
        {unread > 99 ? "99+" : unread}
        <span className="visually-hidden"> unread</span>
      </span>
    </>
  );
}
