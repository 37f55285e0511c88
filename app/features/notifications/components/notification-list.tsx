import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";
import type { NotificationView } from "../listing.server";
import { NotificationItems } from "./notification-items";

const mostShown = 5;

/**
 * The newest unread notifications on a dashboard, whose action handles the intent `read`. Null means that they couldn't
 * be loaded.
 */
export function NotificationList({ notifications }: { notifications: NotificationView[] | null }) {
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
      <NotificationItems notifications={notifications.slice(0, mostShown)} areAllUnread />
      <div className="row">
        <Form>
          <SubmitButton name="intent" value="read" kind="secondary" small pending="Marking...">
            Mark all as read
          </SubmitButton>
        </Form>
        <ButtonLink to={paths.notifications()} kind="secondary" small>
          All notifications
        </ButtonLink>
      </div>
    </Card>
  );
}
