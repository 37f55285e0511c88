import type { ReactNode } from "react";
import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { Form } from "~/ui/form";
import { Time } from "~/ui/time";
import type { NotificationView } from "../listing.server";

/** Notifications from one day that link to the same page, newest first. */
interface Group {
  first: NotificationView;
  others: NotificationView[];
}

interface NotificationItemsProps {
  notifications: readonly NotificationView[];
  /** Up to two faces of the people they're about. */
  facesOf: (people: readonly string[]) => ReactNode;
  /** A frame of the newest person's work, if there's any. */
  frameOf: (personId: string) => ReactNode;
}

/** Grouped by day, then by subject. */
export function NotificationItems({ notifications, ...parts }: NotificationItemsProps) {
  const { formatDay } = useDates();
  const days = new Map<string, Group[]>();
  for (const item of notifications) {
    const day = formatDay(item.createdAt);
    const title = day === "Today" || day === "Yesterday" ? day : "Earlier";
    const groups = days.get(title) ?? [];
    days.set(title, groups);
    const same = groups.find(
      ({ first }) => item.href && first.href === item.href && formatDay(first.createdAt) === day,
    );
    if (same) same.others.push(item);
    else groups.push({ first: item, others: [] });
  }
  return [...days].map(([title, groups]) => (
    <section key={title} className="part">
      <h2>{title}</h2>
      <ul className="rows">
        {groups.map((group) => (
          <GroupRow key={group.first.id} {...group} {...parts} as={title === "Earlier" ? "day" : "time"} />
        ))}
      </ul>
    </section>
  ));
}

function GroupRow({
  first,
  others,
  facesOf,
  frameOf,
  as,
}: Group & Pick<NotificationItemsProps, "facesOf" | "frameOf"> & { as: "day" | "time" }) {
  const all = [first, ...others];
  const people = [...new Set(all.flatMap(({ aboutId }) => aboutId ?? []))];
  return (
    <li>
      <span className="notice-faces">{facesOf(people)}</span>
      <div>
        <Item item={first} as={as} isWhole={others.length === 0} />
        {others.length > 0 && (
          <details>
            <summary>{others.length === 1 ? "1 more" : `${others.length} more`}</summary>
            {others.map((item) => (
              <Item key={item.id} item={item} as={as} />
            ))}
          </details>
        )}
      </div>
      {all.some(({ isUnread }) => isUnread) && <span className="unread-dot" />}
      {people[0] && frameOf(people[0])}
    </li>
  );
}

/**
 * Opening a notification marks it as read, so each one is a form, because a GET must not change anything.
 * @param isWhole whether the entire row opens it
 */
function Item({ item, as, isWhole }: { item: NotificationView; as: "day" | "time"; isWhole?: boolean }) {
  const title = item.isUnread ? <strong>{item.title}</strong> : item.title;
  return (
    <>
      {item.href ? (
        <Form action={paths.notifications()}>
          <input type="hidden" name="open" value={item.id} />
          <button type="submit" className={isWhole ? "notice-open notice-whole" : "notice-open"}>
            {title}
          </button>
        </Form>
      ) : (
        title
      )}{" "}
      {item.isUnread && <span className="visually-hidden">Unread</span>}
      <p>
        <Time at={item.createdAt} as={as} />
        {item.body && ` · ${item.body}`}
      </p>
    </>
  );
}
