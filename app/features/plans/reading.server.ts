import type { Actor } from "~/features/accounts/actor";
import { db, isDatabaseUnavailable } from "~/platform/db.server";
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
    SELECT t.name, coalesce(t.current_period_end, p.created_at + make_interval(days => ${firstPeriodDays}::int)) AS period_end,
           s.status, s.billing_interval, s.cancel_at_period_end, s.grace_until, s.next_plan, s.next_interval,
           s.stripe_customer_id IS NOT NULL AS has_customer,
           swipes_reset_at(u.swipes_since, u.last_swipe_reset, ${actor.timeZone}) AS next_day,
           CASE t.name WHEN 'pro' THEN billing_month_end(t.current_period_start, now()) END AS next_month,
           coalesce((SELECT n FROM swipes_today(p.id, ${actor.timeZone})), 0) AS swipes, t.messages_used AS messages,
           t.matches_used AS matches, t.saves_used AS saves, t.posts_used AS posts,
           t.swipes_per_day, t.message_limit, t.matches_allowed AS match_limit, t.saved_contributors_limit, t.post_limit
      FROM profiles p JOIN usage_in_force t ON t.user_id = p.id LEFT JOIN user_usage u ON u.user_id = p.id
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
