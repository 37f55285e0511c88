import type { Actor } from "~/features/accounts/actor";
import { readRows, type Transaction } from "~/platform/db.server";
import { boostDays, championAt } from "./rewards";

/** Begins a boost, or makes the running one longer. Returns when it ends. */
export async function addBoost(
  tx: Transaction,
  userId: string,
  reason: keyof typeof boostDays,
): Promise<Date> {
  const [row] = await tx.$queryRaw<{ ends: Date }[]>`
    INSERT INTO boosts AS b (user_id, reason, starts_at, ends_at)
    VALUES (${userId}::uuid, ${reason}, now(), now() + make_interval(days => ${boostDays[reason]}))
    ON CONFLICT (user_id, reason) DO UPDATE
       SET starts_at = CASE WHEN b.ends_at > now() THEN b.starts_at ELSE now() END,
           ends_at = greatest(b.ends_at, now()) + make_interval(days => ${boostDays[reason]})
    RETURNING ends_at AS ends`;
  if (!row) throw new Error("a boost is always stored");
  return row.ends;
}

export interface RewardsView {
  /** ISO 8601; null without one. */
  priorityUntil: string | null;
  boostUntil: string | null;
  rewarded: number;
  isChampion: boolean;
}

export async function findRewards(actor: Pick<Actor, "userId">): Promise<RewardsView> {
  const [row] = await readRows<{ priority: Date | null; boost: Date | null; rewarded: number }>(
    "referrals-rewards",
    `SELECT (SELECT b.ends_at FROM boosts b WHERE b.user_id = $1 AND b.reason = 'referrer' AND b.ends_at > now()) AS priority,
            (SELECT b.ends_at FROM boosts b WHERE b.user_id = $1 AND b.reason = 'invitee' AND b.ends_at > now()) AS boost,
            (SELECT count(*)::int FROM referrals r WHERE r.referrer_id = $1 AND r.rewarded_at IS NOT NULL) AS rewarded`,
    [actor.userId],
  );
  const rewarded = row?.rewarded ?? 0;
  return {
    priorityUntil: row?.priority?.toISOString() ?? null,
    boostUntil: row?.boost?.toISOString() ?? null,
    rewarded,
    isChampion: rewarded >= championAt,
  };
}
