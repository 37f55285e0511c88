import type { ReactNode } from "react";
import { Icon, type IconName } from "~/ui/icon";
import { Link } from "~/ui/parts";

export interface WaitingItem {
  icon: IconName;
  to: string;
  /** An item with a count of zero isn't shown. */
  count: number;
  /** Follows the count, which reads "9+" above nine. */
  one: string;
  many: string;
}

/** What needs a member's attention, most urgent first, one link per line. */
export function WaitingList({ items, children }: { items: WaitingItem[]; children: ReactNode }) {
  const waiting = items.filter(({ count }) => count > 0);
  if (waiting.length === 0) return <p className="muted">{children}</p>;
  return (
    <ul className="waiting">
      {waiting.map(({ icon, to, count, one, many }) => (
        <li key={one}>
          <Link to={to}>
            <Icon name={icon} />{" "}
            <span>
              <strong>{count > 9 ? "9+" : count}</strong> {count === 1 ? one : many}
            </span>{" "}
            <Icon name="arrow-right" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
