import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { NotificationView } from "../listing.server";
import { NotificationItems } from "./notification-items";

const item = (id: string, createdAt: string, change: Partial<NotificationView> = {}): NotificationView => ({
  ...{ id, title: `Title ${id}`, body: "", href: "/one", aboutId: null, isUnread: false, createdAt },
  ...change,
});
/** In New York, it's still November 30. */
const clock = { zone: "America/New_York", now: Date.parse("2026-12-01T04:00:00Z") };
const show = (notifications: NotificationView[]) =>
  render(
    <NotificationItems
      notifications={notifications}
      facesOf={(people) => <i>{`[${people.join()}]`}</i>}
      frameOf={(person) => <i>{`{${person}}`}</i>}
    />,
    clock,
  );

test("notifications from the reader's same day that link to the same page are one row", () => {
  const { text } = show([
    item("a", "2026-12-01T03:00:00Z", { aboutId: "ann" }),
    item("b", "2026-12-01T02:00:00Z", { href: "/two" }),
    item("c", "2026-12-01T01:00:00Z", { aboutId: "bea", body: "Said hello" }),
    item("d", "2026-11-30T06:00:00Z", { aboutId: "ann" }),
    item("e", "2026-11-30T04:00:00Z"),
    item("f", "2026-11-20T12:00:00Z", { href: null }),
    item("g", "2026-11-20T11:00:00Z", { href: null }),
  ]);
  expect(text).toBe(
    [
      "Today [ann,bea] Title a 10:00 PM 2 more Title c 8:00 PM · Said hello Title d 1:00 AM {ann}",
      "[] Title b 9:00 PM",
      "Yesterday [] Title e 11:00 PM",
      "Earlier [] Title f Nov 20 [] Title g Nov 20",
    ].join(" "),
  );
});

test("a row has a dot if any of its notifications is unread, and each of those says so", () => {
  const [first, second] = [item("a", "2026-12-01T03:00:00Z"), item("b", "2026-12-01T02:00:00Z")];
  const dots = ({ html }: { html: string }) => html.match(/unread-dot/g)?.length ?? 0;
  expect(dots(show([first, second]))).toBe(0);
  const unread = show([first, { ...second, isUnread: true }]);
  expect([dots(unread), unread.text]).toEqual([1, expect.stringMatching(/1 more .*Title b Unread 9:00 PM$/)]);
  expect(
    dots(
      show([
        { ...first, isUnread: true },
        { ...second, isUnread: true },
      ]),
    ),
  ).toBe(1);
});
