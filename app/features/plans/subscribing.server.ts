import { db, type Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { firstPeriodDays, type PlanName } from "./plan";

/** A person's plan, as the payment provider's state amounts to. */
interface SubscriptionState {
  plan: PlanName;
  /** The provider's word; 'active' for Free and pay-per-post. */
  status: string;
  interval: "month" | "year" | null;
  periodStart: Date;
  periodEnd: Date;
  cancelsAtPeriodEnd: boolean;
  /** While a payment has failed: the end of access. */
  graceUntil: Date | null;
  /** From the end of the period. */
  nextPlan: PlanName | null;
  nextInterval: "month" | "year" | null;
  subscriptionId: string | null;
}

export interface StoredSubscription extends SubscriptionState {
  customerId: string | null;
  /** For `storeSubscription`. */
  version: number;
  email: string;
}

/** Null if the account is gone. */
export async function findSubscription(userId: string): Promise<StoredSubscription | null> {
  const [row] = await db.$queryRaw<StoredSubscription[]>`
    SELECT s.plan_type AS plan, s.status, s.billing_interval AS interval, s.current_period_start AS "periodStart",
           s.current_period_end AS "periodEnd", s.cancel_at_period_end AS "cancelsAtPeriodEnd",
           s.grace_until AS "graceUntil", s.next_plan AS "nextPlan", s.next_interval AS "nextInterval",
           s.stripe_subscription_id AS "subscriptionId", s.stripe_customer_id AS "customerId",
           s.sync_version AS version, u.email
      FROM user_subscriptions s JOIN users u ON u.id = s.user_id WHERE s.user_id = ${userId}::uuid`;
  return row ?? null;
}

/** Null for a customer of no one here. */
export async function findUserOfCustomer(customerId: string): Promise<string | null> {
  const found = await db.userSubscription.findUnique({
    where: { stripeCustomerId: customerId },
    select: { userId: true },
  });
  return found?.userId ?? null;
}

/** Once; returns the customer that is stored, which an earlier call may have set. */
export async function setCustomer(userId: string, customerId: string): Promise<string> {
  const [row] = await db.$queryRaw<{ customer: string }[]>`
    UPDATE user_subscriptions SET stripe_customer_id = coalesce(stripe_customer_id, ${customerId})
     WHERE user_id = ${userId}::uuid RETURNING stripe_customer_id AS customer`;
  return row?.customer ?? customerId;
}

/**
 * Takes over a state that was fetched after version `version` was read. False, and nothing written, if another was
 * taken over since: the caller fetches again, so that an older state never replaces a newer one.
 */
export async function storeSubscription(
  tx: Transaction,
  userId: string,
  version: number,
  state: SubscriptionState,
): Promise<boolean> {
  // In the order in which a use locks: a first match also writes to the subscription.
  await lockRow(tx, "user_usage", userId);
  const written = await tx.$executeRaw`
    UPDATE user_subscriptions s
       SET plan_type = ${state.plan}::plan_type,
           tier_id = coalesce((SELECT id FROM subscription_tiers WHERE name = ${state.plan}::plan_type), s.tier_id),
           status = ${state.status}, billing_interval = ${state.interval},
           current_period_start = ${state.periodStart}, current_period_end = ${state.periodEnd},
           cancel_at_period_end = ${state.cancelsAtPeriodEnd}, grace_until = ${state.graceUntil},
           next_plan = ${state.nextPlan}::plan_type, next_interval = ${state.nextInterval},
           stripe_subscription_id = ${state.subscriptionId}, sync_version = s.sync_version + 1, updated_at = now()
     WHERE s.user_id = ${userId}::uuid AND s.sync_version = ${version}`;
  return written === 1;
}

/** A purchase of a post resets messages and matches, once per `key`; the ledger records it. */
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

/** With a subscription whose state may be old: unheard of for a day, past its period or grace, or with a failed payment. */
export async function listStaleSubscribers(limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ userId: string }[]>`
    SELECT user_id AS "userId" FROM user_subscriptions
     WHERE stripe_subscription_id IS NOT NULL
       AND (updated_at < now() - interval '1 day'
            OR grace_until <= now() AND updated_at < grace_until
            OR (current_period_end < now() OR status = 'past_due') AND updated_at < now() - interval '1 hour')
     ORDER BY updated_at LIMIT ${limit}`;
  return rows.map(({ userId }) => userId);
}

/** In the transaction that creates the account. */
export async function startFreePlan(tx: Transaction, member: { userId: string }): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO user_subscriptions (user_id, tier_id, current_period_end)
    VALUES (${member.userId}::uuid, (SELECT id FROM subscription_tiers WHERE name = 'free'),
            now() + make_interval(days => ${firstPeriodDays}::int))`;
}
