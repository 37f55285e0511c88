import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { db, Prisma } from "~/platform/db.server";
import { byTime, type Count, countRows, everyRow, type Page, pageOf } from "~/platform/paging.server";
import { type PlanName, planLabels } from "./plan";
import type { SubscriptionFilter } from "./subscription-filter";

/** For the admins' table. */
export interface SubscriptionView {
  userId: string;
  email: string;
  /** In force. */
  plan: PlanName;
  /** ISO 8601; null on Free, which never ends. */
  periodEnd: string | null;
  hasMatched: boolean;
}

/** What counts toward the limits. */
export type UsedCounts = Record<"posts" | "messages" | "swipes" | "saved", number>;

const pageSize = 20;

type Row = {
  id: string;
  user_id: string;
  email: string;
  plan: PlanName;
  current_period_end: Date;
  has_matched: boolean;
  created_at: Date;
};

interface Wanted extends Omit<SubscriptionFilter, "q"> {
  /** Only these; null for everyone. */
  people: readonly string[] | null;
}

function rulesOf({ people, plan }: Wanted): Prisma.Sql {
  const rules = [
    ...(people ? [Prisma.sql`s.user_id = ANY (${people}::uuid[])`] : []),
    // Of a CASE, PostgreSQL assumes that half are true; of an equation one in 200, and would sort all of them.
    ...(plan ? [Prisma.sql`CASE WHEN plan_name(s) = ${plan}::plan_type THEN true ELSE false END`] : []),
    // Of the index: a plan in force, but for Free, is the one that is stored.
    ...(plan && plan !== "free" ? [Prisma.sql`s.plan_type = ${plan}::plan_type`] : []),
  ];
  return rules.length > 0 ? Prisma.join(rules, " AND ") : Prisma.sql`true`;
}

const orderOf = ({ sort }: Wanted, after: string | null) =>
  byTime({ at: "s.created_at", id: "s.id" }, sort, after);

async function readSubscriptions(wanted: Wanted, after: string | null, size: number): Promise<Page<Row>> {
  const { isAfter, orderBy, cursor } = orderOf(wanted, after);
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.id, s.user_id, u.email, plan_name(s) AS plan, s.current_period_end,
           s.has_matched_contributor AS has_matched, s.created_at
      FROM user_subscriptions s JOIN users u ON u.id = s.user_id
     WHERE ${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
  return pageOf(rows, size, ({ created_at, id }) => cursor({ at: created_at, id }));
}

/** A page with its number, in two statements. Empty for non-admins. */
export async function listSubscriptions(
  admin: Actor,
  wanted: Wanted,
  after: string | null,
): Promise<{ subscriptions: SubscriptionView[]; next: string | null } & Count> {
  if (!admin.isAdmin) return { subscriptions: [], next: null, count: 0, isMore: false };
  const [{ rows, next }, count] = await Promise.all([
    readSubscriptions(wanted, after, pageSize),
    countRows(
      Prisma.sql`SELECT FROM user_subscriptions s WHERE ${rulesOf(wanted)} ${orderOf(wanted, null).orderBy}`,
    ),
  ]);
  return { subscriptions: rows.map(viewOf), next, ...count };
}

export const subscriptionColumns = [
  ...["User id", "Email", "Plan", "Expiration (UTC)", "Posts", "Messages", "Swipes", "Saved", "Matched"],
];

/** The rows of `subscriptionColumns`, read as they are taken. None for non-admins. */
export async function* subscriptionRows(admin: Actor, wanted: Wanted): AsyncGenerator<string[]> {
  if (!admin.isAdmin) return;
  const everyone = everyRow(async (after, size) => {
    const { rows, next } = await readSubscriptions(wanted, after, size);
    const used = await listUsed(rows.map((row) => row.user_id));
    return { rows: rows.map((row) => ({ ...viewOf(row), used: used[row.user_id] })), next };
  });
  for await (const { userId, email, plan, periodEnd, hasMatched, used } of everyone) {
    const { posts = 0, messages = 0, swipes = 0, saved = 0 } = used ?? {};
    const counts = [posts, messages, swipes, saved].map(String);
    yield [userId, email, planLabels[plan], periodEnd ?? "", ...counts, hasMatched ? "Yes" : "No"];
  }
}

/** JOIN: the row `s` of a person `p`, which may be missing. */
export const joinSubscription = Prisma.sql`LEFT JOIN user_subscriptions s ON s.user_id = p.id`;

/** FROM: the rows `s` with a stored plan, in the order of its index. */
export const subscriptionsOn = (plan: PlanName) =>
  Prisma.sql`user_subscriptions s WHERE s.plan_type = ${plan}::plan_type ORDER BY s.created_at, s.id`;

/** SELECT: `user_id` and what counts, for those in SQL's array of ids. */
const usedBy = (userIds: Prisma.Sql) => Prisma.sql`
  SELECT u.user_id, u.posts_used AS posts, u.messages_used AS messages,
         coalesce((SELECT n FROM swipes_today(a.id, coalesce(a.time_zone, 'UTC'))), 0) AS swipes, u.saves_used AS saved
    FROM users a JOIN usage_in_force u ON u.user_id = a.id
   WHERE a.id = ANY (${userIds})`;

/** JSON: `UsedCounts` of one person, for another statement; null if they have used nothing yet. */
export const usedCountsOf = (userId: Prisma.Sql) =>
  Prisma.sql`(SELECT to_json(used) FROM (${usedBy(Prisma.sql`ARRAY[${userId}]`)}) used)`;

/** By user id; a person who has used nothing may be missing. */
export async function listUsed(userIds: readonly string[]): Promise<Record<string, UsedCounts>> {
  const rows = await db.$queryRaw<(UsedCounts & { user_id: string })[]>(
    usedBy(Prisma.sql`${userIds}::uuid[]`),
  );
  return Object.fromEntries(rows.map(({ user_id, ...used }) => [user_id, used]));
}

/** Null if there is none, and for non-admins. */
export async function findSubscriber(admin: Actor, userId: string): Promise<SubscriptionView | null> {
  if (!admin.isAdmin || !isId(userId)) return null;
  const wanted = { people: [userId], plan: "", sort: "newest" } as const;
  const [row] = (await readSubscriptions(wanted, null, 1)).rows;
  return row ? viewOf(row) : null;
}

const viewOf = ({ user_id, email, plan, current_period_end, has_matched }: Row): SubscriptionView => ({
  userId: user_id,
  email,
  plan,
  periodEnd: plan === "free" ? null : current_period_end.toISOString(),
  hasMatched: has_matched,
});
