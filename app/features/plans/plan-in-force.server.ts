import { type Actor, isContributor } from "~/features/accounts/actor";
import { isDatabaseUnavailable, readRows } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import {
  type BillingInterval,
  firstPeriodDays,
  hasProFeatures,
  type PlanName,
  type PlanView,
  resetWords,
  type Tier,
  type UsageKind,
  unlimited,
} from "./plan";

type Row = Omit<PlanView, "periodEnd" | "graceUntil" | "usage"> & {
  periodEnd: Date;
  graceUntil: Date | null;
  nextDay: Date;
  nextMonth: Date | null;
  used: Record<UsageKind, number>;
  limits: Record<UsageKind, number>;
};

const usageKinds = ["swipe", "message", "match", "save", "post"] as const;

/** $1 is the person, $2 their time zone, $3 the days of the first period. */
const planText = `
SELECT t.name AS plan, coalesce(s.status, 'active') AS status, s.billing_interval AS "billingInterval",
       coalesce(t.current_period_end, p.created_at + make_interval(days => $3::int)) AS "periodEnd",
       coalesce(s.cancel_at_period_end, false) AS "cancelAtPeriodEnd", s.grace_until AS "graceUntil",
       s.next_plan AS "nextPlan", s.next_interval AS "nextInterval", s.stripe_customer_id IS NOT NULL AS "hasCustomer",
       CASE WHEN s.stripe_subscription_id IS NOT NULL THEN s.plan_type END AS "subscribedTo",
       swipes_reset_at(u.swipes_since, u.last_swipe_reset, $2) AS "nextDay",
       CASE t.name WHEN 'pro' THEN period_month_end(t.current_period_end, now()) END AS "nextMonth",
       json_build_object('swipe', coalesce((SELECT n FROM swipes_today(p.id, $2)), 0),
         'message', t.messages_used, 'match', t.matches_used, 'save', t.saves_used, 'post', t.posts_used) AS used,
       json_build_object('swipe', t.swipes_per_day, 'message', t.message_limit, 'match', t.matches_allowed,
         'save', t.saved_contributors_limit, 'post', t.post_limit) AS limits
  FROM profiles p JOIN usage_in_force t ON t.user_id = p.id LEFT JOIN user_usage u ON u.user_id = p.id
  LEFT JOIN user_subscriptions s ON s.user_id = p.id
 WHERE p.id = $1`;

/**
 * The actor's plan in force and its usage. Without a subscription record, that's Free, for `firstPeriodDays` from
 * sign-up.
 */
export async function planOf(actor: Pick<Actor, "userId" | "timeZone">): Promise<PlanView> {
  const [row] = await readRows<Row>("plans-one", planText, [actor.userId, actor.timeZone, firstPeriodDays]);
  if (!row) throw new Error("a live session has no profile");
  const { nextDay, nextMonth, used, limits, ...plan } = row;
  return {
    ...plan,
    periodEnd: plan.periodEnd.toISOString(),
    graceUntil: plan.graceUntil?.toISOString() ?? null,
    usage: usageKinds.map((kind) => ({
      kind,
      used: used[kind],
      limit: limits[kind] >= unlimited ? null : limits[kind],
      resets: resetWords(kind, plan.plan, actor.timeZone),
      resetsAt: (kind === "swipe" ? nextDay : kind === "message" ? nextMonth : null)?.toISOString() ?? null,
    })),
  };
}

/**
 * Like `planOf`, but returns null after a failure, which it logs.
 * @throws if the database is unavailable
 */
export async function findPlan(actor: Parameters<typeof planOf>[0]): Promise<PlanView | null> {
  try {
    return await planOf(actor);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ err: error }, "couldn't read a plan");
    return null;
  }
}

const tiersText = `
SELECT name, post_limit AS "postLimit", match_limit AS "matchLimit", message_limit AS "messageLimit",
       swipes_per_day AS "swipesPerDay", saved_contributors_limit AS "savedContributorsLimit",
       monthly_cents AS "monthlyCents", yearly_cents AS "yearlyCents", once_cents AS "onceCents"
  FROM tiers_in_force ORDER BY name`;

/** In ms. A price changed in the database reaches every process within this time. */
const keptFor = 30_000;

let kept: { tiers: Promise<Tier[]>; until: number } | undefined;
/** The plans as last read, so that pages about plans still work when the database doesn't. */
let known: Tier[] | undefined;

/**
 * The four plans, cheapest first. If a row of subscription_tiers is missing, `tiers_in_force` (prisma/sql) supplies the
 * specified limits and prices.
 */
export function listTiers(): Promise<Tier[]> {
  if (!kept || kept.until <= Date.now()) {
    const tiers = readTiers().catch((error: unknown) => {
      if (!known || !isDatabaseUnavailable(error)) throw error;
      return known;
    });
    kept = { tiers, until: Date.now() + keptFor };
    const mine = kept;
    tiers.then(
      (read) => {
        known = read;
      },
      // Don't cache a failure, so that the next caller tries again.
      () => {
        if (kept === mine) kept = undefined;
      },
    );
  }
  return kept.tiers;
}

const readTiers = () => readRows<Tier>("plans-tiers", tiersText, []);

/** A plan's price in cents for a month, a year or (null) a single payment. Null if the plan isn't sold that way. */
export async function amountOf(plan: PlanName, interval: BillingInterval | null): Promise<number | null> {
  const tier = (await listTiers()).find(({ name }) => name === plan);
  if (!tier) throw new Error(`no tier for ${plan}`);
  if (interval === null) return tier.onceCents;
  return interval === "year" ? tier.yearlyCents : tier.monthlyCents;
}

/**
 * Whether the actor may send files other than pictures: contributors, who deliver work, and creators on Pro or Agency.
 */
export async function canShareFiles(actor: Actor): Promise<boolean> {
  return isContributor(actor) || hasProFeatures((await planOf(actor)).plan);
}
