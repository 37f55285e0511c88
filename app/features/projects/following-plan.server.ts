import type { Transaction } from "~/platform/db.server";

/**
 * After a change of plan, in its transaction: active projects stay open without end on a subscription. A paid post keeps
 * the newest open as long as it lasts, as many as the plan allows. All others without an end get Free's days from now.
 */
export async function followPlan(tx: Transaction, creatorId: string): Promise<void> {
  await tx.$executeRaw`
    WITH active AS (
      SELECT b.id, t.name, t.current_period_end,
             t.post_limit + t.post_baseline
               >= row_number() OVER (ORDER BY b.created_at DESC, b.id DESC) AS has_room
        FROM usage_in_force t JOIN project_briefs b ON b.creator_id = t.user_id AND is_active_post(b)
       WHERE t.user_id = ${creatorId}::uuid
    ), becomes AS (
      SELECT b.id, CASE WHEN active.name IN ('pro', 'agency') THEN NULL
               WHEN active.name = 'pay_per_post' AND active.has_room
                 THEN greatest(b.expires_at, active.current_period_end)
               ELSE coalesce(b.expires_at, post_expiry('free')) END AS expires_at
        FROM active JOIN project_briefs b ON b.id = active.id
    )
    UPDATE project_briefs b SET expires_at = becomes.expires_at, updated_at = now() FROM becomes
     WHERE b.id = becomes.id AND is_active_post(b) AND becomes.expires_at IS DISTINCT FROM b.expires_at`;
}

/**
 * After `followPlan`, where a paid post was refunded or charged back before its days were over: its plan ends at once, so
 * projects stay open no longer than Free's days from now, as after a subscription. A case that is won brings the plan
 * back, and `followPlan` the days.
 */
export async function endPaidDays(tx: Transaction, creatorId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE project_briefs b SET expires_at = post_expiry('free'), updated_at = now()
     WHERE b.creator_id = ${creatorId}::uuid AND is_active_post(b) AND b.expires_at > post_expiry('free')`;
}
