import { Fragment, type ReactNode } from "react";
import { Link } from "./parts";
import { onPlainClick } from "./plain-click";

/**
 * Links to the sections of a page or, with `asChips`, to the filters of a list, in one line that scrolls. Each has its
 * own URL. `label` names the group for screen readers. With script, an item's `onSelect` shows its section without a
 * navigation.
 */
export function Tabs({
  label,
  items,
  asChips,
}: {
  label: string;
  asChips?: boolean;
  items: readonly { to: string; label: ReactNode; current: boolean; onSelect?: () => void }[];
}) {
  return (
    <nav aria-label={label} className={asChips ? "taps" : "tabs"}>
      {items.map((item) => (
        <Fragment key={item.to}>
          <Link
            to={item.to}
            preventScrollReset
            aria-current={item.current ? (item.onSelect ? "true" : "page") : undefined}
            onClick={item.onSelect && onPlainClick(item.onSelect)}
          >
            {item.label}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
