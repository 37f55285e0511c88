import type { Actor } from "~/features/accounts/actor";
import { Prisma, type Transaction } from "~/platform/db.server";
import {
  activePosts,
  billingMonthStart,
  isUnlimited,
  matchLimit,
  messagesReset,
  messagesUsed,
  swipesToday,
  tierInForce,
  today,
} from "./plan-in-force.server";
import { queueHeldRelease } from "./releasing-held.server";

export type CountedKind = "swipe" | "message" | "save" | "match" | "post";
export type Spender = Pick<Actor, "userId" | "userType" | "timeZone">;

/**
 * Counts one use, once per key, if the plan allows it. One conditional statement, so that concurrent uses never
 * exceed the limit.
 * @param key repeating it returns 'already' and counts nothing
 * @returns 'limit' if it is reached; the caller refuses and rolls back
 */
export async function spend(
  tx: Transaction,
  spender: Spender,
  kind: CountedKind,
  key: string,
  subjectId?: string,
): Promise<"spent" | "already" | "limit"> {
  if (spender.userType === "contributor") return "spent";
  const entered = await tx.$executeRaw`
    INSERT INTO usage_ledger (user_id, kind, amount, key, subject_id)
    VALUES (${spender.userId}::uuid, ${kind}::usage_kind, 1, ${key}, ${subjectId ?? null}::uuid)
    ON CONFLICT DO NOTHING`;
  if (entered === 0) return "already";
  await tx.$executeRaw`INSERT INTO user_usage (user_id) VALUES (${spender.userId}::uuid) ON CONFLICT DO NOTHING`;
  // A separate statement: joined into the next, that one would count posts from before another's commit.
  if (kind === "post")
    await tx.$executeRaw`SELECT 1 FROM user_usage WHERE user_id = ${spender.userId}::uuid FOR UPDATE`;
  const counted = await tx.$executeRaw`
    WITH tier AS (${tierInForce(idOf(spender))})
    UPDATE user_usage u SET ${incrementOf[kind](spender)}, updated_at = now()
      FROM tier
     WHERE u.user_id = ${spender.userId}::uuid AND ${hasCapacity[kind](spender)}`;
  if (counted === 1) {
    if (kind === "match") await noteFirstMatch(tx, spender.userId);
    return "spent";
  }
  await tx.$executeRaw`
    DELETE FROM usage_ledger WHERE user_id = ${spender.userId}::uuid AND kind = ${kind}::usage_kind AND key = ${key}`;
  return "limit";
}

/** For the admin pages' 'Matched' column. */
async function noteFirstMatch(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE user_subscriptions SET has_matched_contributor = true
     WHERE user_id = ${userId}::uuid AND NOT has_matched_contributor`;
}

/**
 * Refunds the latest counted use about `subjectId`, once. A swipe of an earlier day does not change today's count.
 */
export async function refund(
  tx: Transaction,
  spender: Spender,
  kind: CountedKind,
  subjectId: string,
): Promise<void> {
  if (spender.userType === "contributor") return;
  const returned = await tx.$queryRaw<{ today: boolean }[]>`
    INSERT INTO usage_ledger (user_id, kind, amount, key, subject_id)
    SELECT l.user_id, l.kind, -1, l.key || ':returned', l.subject_id
      FROM usage_ledger l
     WHERE l.user_id = ${spender.userId}::uuid AND l.kind = ${kind}::usage_kind AND l.amount = 1
       AND l.subject_id = ${subjectId}::uuid
     ORDER BY l.id DESC LIMIT 1
    ON CONFLICT DO NOTHING
    RETURNING (SELECT (o.created_at AT TIME ZONE ${spender.timeZone})::date = ${today(zoneOf(spender))}
                 FROM usage_ledger o
                WHERE o.user_id = usage_ledger.user_id AND o.kind = usage_ledger.kind
                  AND o.key = left(usage_ledger.key, -9)) AS today`;
  const entry = returned[0];
  if (!entry || (kind === "swipe" && !entry.today)) return;
  await tx.$executeRaw`
    UPDATE user_usage SET ${decrementOf[kind]}, updated_at = now() WHERE user_id = ${spender.userId}::uuid`;
  if (kind === "match") await queueHeldRelease(tx, spender.userId);
}

const idOf = (spender: Spender) => Prisma.sql`${spender.userId}::uuid`;
const zoneOf = (spender: Spender) => Prisma.sql`${spender.timeZone}`;

const hasCapacity: Record<CountedKind, (spender: Spender) => Prisma.Sql> = {
  swipe: (spender) =>
    Prisma.sql`(${isUnlimited("swipes_per_day")} OR ${swipesToday(zoneOf(spender))} < tier.swipes_per_day)`,
  message: () => Prisma.sql`(${isUnlimited("message_limit")} OR ${messagesUsed} < tier.message_limit)`,
  save: () =>
    Prisma.sql`(${isUnlimited("saved_contributors_limit")} OR u.contributor_save_count < tier.saved_contributors_limit)`,
  match: (spender) =>
    Prisma.sql`(${isUnlimited("match_limit")} OR u.match_count < ${matchLimit(idOf(spender))})`,
  post: (spender) =>
    Prisma.sql`(${isUnlimited("post_limit")} OR ${activePosts(idOf(spender))} - u.post_baseline < tier.post_limit)`,
};

const incrementOf: Record<CountedKind, (spender: Spender) => Prisma.Sql> = {
  swipe: (spender) => Prisma.sql`
    swipe_count_today = ${swipesToday(zoneOf(spender))} + 1,
    last_swipe_reset = greatest(u.last_swipe_reset, ${today(zoneOf(spender))})`,
  message: () => Prisma.sql`
    message_count = ${messagesUsed} + 1,
    message_period_start = CASE WHEN ${messagesReset} THEN ${billingMonthStart} ELSE u.message_period_start END`,
  save: () => Prisma.sql`contributor_save_count = u.contributor_save_count + 1`,
  match: () => Prisma.sql`match_count = u.match_count + 1`,
  post: (spender) => Prisma.sql`post_count = ${activePosts(idOf(spender))} + 1`,
};

const decrementOf: Record<CountedKind, Prisma.Sql> = {
  swipe: Prisma.sql`swipe_count_today = greatest(0, swipe_count_today - 1)`,
  message: Prisma.sql`message_count = greatest(0, message_count - 1)`,
  save: Prisma.sql`contributor_save_count = greatest(0, contributor_save_count - 1)`,
  match: Prisma.sql`match_count = greatest(0, match_count - 1)`,
  post: Prisma.sql`post_count = greatest(0, post_count - 1)`,
};
