import { type Actor, isContributor } from "~/features/accounts/actor";
import { db, isDatabaseUnavailable } from "~/platform/db.server";
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

/** From the specification, for a plan whose row is missing. A test holds the stored rows against them. */
export const fallbackTiers: Record<PlanName, Tier> = {
  free: {
    name: "free",
    postLimit: 1,
    matchLimit: 1,
    messageLimit: 1,
    swipesPerDay: 10,
    savedContributorsLimit: 5,
    monthlyCents: null,
    yearlyCents: null,
    onceCents: 0,
  },
  pay_per_post: {
    name: "pay_per_post",
    postLimit: 1,
    matchLimit: 3,
    messageLimit: 3,
    swipesPerDay: 10,
    savedContributorsLimit: 5,
    monthlyCents: null,
    yearlyCents: null,
    onceCents: 2500,
  },
  pro: {
    name: "pro",
    postLimit: 5,
    matchLimit: 10,
    messageLimit: 20,
    swipesPerDay: 50,
    savedContributorsLimit: 20,
    monthlyCents: 2499,
    yearlyCents: 24900,
    onceCents: null,
  },
  agency: {
    name: "agency",
    postLimit: unlimited,
    matchLimit: unlimited,
    messageLimit: unlimited,
    swipesPerDay: unlimited,
    savedContributorsLimit: unlimited,
    monthlyCents: 7900,
    yearlyCents: 74900,
    onceCents: null,
  },
};

/** In ms: a price changed in the database is shown by every process after this. */
const keptFor = 30_000;

let kept: { tiers: Promise<Tier[]>; until: number } | undefined;
/** As last read; pages about plans are served without the database, too. */
let known: Tier[] = Object.values(fallbackTiers);

/** The four plans as stored, cheapest first; a plan without a row has its fallback. */
export function listTiers(): Promise<Tier[]> {
  if (!kept || kept.until <= Date.now()) {
    const tiers = readTiers().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      return known;
    });
    kept = { tiers, until: Date.now() + keptFor };
    const mine = kept;
    tiers.then(
      (read) => {
        known = read;
      },
      // A failure must not be kept.
      () => {
        if (kept === mine) kept = undefined;
      },
    );
  }
  return kept.tiers;
}

async function readTiers(): Promise<Tier[]> {
  const stored = await db.subscriptionTier.findMany({ omit: { id: true } });
  return Object.values(fallbackTiers).map(
    (fallback) => stored.find(({ name }) => name === fallback.name) ?? fallback,
  );
}

/** What a plan costs, in cents, for a month, a year or (null) once; null if it is not sold so. */
export async function amountOf(plan: PlanName, interval: BillingInterval | null): Promise<number | null> {
  const tier = (await listTiers()).find(({ name }) => name === plan) ?? fallbackTiers[plan];
  if (interval === null) return tier.onceCents;
  return interval === "year" ? tier.yearlyCents : tier.monthlyCents;
}

/** Whether the actor may send files other than pictures: contributors, who deliver work, and creators on Pro or Agency. */
export async function canShareFiles(actor: Actor): Promise<boolean> {
  return isContributor(actor) || hasProFeatures((await planOf(actor)).plan);
}
