import { useLocation } from "@remix-run/react";
import { Fragment } from "react";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { isCurrent, memberNavigation } from "./member-navigation";
import { UnreadBadge } from "./unread-mark";

/** The members' places within a thumb's reach: fixed at the bottom, under 768 px only. */
export function TabBar() {
  const { pathname } = useLocation();
  return (
    <nav className="tab-bar" aria-label="Quick links">
      {memberNavigation.map((place) => (
        <Fragment key={place.to}>
          <Link to={place.to} aria-current={isCurrent(place, pathname) ? "page" : undefined}>
            <Icon name={place.icon} />
            <span>
              {place.label}
              {place.icon === "message" && <UnreadBadge />}
            </span>
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
