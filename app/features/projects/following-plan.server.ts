import { freePostExpiry, isActivePost, joinUsage, tierInForce } from "~/features/plans/plan-in-force.server";
import { Prisma, type Transaction } from "~/platform/db.server";

/**
 * After a change of plan, in its transaction: active projects stay open without end on a subscription. A paid post keeps
 * the newest open as long as it lasts, as many as the plan allows. All others without an end get Free's days from now.
 */
export async function followPlan(tx: Transaction, creatorId: string): Promise<void> {
  const creator = Prisma.sql`${creatorId}::uuid`;
  const becomes = Prisma.sql`(CASE
    WHEN tier.name IN ('pro', 'agency') THEN NULL
    WHEN tier.name = 'pay_per_post' AND active.has_room THEN greatest(b.expires_at, tier.current_period_end)
    ELSE coalesce(b.expires_at, ${freePostExpiry}) END)`;
  await tx.$executeRaw`
    WITH tier AS (${tierInForce(creator)}),
    active AS (
      SELECT b.id, tier.post_limit + coalesce(u.post_baseline, 0)
               >= row_number() OVER (ORDER BY b.created_at DESC, b.id DESC) AS has_room
        FROM tier ${joinUsage(creator)} JOIN project_briefs b ON b.creator_id = ${creator} AND ${isActivePost}
    )
    UPDATE project_briefs b SET expires_at = ${becomes}, updated_at = now()
      FROM tier, active
     WHERE b.id = active.id AND ${isActivePost} AND ${becomes} IS DISTINCT FROM b.expires_at`;
}

/**
 * After `followPlan`, where a paid post was refunded or charged back before its days were over: its plan ends at once, so
 * projects stay open no longer than Free's days from now, as after a subscription. A case that is won brings the plan
 * back, and `followPlan` the days.
 */
export async function endPaidDays(tx: Transaction, creatorId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE project_briefs b SET expires_at = ${freePostExpiry}, updated_at = now()
     WHERE b.creator_id = ${creatorId}::uuid AND ${isActivePost} AND b.expires_at > ${freePostExpiry}`;
}
