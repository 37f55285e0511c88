import { Fragment, type ReactNode } from "react";
import { Link } from "./link";

/** Links, each with its own URL. `label` is for screen readers. */
export function Tabs({
  label,
  items,
}: {
  label: string;
  items: readonly { to: string; label: ReactNode; current: boolean }[];
}) {
  return (
    <nav aria-label={label} className="tabs">
      {items.map((item) => (
        <Fragment key={item.to}>
          <Link to={item.to} preventScrollReset aria-current={item.current ? "page" : undefined}>
            {item.label}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
