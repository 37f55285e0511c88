import { isActivePost, postExpiry, tierInForce } from "~/features/plans/plan-in-force.server";
import { Prisma, type Transaction } from "~/platform/db.server";

/**
 * After a change of plan, in its transaction: active projects stay open without end on a subscription; on pay-per-post
 * at least as long as it lasts; on Free those without an end get its days from now.
 */
export async function followPlan(tx: Transaction, creatorId: string): Promise<void> {
  await tx.$executeRaw`
    WITH tier AS (${tierInForce(Prisma.sql`${creatorId}::uuid`)})
    UPDATE project_briefs b
       SET expires_at = CASE tier.name
             WHEN 'free' THEN ${postExpiry}
             WHEN 'pay_per_post' THEN greatest(b.expires_at, tier.current_period_end) END,
           updated_at = now()
      FROM tier
     WHERE b.creator_id = ${creatorId}::uuid AND ${isActivePost}
       AND CASE tier.name WHEN 'free' THEN b.expires_at IS NULL
                          WHEN 'pay_per_post' THEN b.expires_at IS NULL OR b.expires_at < tier.current_period_end
                          ELSE b.expires_at IS NOT NULL END`;
}
