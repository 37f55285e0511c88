import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { day } from "~/ui/dates";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";

export interface NotificationItem {
  id: string;
  title: string;
  body: string;
  href: string | null;
  createdAt: string;
}

/** What somebody has not read yet, with a button of `intent` read; nothing when there is none. */
export function NotificationList({ notifications }: { notifications: NotificationItem[] }) {
  if (notifications.length === 0) return null;
  return (
    <Card title="News">
      <ul className="stack">
        {notifications.map((item) => (
          <li key={item.id}>
            <p>
              {item.href ? <Link to={item.href}>{item.title}</Link> : <strong>{item.title}</strong>}{" "}
              <span className="muted">{day(item.createdAt)}</span>
            </p>
            {item.body && <p>{item.body}</p>}
          </li>
        ))}
      </ul>
      <Form>
        <SubmitButton name="intent" value="read" kind="secondary" small pending="Marking...">
          Mark all as read
        </SubmitButton>
      </Form>
    </Card>
  );
}
