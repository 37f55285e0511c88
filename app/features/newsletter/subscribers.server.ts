import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/auditing.server";
import { isId } from "~/ids";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, transaction } from "~/platform/db.server";
import { leaveLink } from "./leaving.server";

export interface SubscriberView {
  id: string;
  email: string;
  source: string;
  /** ISO 8601. */
  since: string;
}

const pageSize = 50;
const batchSize = 500;
/** More are not counted on each view. */
const counted = 10_000;

/** Confirmed ones, the latest first; `q` is the beginning of an address. */
async function read(q: string, after: string | null, limit: number) {
  const [time, id] = readCursor(after);
  return db.$queryRaw<{ id: string; email: string; source: string; confirmed_at: Date }[]>`
    SELECT id, email, source, confirmed_at FROM newsletter_subscribers
     WHERE confirmed_at IS NOT NULL AND (${q} = '' OR starts_with(lower(email), ${q.toLowerCase()}))
       AND (confirmed_at, id) < (${time}::timestamptz, ${id}::uuid)
     ORDER BY confirmed_at DESC, id DESC LIMIT ${limit}`;
}

type Row = Awaited<ReturnType<typeof read>>[number];
const viewOf = ({ confirmed_at, ...row }: Row): SubscriberView => ({
  ...row,
  since: confirmed_at.toISOString(),
});

/** A page, and how many there are in all (`isMore`: at least so many). None for non-admins. */
export async function listSubscribers(
  admin: Actor,
  { q, after }: { q: string; after: string | null },
): Promise<{ subscribers: SubscriberView[]; next: string | null; count: number; isMore: boolean }> {
  if (!admin.isAdmin) return { subscribers: [], next: null, count: 0, isMore: false };
  const [rows, [all]] = await Promise.all([
    read(q, after, pageSize + 1),
    db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM newsletter_subscribers WHERE confirmed_at IS NOT NULL LIMIT ${counted + 1}) confirmed`,
  ]);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const count = all?.count ?? 0;
  return {
    subscribers: shown.map(viewOf),
    next: rows.length > pageSize && last ? cursorOf(last.confirmed_at, last.id) : null,
    count: Math.min(count, counted),
    isMore: count > counted,
  };
}

export const subscriberColumns = ["Email", "Source", "Subscribed (UTC)", "Link for leaving"];

/** The rows of `subscriberColumns`, read as they are taken. None for non-admins. */
export async function* subscriberRows(admin: Actor, q: string): AsyncGenerator<string[]> {
  if (!admin.isAdmin) return;
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await read(q, after, batchSize);
    for (const row of rows) {
      const { id, email, source, since } = viewOf(row);
      yield [email, source, since, leaveLink(id)];
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = cursorOf(last.confirmed_at, last.id);
  }
}

/** Null if there is none, and for non-admins. */
export async function findSubscriber(admin: Actor, id: string): Promise<SubscriberView | null> {
  if (!admin.isAdmin || !isId(id)) return null;
  const row = await db.newsletterSubscriber.findFirst({
    where: { id, confirmedAt: { not: null } },
    select: { id: true, email: true, source: true, confirmedAt: true },
  });
  return row?.confirmedAt ? viewOf({ ...row, confirmed_at: row.confirmedAt }) : null;
}

/** The audit log keeps the id alone. Refused: 'not-admin', 'not-found'. */
export async function removeSubscriber(
  admin: Actor,
  id: string,
  reason: string,
): Promise<{ ok: true } | { ok: false; refused: "not-admin" | "not-found" }> {
  if (!admin.isAdmin) return { ok: false, refused: "not-admin" };
  if (!isId(id)) return { ok: false, refused: "not-found" };
  return transaction(async (tx) => {
    const { count } = await tx.newsletterSubscriber.deleteMany({ where: { id } });
    if (count === 0) return { ok: false, refused: "not-found" } as const;
    await recordAct(tx, admin, "newsletter.remove", null, { reason, thing: id });
    return { ok: true } as const;
  });
}
