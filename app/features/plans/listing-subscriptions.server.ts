import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, Prisma } from "~/platform/db.server";
import { type PlanName, planLabels } from "./plan";
import { messagesUsed, planInForce, postsUsed, swipesOn, tierInForce } from "./plan-in-force.server";

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

/** Of the list, as it stands in the URL. */
export type SubscriptionSort = "newest" | "oldest";

export const readSubscriptionSort = (text: string | null): SubscriptionSort =>
  text === "oldest" ? "oldest" : "newest";

/** Null for anything but a plan. */
export function readPlan(text: string | null): PlanName | null {
  return text && Object.hasOwn(planLabels, text) ? (text as PlanName) : null;
}

export interface SubscriptionFilter {
  /** Only these; null for everybody. */
  people: readonly string[] | null;
  plan: PlanName | null;
  /** Latest first by default. */
  sort?: SubscriptionSort;
}

/** Empty for non-admins. */
export async function listSubscriptions(
  admin: Actor,
  { people, plan, sort = "newest", after }: SubscriptionFilter & { after: string | null },
  limit = pageSize,
): Promise<{ subscriptions: SubscriptionView[]; next: string | null }> {
  if (!admin.isAdmin) return { subscriptions: [], next: null };
  const [time, id] = readCursor(after);
  const isNewest = sort === "newest";
  const start = time === "infinity" && !isNewest ? "-infinity" : time;
  const direction = Prisma.raw(isNewest ? "DESC" : "ASC");
  const inForce = Prisma.raw(planInForce);
  const rules = [
    Prisma.sql`(s.created_at, s.id) ${Prisma.raw(isNewest ? "<" : ">")} (${start}::timestamptz, ${id}::uuid)`,
    ...(people ? [Prisma.sql`s.user_id = ANY (${people}::uuid[])`] : []),
    ...(plan ? [Prisma.sql`${inForce} = ${plan}::plan_type`] : []),
    // Of the index: a plan in force, but for Free, is the one that is stored.
    ...(plan && plan !== "free" ? [Prisma.sql`s.plan_type = ${plan}::plan_type`] : []),
  ];
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.id, s.user_id, u.email, ${inForce} AS plan, s.current_period_end,
           s.has_matched_contributor AS has_matched, s.created_at
      FROM user_subscriptions s JOIN users u ON u.id = s.user_id
     WHERE ${Prisma.join(rules, " AND ")}
     ORDER BY s.created_at ${direction}, s.id ${direction} LIMIT ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    subscriptions: shown.map(viewOf),
    next: rows.length > limit && last ? cursorOf(last.created_at, last.id) : null,
  };
}

export const subscriptionColumns = [
  ...["User id", "Email", "Plan", "Expiration (UTC)", "Posts", "Messages", "Swipes", "Saved", "Matched"],
];

const batchSize = 500;

/** The rows of `subscriptionColumns`, read as they are taken. None for non-admins. */
export async function* subscriptionRows(admin: Actor, filter: SubscriptionFilter): AsyncGenerator<string[]> {
  for (let after: string | null = null; ; ) {
    const { subscriptions, next }: Awaited<ReturnType<typeof listSubscriptions>> = await listSubscriptions(
      admin,
      { ...filter, after },
      batchSize,
    );
    const used = await listUsed(subscriptions.map(({ userId }) => userId));
    for (const { userId, email, plan, periodEnd, hasMatched } of subscriptions) {
      const { posts = 0, messages = 0, swipes = 0, saved = 0 } = used[userId] ?? {};
      const counts = [posts, messages, swipes, saved].map(String);
      yield [userId, email, planLabels[plan], periodEnd ?? "", ...counts, hasMatched ? "Yes" : "No"];
    }
    if (!next) return;
    after = next;
  }
}

/** SELECT: `user_id` and what counts, for those in SQL's array of ids. */
const usedBy = (userIds: Prisma.Sql) => Prisma.sql`
  SELECT u.user_id, ${postsUsed(Prisma.sql`u.user_id`)} AS posts, ${messagesUsed} AS messages,
         ${swipesOn(Prisma.sql`day_in(now(), a.time_zone)`)} AS swipes, u.contributor_save_count AS saved
    FROM user_usage u JOIN users a ON a.id = u.user_id
   CROSS JOIN LATERAL (${tierInForce(Prisma.sql`u.user_id`)}) tier
   WHERE u.user_id = ANY (${userIds})`;

/** JSON: `UsedCounts` of one person, for another statement; null for whoever has used nothing yet. */
export const usedCountsOf = (userId: Prisma.Sql) =>
  Prisma.sql`(SELECT to_json(used) FROM (${usedBy(Prisma.sql`ARRAY[${userId}]`)}) used)`;

/** By user id; whoever has used nothing may be missing. */
export async function listUsed(userIds: readonly string[]): Promise<Record<string, UsedCounts>> {
  const rows = await db.$queryRaw<(UsedCounts & { user_id: string })[]>(
    usedBy(Prisma.sql`${userIds}::uuid[]`),
  );
  return Object.fromEntries(rows.map(({ user_id, ...used }) => [user_id, used]));
}

/** Null if there is none. */
export async function findSubscriber(admin: Actor, userId: string): Promise<SubscriptionView | null> {
  if (!isId(userId)) return null;
  const { subscriptions } = await listSubscriptions(admin, { people: [userId], plan: null, after: null });
  return subscriptions[0] ?? null;
}

const viewOf = ({ user_id, email, plan, current_period_end, has_matched }: Row): SubscriptionView => ({
  userId: user_id,
  email,
  plan,
  periodEnd: plan === "free" ? null : current_period_end.toISOString(),
  hasMatched: has_matched,
});
