import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/admins.server";
import { isId } from "~/ids";
import { tidied } from "~/list-query";
import { db, Prisma, transaction } from "~/platform/db.server";
import {
  beginsWith,
  byTime,
  type Count,
  countRows,
  everyRow,
  type Page,
  pageOf,
} from "~/platform/paging.server";
import { leaveLink } from "./newsletter.server";
import type { SubscriberFilter } from "./subscriber-filter";

export interface SubscriberView {
  id: string;
  email: string;
  source: string;
  /** ISO 8601. */
  since: string;
}

const pageSize = 50;

type Row = { id: string; email: string; source: string; confirmed_at: Date };

function rulesOf({ q }: SubscriberFilter): Prisma.Sql {
  const meant = tidied(q);
  return meant
    ? Prisma.sql`n.confirmed_at IS NOT NULL AND ${beginsWith("n.email", meant)}`
    : Prisma.sql`n.confirmed_at IS NOT NULL`;
}

const orderOf = ({ sort }: SubscriberFilter, after: string | null) =>
  byTime({ at: "n.confirmed_at", id: "n.id" }, sort, after);

/** Confirmed ones. */
async function readSubscribers(
  filter: SubscriberFilter,
  after: string | null,
  size: number,
): Promise<Page<Row>> {
  const { isAfter, orderBy, cursor } = orderOf(filter, after);
  const rows = await db.$queryRaw<Row[]>`
    SELECT n.id, n.email, n.source, n.confirmed_at FROM newsletter_subscribers n
     WHERE ${rulesOf(filter)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
  return pageOf(rows, size, ({ id, confirmed_at }) => cursor({ id, at: confirmed_at }));
}

const viewOf = ({ confirmed_at, ...row }: Row): SubscriberView => ({
  ...row,
  since: confirmed_at.toISOString(),
});

/** A page with its number, in two queries. None for non-admins. */
export async function listSubscribers(
  admin: Actor,
  filter: SubscriberFilter,
  after: string | null,
): Promise<{ subscribers: SubscriberView[]; next: string | null } & Count> {
  if (!admin.isAdmin) return { subscribers: [], next: null, count: 0, isMore: false };
  const [{ rows, next }, count] = await Promise.all([
    readSubscribers(filter, after, pageSize),
    countRows(
      Prisma.sql`SELECT FROM newsletter_subscribers n WHERE ${rulesOf(filter)} ${orderOf(filter, null).orderBy}`,
    ),
  ]);
  return { subscribers: rows.map(viewOf), next, ...count };
}

export const subscriberColumns = ["Email", "Source", "Subscribed (UTC)", "Link for leaving"];

/** The rows of `subscriberColumns`, read as they are taken. None for non-admins. */
export async function* subscriberRows(admin: Actor, filter: SubscriberFilter): AsyncGenerator<string[]> {
  if (!admin.isAdmin) return;
  for await (const row of everyRow((after, size) => readSubscribers(filter, after, size))) {
    const { id, email, source, since } = viewOf(row);
    yield [email, source, since, leaveLink(id)];
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
