import { Prisma } from "~/platform/db.server";
import { type PlanName, postDays, type Tier, unlimited } from "./plan";
import { fallbackTiers } from "./tiers.server";

// SQL fragments. Operands are SQL too: a bound value in a Prisma statement, or a column or `$1` in a prepared one.

const limits = {
  post_limit: "postLimit",
  match_limit: "matchLimit",
  message_limit: "messageLimit",
  swipes_per_day: "swipesPerDay",
  saved_contributors_limit: "savedContributorsLimit",
} as const satisfies Record<string, keyof Tier>;

type Limit = keyof typeof limits;
const limitNames = Object.keys(limits) as Limit[];

const fallbackRows = Object.values(fallbackTiers).map(
  (tier) => `('${tier.name}'::plan_type, ${limitNames.map((name) => tier[limits[name]]).join(", ")})`,
);

/**
 * plan_type, for a row `s` of user_subscriptions, which may be missing. Pay-per-post lapses with its period. A
 * subscription counts while the provider reports it active, through the grace of a failed payment, and until the end
 * of what was paid. The provider's other states never count.
 */
export const planInForce = `
  CASE WHEN s.plan_type = 'pay_per_post' AND s.current_period_end > now()
         OR s.plan_type IN ('pro', 'agency') AND CASE s.status
              WHEN 'past_due' THEN s.grace_until IS NULL OR s.grace_until > now()
              WHEN 'canceled' THEN s.current_period_end > now()
              ELSE s.status IN ('active', 'trialing') AND NOT (s.cancel_at_period_end AND s.current_period_end <= now())
            END
       THEN s.plan_type ELSE 'free' END`;

/** JOIN: the row `s` that `planInForce` reads; none for a person without a subscription record. */
export const joinSubscription = (userId: string) => `LEFT JOIN user_subscriptions s ON s.user_id = ${userId}`;

/** FROM: the rows `s` with a stored plan, in the order of its index. */
export const subscriptionsOn = (plan: PlanName) =>
  `user_subscriptions s WHERE s.plan_type = '${plan}' ORDER BY s.created_at, s.id`;

/** SELECT: a user's plan and its limits, one row, with their subscription period. */
export const tierInForce = (userId: Prisma.Sql) => Prisma.sql`
  SELECT f.name, ${Prisma.raw(limitNames.map((name) => `coalesce(t.${name}, f.${name}) AS ${name}`).join(", "))},
         s.current_period_start, s.current_period_end
    FROM (SELECT) one
    LEFT JOIN user_subscriptions s ON s.user_id = ${userId}
    JOIN (VALUES ${Prisma.raw(fallbackRows.join(", "))}) f (name, ${Prisma.raw(limitNames.join(", "))})
      ON f.name = ${Prisma.raw(planInForce)}
    LEFT JOIN subscription_tiers t ON t.name = f.name`;

/** Boolean: `hasProFeatures` of the plan in force. */
export const hasProFeaturesInForce = (userId: Prisma.Sql) =>
  Prisma.sql`((SELECT ${Prisma.raw(planInForce)} IN ('pro', 'agency')
                 FROM user_subscriptions s WHERE s.user_id = ${userId}) IS TRUE)`;

/** Date. */
export const today = (timeZone: Prisma.Sql) => Prisma.sql`(now() AT TIME ZONE ${timeZone})::date`;

/** Joins their row `u` of user_usage, which may be missing. */
export const joinUsage = (userId: Prisma.Sql) => Prisma.sql`LEFT JOIN user_usage u ON u.user_id = ${userId}`;

/** Timestamp: the latest midnight in a zone. */
export const midnight = (timeZone: Prisma.Sql) =>
  Prisma.sql`(${today(timeZone)}::timestamp AT TIME ZONE ${timeZone})`;

/** Timestamp, for a row `u` of user_usage: the midnight from which its swipes were counted. */
export const swipesSince = (timeZone: Prisma.Sql) =>
  Prisma.sql`coalesce(u.swipes_since, u.last_swipe_reset::timestamp AT TIME ZONE ${timeZone})`;

/**
 * Boolean, for a row `u` of user_usage: its swipes still count. They reset at midnight, and at most every 20 hours, so that
 * no change of time zone opens a second day; a day with daylight saving's change has 23.
 */
export const areSwipesOfToday = (timeZone: Prisma.Sql) =>
  Prisma.sql`(${swipesSince(timeZone)} > ${midnight(timeZone)} - interval '20 hours')`;

/** Integer, for a row `u` of user_usage, which may be missing. */
export const swipesToday = (timeZone: Prisma.Sql) =>
  Prisma.sql`CASE WHEN ${areSwipesOfToday(timeZone)} THEN u.swipe_count_today ELSE 0 END`;

