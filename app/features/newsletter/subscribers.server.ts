import { adminPaths } from "~/admin-paths";
import { transactionByAdmin } from "~/features/accounts/acting.server";
import type { Admin } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { adminList, search, timeOrder } from "~/platform/admin-list.server";
import { db, Prisma } from "~/platform/db.server";
import { beginsWith, byTime, countRows, pageOf } from "~/platform/paging.server";
import { leaveLink } from "./newsletter.server";

type Subscriber = { id: string; email: string; source: string; since: Date };

/** Only confirmed subscribers are listed. */
const rulesOf = ({ q }: { q: string }) =>
  q
    ? Prisma.sql`n.confirmed_at IS NOT NULL AND ${beginsWith("n.email", q)}`
    : Prisma.sql`n.confirmed_at IS NOT NULL`;

const columns = { at: "n.confirmed_at", id: "n.id" };

export const subscriberList = adminList({
  path: adminPaths.subscribers(),
  labels: { label: "Subscribers", button: "Search", clear: "Show all", pager: "More subscribers" },
  words: ["address", "addresses"],
  filters: { q: search("Address", "Start of the address"), sort: timeOrder("newest") },
  empty: ({ q }, isFirst) => (q || !isFirst ? "No matching addresses" : "No subscribers yet"),
  pageSize: 50,
  async page(wanted, after, size) {
    const { isAfter, orderBy, cursor } = byTime(columns, wanted.sort, after);
    const rows = await db.$queryRaw<Subscriber[]>`
      SELECT n.id, n.email, n.source, n.confirmed_at AS since FROM newsletter_subscribers n
       WHERE ${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
    return pageOf(rows, size, ({ id, since }) => cursor({ id, at: since }));
  },
  count(wanted) {
    const { orderBy } = byTime(columns, wanted.sort, null);
    return countRows(Prisma.sql`SELECT FROM newsletter_subscribers n WHERE ${rulesOf(wanted)} ${orderBy}`);
  },
  file: {
    name: "matchcut-newsletter",
    columns: {
      Email: ({ email }) => email,
      Source: ({ source }) => source,
      "Subscribed (UTC)": ({ since }) => since,
      "Unsubscribe link": ({ id }) => leaveLink(id),
    },
  },
});

/** Null if there's no confirmed subscriber with this ID. */
export async function findSubscriber(id: string): Promise<{ id: string; email: string } | null> {
  if (!isId(id)) return null;
  return db.newsletterSubscriber.findFirst({
    where: { id, confirmedAt: { not: null } },
    select: { id: true, email: true },
  });
}

/** Removes a subscriber. The audit log keeps only the ID, never the address. Refused: 'not-found'. */
export async function removeSubscriber(
  admin: Admin,
  id: string,
  reason: string,
): Promise<Outcome<"not-found">> {
  return transactionByAdmin(admin, async (tx) => {
    const { count } = await tx.newsletterSubscriber.deleteMany({ where: { id } });
    if (count === 0) return { ok: false, refused: "not-found" };
    await recordAdminAction(tx, admin, "newsletter.remove", null, { reason, thing: id });
    return { ok: true };
  });
}
