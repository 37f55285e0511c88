import type { Actor } from "~/features/accounts/actor";
import { db, isDatabaseUnavailable, Prisma } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import {
  type BillingInterval,
  firstPeriodDays,
  type PlanName,
  type PlanView,
  resetWords,
  type UsageKind,
  unlimited,
} from "./plan";
import {
  billingMonthEnd,
  matchLimit,
  messagesUsed,
  postsUsed,
  swipesResetAt,
  swipesToday,
  tierInForce,
} from "./plan-in-force.server";

type Row = {
  name: PlanName;
  period_end: Date;
  status: string | null;
  billing_interval: BillingInterval | null;
  cancel_at_period_end: boolean | null;
  grace_until: Date | null;
  next_plan: PlanName | null;
  next_interval: BillingInterval | null;
  has_customer: boolean;
  next_day: Date;
  next_month: Date | null;
  swipes: number;
  messages: number;
  matches: number;
  saves: number;
  posts: number;
  swipes_per_day: number;
  message_limit: number;
  match_limit: number;
  saved_contributors_limit: number;
  post_limit: number;
};

/** Without a subscription record it is Free, for `firstPeriodDays` from sign-up. */
export async function planOf(actor: Pick<Actor, "userId" | "timeZone">): Promise<PlanView> {
  const [row] = await db.$queryRaw<Row[]>`
    WITH tier AS (${tierInForce(Prisma.sql`${actor.userId}::uuid`)})
    SELECT tier.name, coalesce(tier.current_period_end, p.created_at + make_interval(days => ${firstPeriodDays}::int)) AS period_end,
           s.status, s.billing_interval, s.cancel_at_period_end, s.grace_until, s.next_plan, s.next_interval,
           s.stripe_customer_id IS NOT NULL AS has_customer,
           ${swipesResetAt(Prisma.sql`${actor.timeZone}`)} AS next_day,
           CASE tier.name WHEN 'pro' THEN ${billingMonthEnd()} END AS next_month,
           ${swipesToday(Prisma.sql`${actor.timeZone}`)} AS swipes, ${messagesUsed} AS messages,
           coalesce(u.match_count, 0) AS matches, coalesce(u.contributor_save_count, 0) AS saves,
           ${postsUsed(Prisma.sql`p.id`)} AS posts,
           tier.swipes_per_day, tier.message_limit, ${matchLimit(Prisma.sql`p.id`)}::int AS match_limit,
           tier.saved_contributors_limit, tier.post_limit
      FROM tier CROSS JOIN profiles p LEFT JOIN user_usage u ON u.user_id = p.id
      LEFT JOIN user_subscriptions s ON s.user_id = p.id
     WHERE p.id = ${actor.userId}::uuid`;
  if (!row) throw new Error("no profile for a living session");
  const use = (kind: UsageKind, used: number, limit: number) => ({
    kind,
    used,
    limit: limit >= unlimited ? null : limit,
    resets: resetWords(kind, row.name, actor.timeZone),
    resetsAt:
      (kind === "swipe" ? row.next_day : kind === "message" ? row.next_month : null)?.toISOString() ?? null,
  });
  return {
    plan: row.name,
    periodEnd: row.period_end.toISOString(),
    status: row.status ?? "active",
    billingInterval: row.billing_interval,
    cancelAtPeriodEnd: row.cancel_at_period_end ?? false,
    graceUntil: row.grace_until?.toISOString() ?? null,
    nextPlan: row.next_plan,
    nextInterval: row.next_interval,
    hasCustomer: row.has_customer,
    usage: [
      use("swipe", row.swipes, row.swipes_per_day),
      use("message", row.messages, row.message_limit),
      use("match", row.matches, row.match_limit),
      use("save", row.saves, row.saved_contributors_limit),
      use("post", row.posts, row.post_limit),
    ],
  };
}

/**
 * Like planOf, but logs a failure and returns null.
 * @throws if the database is unavailable
 */
export async function findPlan(actor: Parameters<typeof planOf>[0]): Promise<PlanView | null> {
  try {
    return await planOf(actor);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ err: error }, "a plan could not be read");
    return null;
  }
}
