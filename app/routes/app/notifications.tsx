import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { Picture, toneStyle } from "~/features/media/components/picture";
import { NotificationItems } from "~/features/notifications/components/notification-items";
import {
  listNotifications,
  markAllRead,
  markHiddenRead,
  openNotification,
} from "~/features/notifications/listing.server";
import { openSchema } from "~/features/notifications/notifications.schema";
import { type FaceView, listFaces } from "~/features/portfolio/listing.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import { safePath } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import { useUnread } from "~/shell/root-data";
import { ZoneNote } from "~/shell/zone-note";
import styles from "~/styles/notifications-page.css?url";
import { Avatar } from "~/ui/avatar";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { EmptyState, NextLink, Pager, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Notifications");

export const { handle, links } = withStyles(styles, { pageFailure: "We couldn't update your notifications" });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const before = new URL(args.request.url).searchParams.get("before");
  const list = await listNotifications(actor, before);
  const unreadHere = list.notifications.filter(({ isUnread }) => isUnread).length;
  // Only if everything fits on one page. Otherwise, unread notifications that are missing here may just be on the
  // next page.
  if (!before && !list.next && unreadHere < actor.unreadNotifications) await markHiddenRead(actor);
  const people = [...new Set(list.notifications.flatMap(({ aboutId }) => aboutId ?? []))];
  return { ...list, faces: await listFaces(people), isFirst: !before };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, openSchema);
  const { open } = pressed(form);
  if (!open) {
    await markAllRead(actor);
    return redirectWithFlash(paths.notifications(), { title: "All notifications marked as read" });
  }
  const opened = await openNotification(actor, open);
  if (opened.ok) return redirect(safePath(opened.href, paths.notifications()), 303);
  return redirectWithFlash(paths.notifications(), { title: "That notification isn't here anymore" });
}

export default function Notifications() {
  const { notifications, faces, next, isFirst } = useLoaderData<typeof loader>();
  const { notifications: unread } = useUnread();
  return (
    <div className="stack">
      <RevalidateOnHint trustsPage />
      <div className="row justify-between">
        <h1>Notifications</h1>
        {unread > 0 && (
          <Form action={paths.notifications()}>
            <SubmitButton name="intent" value="read" kind="soft" small pending="Marking...">
              Mark all as read
            </SubmitButton>
          </Form>
        )}
        <NextLink to={paths.notificationSettings()}>Settings</NextLink>
      </div>
      <ZoneNote />
      {notifications.length > 0 ? (
        <NotificationItems
          notifications={notifications}
          facesOf={(people) => <Faces people={people.flatMap((id) => faces[id] ?? [])} />}
          frameOf={(id) => <Work of={faces[id]} />}
        />
      ) : (
        <EmptyState title={isFirst ? "No notifications yet" : "No older notifications"}>
          New matches, messages and updates on your projects and applications show up here.
        </EmptyState>
      )}
      <Pager
        label="More notifications"
        first={isFirst ? undefined : paths.notifications()}
        next={next ? paths.notifications({ before: next }) : undefined}
      />
    </div>
  );
}

/** Up to two faces, or our own logo. */
function Faces({ people }: { people: FaceView[] }) {
  if (people.length === 0) return <Icon name="bell" />;
  return people
    .slice(0, 2)
    .map(({ name, avatarUrl }) => <Avatar key={name} name={name} src={avatarUrl} size="medium" />);
}

/** Decorative, because the row itself is the link. */
function Work({ of }: { of: FaceView | undefined }) {
  if (!of?.work?.picture) return null;
  return (
    <span className="frame" style={toneStyle(of.work.picture)}>
      <Picture picture={of.work.picture} />
    </span>
  );
}

export const ErrorBoundary = failurePage("Failed to load notifications");
