import { Prisma } from "~/platform/db.server";
import { postDays, unlimited } from "./plan";

// SQL fragments. Operands are SQL too: a bound value in a Prisma statement, or a column or `$1` in a prepared one.

/**
 * SELECT: a user's tier, one row, with their subscription period. Pay-per-post lapses with its period; a subscription
 * lasts while the provider reports it active, or until the paid period ends.
 */
export const tierInForce = (userId: Prisma.Sql) => Prisma.sql`
  SELECT t.*, s.current_period_start, s.current_period_end
    FROM subscription_tiers t
    LEFT JOIN user_subscriptions s ON s.user_id = ${userId}
   WHERE t.name = CASE
           WHEN s.plan_type = 'pay_per_post' AND s.current_period_end > now() THEN s.plan_type
           WHEN s.plan_type IN ('pro', 'agency')
                AND (s.status IN ('active', 'trialing', 'past_due') OR s.current_period_end > now()) THEN s.plan_type
           ELSE 'free'::plan_type END`;

export const today = (timeZone: Prisma.Sql) => Prisma.sql`(now() AT TIME ZONE ${timeZone})::date`;

/** Integer, for a row `u` of user_usage, which may be missing. */
export const swipesToday = (timeZone: Prisma.Sql) =>
  Prisma.sql`CASE WHEN u.last_swipe_reset >= ${today(timeZone)} THEN u.swipe_count_today ELSE 0 END`;

/** Integer, for statements without user_usage. */
export const swipesTodayOf = (userId: Prisma.Sql, timeZone: Prisma.Sql) =>
  Prisma.sql`coalesce((SELECT ${swipesToday(timeZone)} FROM user_usage u WHERE u.user_id = ${userId}), 0)`;

/** Timestamp, counted from the period's anchor. */
export const billingMonthStart = Prisma.sql`
  (tier.current_period_start + make_interval(months =>
    (extract(year FROM age(now(), tier.current_period_start)) * 12 + extract(month FROM age(now(), tier.current_period_start)))::int))`;

/** Boolean: `u`'s messages are from an earlier billing month of `tier`. Only Pro counts by month. */
export const messagesReset = Prisma.sql`(tier.name = 'pro' AND u.message_period_start < ${billingMonthStart})`;

/** Integer: messages of `u` that count toward `tier`. */
export const messagesUsed = Prisma.sql`CASE WHEN ${messagesReset} THEN 0 ELSE coalesce(u.message_count, 0) END`;

// Booleans, for a row `b` of project_briefs.

export const isUnexpired = Prisma.sql`(b.expires_at IS NULL OR b.expires_at > now())`;

export const isActivePost = Prisma.sql`(b.status IN ('open', 'in_progress') AND ${isUnexpired})`;

export const takesApplications = Prisma.sql`(b.status = 'open' AND ${isUnexpired})`;

export const activePosts = (creatorId: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*)::int FROM project_briefs b WHERE b.creator_id = ${creatorId} AND ${isActivePost})`;

/** Timestamp at which a post of this moment expires; null for never. */
export const postExpiry = Prisma.sql`(CASE tier.name
  WHEN 'free' THEN now() + make_interval(days => ${Prisma.raw(String(postDays.free))})
  WHEN 'pay_per_post' THEN now() + make_interval(days => ${Prisma.raw(String(postDays.pay_per_post))}) END)`;

/** Integer. Pro allows 10 per active post, and 10 without any. */
export const matchLimit = (creatorId: Prisma.Sql) =>
  Prisma.sql`(tier.match_limit * CASE WHEN tier.name = 'pro' THEN greatest(1, ${activePosts(creatorId)}) ELSE 1 END)`;

export const isUnlimited = (
  limit: "swipes_per_day" | "message_limit" | "saved_contributors_limit" | "match_limit" | "post_limit",
) => Prisma.raw(`tier.${limit} >= ${unlimited}`);
