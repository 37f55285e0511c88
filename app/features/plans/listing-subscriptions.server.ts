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

/** Null for anything but a plan. */
export function readPlan(text: string | null): PlanName | null {
  return text && Object.hasOwn(planLabels, text) ? (text as PlanName) : null;
}

/** Latest first. Empty for non-admins. `people`: only these; null for everybody. */
export async function listSubscriptions(
  admin: Actor,
  { people, plan, after }: { people: readonly string[] | null; plan: PlanName | null; after: string | null },
): Promise<{ subscriptions: SubscriptionView[]; next: string | null }> {
  if (!admin.isAdmin) return { subscriptions: [], next: null };
  const [time, id] = readCursor(after);
  const inForce = Prisma.raw(planInForce);
  const rules = [
    Prisma.sql`(s.created_at, s.id) < (${time}::timestamptz, ${id}::uuid)`,
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
     ORDER BY s.created_at DESC, s.id DESC LIMIT ${pageSize + 1}`;
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    subscriptions: shown.map(viewOf),
    next: rows.length > pageSize && last ? cursorOf(last.created_at, last.id) : null,
  };
}

/** By user id; whoever has used nothing may be missing. */
export async function listUsed(userIds: readonly string[]): Promise<Record<string, UsedCounts>> {
  const rows = await db.$queryRaw<(UsedCounts & { user_id: string })[]>`
    SELECT u.user_id, ${postsUsed(Prisma.sql`u.user_id`)} AS posts, ${messagesUsed} AS messages,
           ${swipesOn(Prisma.sql`day_in(now(), a.time_zone)`)} AS swipes, u.contributor_save_count AS saved
      FROM user_usage u JOIN users a ON a.id = u.user_id
     CROSS JOIN LATERAL (${tierInForce(Prisma.sql`u.user_id`)}) tier
     WHERE u.user_id = ANY (${userIds}::uuid[])`;
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
