import type { Transaction } from "~/platform/db.server";
import { firstPeriodDays } from "./plan";

/** In the transaction that creates the account. */
export async function startFreePlan(tx: Transaction, member: { userId: string }): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO user_subscriptions (user_id, tier_id, current_period_end)
    VALUES (${member.userId}::uuid, (SELECT id FROM subscription_tiers WHERE name = 'free'),
            now() + make_interval(days => ${firstPeriodDays}::int))`;
}
