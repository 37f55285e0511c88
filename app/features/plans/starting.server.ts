import type { Transaction } from "~/platform/db.server";

/** The specification's first period. Free never lapses: what ends with it is a post. */
const firstPeriod = "14 days";

/** Gives a new member their record of the Free plan, in the transaction that makes the account. */
export async function startFreePlan(
  tx: Transaction,
  member: { userId: string; email: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO user_subscriptions (user_id, email, tier_id, current_period_end)
    SELECT ${member.userId}::uuid, ${member.email}, id, now() + ${firstPeriod}::interval
      FROM subscription_tiers WHERE name = 'free'`;
}
