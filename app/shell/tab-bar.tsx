import { useLocation } from "@remix-run/react";
import { Fragment } from "react";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { isCurrent, memberNavigation } from "./member-navigation";
import { WaitingMark } from "./waiting-mark";

/** Within a thumb's reach; below 768 px only. */
export function TabBar() {
  const { pathname } = useLocation();
  return (
    <nav className="tab-bar" aria-label="Quick links">
      {memberNavigation.map((item) => (
        <Fragment key={item.to}>
          <Link to={item.to} aria-current={isCurrent(item, pathname) ? "page" : undefined}>
            <Icon name={item.icon} />
            <span>
              {item.label}
              <WaitingMark icon={item.icon} />
            </span>
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