/** Timestamp, for a row `u` as above: the next midnight at which swipes reset. */
export const swipesResetAt = (timeZone: Prisma.Sql) => Prisma.sql`
  ((${today(timeZone)} + CASE WHEN (${today(timeZone)} + 1)::timestamp AT TIME ZONE ${timeZone}
                                 < ${swipesSince(timeZone)} + interval '20 hours' THEN 2 ELSE 1 END)::timestamp AT TIME ZONE ${timeZone})`;

/** Integer, for statements without user_usage. */
export const swipesTodayOf = (userId: Prisma.Sql, timeZone: Prisma.Sql) =>
  Prisma.sql`coalesce((SELECT ${swipesToday(timeZone)} FROM user_usage u WHERE u.user_id = ${userId}), 0)`;

/** Integer: saved contributors that count. */
export const savesOf = (userId: Prisma.Sql) =>
  Prisma.sql`coalesce((SELECT u.contributor_save_count FROM user_usage u WHERE u.user_id = ${userId}), 0)`;

// Billing months are counted from the start of the period, as the provider counts; a short month ends on its last day.

const now = Prisma.sql`now()`;
const anchor = Prisma.sql`tier.current_period_start`;
const monthOf = (time: Prisma.Sql) =>
  Prisma.sql`(extract(year FROM ${time}) * 12 + extract(month FROM ${time}))`;
const monthAfter = (months: Prisma.Sql) => Prisma.sql`(${anchor} + make_interval(months => ${months}))`;

function monthsSince(at: Prisma.Sql): Prisma.Sql {
  const named = Prisma.sql`(${monthOf(at)} - ${monthOf(anchor)})::int`;
  return Prisma.sql`(${named} - (${monthAfter(named)} > ${at})::int)`;
}

/** Timestamp: when the billing month of `at` began. */
export const billingMonthStart = (at = now) => monthAfter(monthsSince(at));

/** Timestamp: when the next one begins. */
export const billingMonthEnd = (at = now) => monthAfter(Prisma.sql`${monthsSince(at)} + 1`);

/** Boolean: `u`'s messages are from an earlier billing month of `tier`. Only Pro counts by month. */
export const messagesReset = Prisma.sql`(tier.name = 'pro' AND u.message_period_start < ${billingMonthStart()})`;

/** Integer: messages of `u` that count toward `tier`. */
export const messagesUsed = Prisma.sql`CASE WHEN ${messagesReset} THEN 0 ELSE coalesce(u.message_count, 0) END`;

// Booleans, for a row `b` of project_briefs.

export const isUnexpired = Prisma.sql`(b.expires_at IS NULL OR b.expires_at > now())`;

export const isActivePost = Prisma.sql`(b.status IN ('open', 'in_progress') AND ${isUnexpired})`;

/** Not while an admin has hidden it. */
export const takesApplications = Prisma.sql`(b.status = 'open' AND ${isUnexpired} AND b.hidden_at IS NULL)`;

/** Integer. */
export const activePosts = (creatorId: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*)::int FROM project_briefs b WHERE b.creator_id = ${creatorId} AND ${isActivePost})`;

/** Integer: active posts of a row `u` of user_usage, which may be missing, without those that an admin set aside. */
export const postsUsed = (creatorId: Prisma.Sql) =>
  Prisma.sql`greatest(0, ${activePosts(creatorId)} - coalesce(u.post_baseline, 0))`;

/** Boolean, of `tier` and `u` as above: no more posts count than the plan allows. Its posts may stay open longer. */
export const arePostsWithinLimit = (creatorId: Prisma.Sql) =>
  Prisma.sql`(${isUnlimited("post_limit")} OR ${postsUsed(creatorId)} <= tier.post_limit)`;

/** Timestamp at which a post of this moment expires on Free. */
export const freePostExpiry = Prisma.sql`(now() + make_interval(days => ${Prisma.raw(String(postDays.free))}))`;

/** Timestamp at which a post of this moment expires; null for never. */
export const postExpiry = Prisma.sql`(CASE tier.name
  WHEN 'free' THEN ${freePostExpiry}
  WHEN 'pay_per_post' THEN now() + make_interval(days => ${Prisma.raw(String(postDays.pay_per_post))}) END)`;

/** Integer. Pro allows 10 per active post, and 10 without any. */
export const matchLimit = (creatorId: Prisma.Sql) =>
  Prisma.sql`(tier.match_limit * CASE WHEN tier.name = 'pro' THEN greatest(1, ${activePosts(creatorId)}) ELSE 1 END)`;

/** Boolean, of `tier`. */
export const isUnlimited = (limit: Limit) => Prisma.raw(`tier.${limit} >= ${unlimited}`);
