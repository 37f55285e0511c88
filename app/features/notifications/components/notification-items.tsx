import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Badge } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { NotificationView } from "../listing.server";

/** Opening a notification marks it as read, so each is a form: a GET must change nothing. */
export function NotificationItems({ notifications }: { notifications: NotificationView[] }) {
  return (
    <ul className="stack">
      {notifications.map((item) => (
        <li key={item.id}>
          <div className="row">
            {item.href ? (
              <Form action={paths.notifications()}>
                <input type="hidden" name="open" value={item.id} />
                <button type="submit" className="min-h-11 text-left font-semibold underline">
                  {item.title}
                </button>
              </Form>
            ) : (
              <strong>{item.title}</strong>
            )}{" "}
            {item.isUnread && <Badge tone="info">Unread</Badge>} <Time at={item.createdAt} className="hint" />
          </div>
          {item.body && <p>{item.body}</p>}
        </li>
      ))}
    </ul>
  );
}
