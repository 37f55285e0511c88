import { db, readRows, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockRow } from "~/platform/locks.server";
import { firstPeriodDays, type PlanName } from "./plan";

/** A person's plan, derived from the payment provider's state. */
export interface SubscriptionState {
  plan: PlanName;
  /** The provider's status; 'active' for Free and pay-per-post. */
  status: string;
  interval: "month" | "year" | null;
  periodStart: Date;
  periodEnd: Date;
  cancelsAtPeriodEnd: boolean;
  /** When access ends if a past-due payment isn't made. */
  graceUntil: Date | null;
  /** The plan that follows at the end of the period, if the member has changed it. */
  nextPlan: PlanName | null;
  nextInterval: "month" | "year" | null;
  subscriptionId: string | null;
}

export interface StoredSubscription extends SubscriptionState {
  customerId: string | null;
  /** To pass to `storeSubscription`. */
  version: number;
  email: string;
  timeZone: string | null;
}

const subscriptionText = `
SELECT s.plan_type AS plan, s.status, s.billing_interval AS interval, s.current_period_start AS "periodStart",
       s.current_period_end AS "periodEnd", s.cancel_at_period_end AS "cancelsAtPeriodEnd", s.grace_until AS "graceUntil",
       s.next_plan AS "nextPlan", s.next_interval AS "nextInterval", s.stripe_subscription_id AS "subscriptionId",
       s.stripe_customer_id AS "customerId", s.sync_version AS version, u.email,
       u.time_zone AS "timeZone"
  FROM user_subscriptions s JOIN users u ON u.id = s.user_id WHERE s.user_id = $1`;

/** Null if the account doesn't exist anymore. */
export async function findSubscription(userId: string): Promise<StoredSubscription | null> {
  const [row] = await readRows<StoredSubscription>("plans-subscription", subscriptionText, [userId]);
  return row ?? null;
}

/** Null if the customer has no account here. */
export async function findUserOfCustomer(customerId: string): Promise<string | null> {
  const subscription = await db.userSubscription.findUnique({
    where: { stripeCustomerId: customerId },
    select: { userId: true },
  });
  return subscription?.userId ?? null;
}

/** Stores the customer unless there is one already, and returns the stored one. */
export async function setCustomer(userId: string, customerId: string): Promise<string> {
  await db.userSubscription.updateMany({
    where: { userId, stripeCustomerId: null },
    data: { stripeCustomerId: customerId },
  });
  const stored = await db.userSubscription.findUnique({
    where: { userId },
    select: { stripeCustomerId: true },
  });
  return stored?.stripeCustomerId ?? customerId;
}

/**
 * Stores a state that was fetched while the stored one had this version. If another state has been stored since, it
 * writes nothing and returns false. The caller then fetches again, so that an older state never replaces a newer
 * one.
 */
export async function storeSubscription(
  tx: Transaction,
  userId: string,
  version: number,
  state: SubscriptionState,
): Promise<boolean> {
  // A creator's first match locks their usage row and then writes to their subscription, so this locks in the same
  // order.
  await lockRow(tx, "user_usage", userId);
  const { count } = await tx.userSubscription.updateMany({
    where: { userId, syncVersion: version },
    data: {
      planType: state.plan,
      tierId: await findTierId(tx, state.plan),
      status: state.status,
      billingInterval: state.interval,
      currentPeriodStart: state.periodStart,
      currentPeriodEnd: state.periodEnd,
      cancelAtPeriodEnd: state.cancelsAtPeriodEnd,
      graceUntil: state.graceUntil,
      nextPlan: state.nextPlan,
      nextInterval: state.nextInterval,
      stripeSubscriptionId: state.subscriptionId,
      syncVersion: { increment: 1 },
    },
  });
  return count === 1;
}

/** The task that fetches a customer's state from the provider. `payments` handles it. */
export const convergeTask = "payments:converge";

/**
 * Queues a job that fetches someone's state from the provider, if they have a record there. If that job is already
 * waiting, it isn't queued again.
 */
export async function queueConverging(tx: Transaction, userId: string): Promise<void> {
  const customerId = (await findSubscription(userId))?.customerId;
  if (customerId) await addJob(tx, convergeTask, { customerId }, { key: `${convergeTask}:${customerId}` });
}

/** Undefined if the plan has no row. */
async function findTierId(tx: Transaction, name: PlanName): Promise<number | undefined> {
  return (await tx.subscriptionTier.findUnique({ where: { name }, select: { id: true } }))?.id;
}

/** Resets messages and matches after the purchase of a post, once per `key`, and enters that in the ledger. */
export async function resetUses(tx: Transaction, userId: string, key: string): Promise<void> {
  await tx.$executeRaw`
    WITH before AS (
      SELECT user_id, message_count, match_count FROM user_usage WHERE user_id = ${userId}::uuid FOR UPDATE
    ), entered AS (
      INSERT INTO usage_ledger (user_id, kind, amount, key)
      SELECT user_id, kind, -used, ${key} FROM before,
             LATERAL (VALUES ('message'::usage_kind, message_count), ('match', match_count)) reset (kind, used)
       WHERE used > 0
      ON CONFLICT DO NOTHING RETURNING kind
    )
    UPDATE user_usage u
       SET message_count = CASE WHEN 'message' IN (SELECT kind FROM entered) THEN 0 ELSE u.message_count END,
           match_count = CASE WHEN 'match' IN (SELECT kind FROM entered) THEN 0 ELSE u.match_count END,
           message_period_start = now(), updated_at = now()
      FROM before WHERE u.user_id = before.user_id`;
}

/**
 * IDs of people whose stored subscription may be outdated, because it hasn't been updated for a day, its period or
 * grace period has ended, or it's past due.
 */
export async function listStaleSubscribers(limit: number): Promise<string[]> {
  const now = new Date();
  const rows = await db.userSubscription.findMany({
    where: {
      stripeSubscriptionId: { not: null },
      OR: [
        { updatedAt: { lt: new Date(now.getTime() - 86_400_000) } },
        { graceUntil: { lte: now }, updatedAt: { lt: db.userSubscription.fields.graceUntil } },
        {
          updatedAt: { lt: new Date(now.getTime() - 3_600_000) },
          OR: [{ currentPeriodEnd: { lt: now } }, { status: "past_due" }],
        },
      ],
    },
    orderBy: { updatedAt: "asc" },
    take: limit,
    select: { userId: true },
  });
  return rows.map(({ userId }) => userId);
}

/** Creates the subscription record of a new account, on Free, in the same transaction. */
export async function startFreePlan(tx: Transaction, { userId }: { userId: string }): Promise<void> {
  const currentPeriodStart = new Date();
  const currentPeriodEnd = new Date(currentPeriodStart.getTime() + firstPeriodDays * 86_400_000);
  const tierId = await findTierId(tx, "free");
  await tx.userSubscription.create({
    data: { userId, tierId, currentPeriodStart, currentPeriodEnd },
    select: { id: true },
  });
}
