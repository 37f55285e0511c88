import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { UnreadBadge } from "./unread-mark";

/** In the header on every screen, with the number of unread ones. */
export function NotificationsLink() {
  const { pathname } = useLocation();
  return (
    <>
      <Link
        to={paths.notifications()}
        className="bell"
        aria-current={pathname === paths.notifications() ? "page" : undefined}
      >
        <Icon name="bell" />
        <span className="visually-hidden">Notifications</span>
        <UnreadBadge of="notifications" />
      </Link>{" "}
    </>
  );
}
