import { Fragment, type ReactNode } from "react";
import { Link } from "./parts";
import { onPlainClick } from "./plain-click";

/**
 * Links that each have their own URL: sections of a page or, with `asChips`, filters of a list, in a single line that
 * scrolls. `label` is for screen readers. With script, `onSelect` shows a tab without a navigation.
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
