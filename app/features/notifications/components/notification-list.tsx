import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { useDates } from "~/ui/dates";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";

export interface NotificationItem {
  id: string;
  title: string;
  body: string;
  href: string | null;
  createdAt: string;
}

/** The button submits the intent `read`. Null: they could not be loaded. */
export function NotificationList({ notifications }: { notifications: NotificationItem[] | null }) {
  const { formatRecent } = useDates();
  if (!notifications) {
    return (
      <Card title="Notifications">
        <p role="alert">Failed to load notifications</p>
        <ButtonLink kind="secondary" to={paths.dashboard()}>
          Try Again
        </ButtonLink>
      </Card>
    );
  }
  if (notifications.length === 0) return null;
  return (
    <Card title="Notifications">
      <ul className="stack">
        {notifications.map((item) => (
          <li key={item.id}>
            <p>
              {item.href ? <Link to={item.href}>{item.title}</Link> : <strong>{item.title}</strong>}{" "}
              <span className="muted">{formatRecent(item.createdAt)}</span>
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
