import type { Actor } from "~/features/accounts/actor";
import { Prisma, type Transaction } from "~/platform/db.server";
import { unlimited } from "./plan";

export type CountedKind = "swipe" | "message" | "save" | "match";
/** Who is counted: the member whose plan it is. */
export type Spender = Pick<Actor, "userId" | "userType" | "timeZone">;

/**
 * The tier in force for a user: their plan's, unless it has lapsed. Pay-per-post lapses with its period; a
 * subscription goes on while the provider calls it alive, or until what was paid for ends.
 */
export const tierInForce = (userId: string) => Prisma.sql`
  SELECT t.*, s.current_period_start, s.current_period_end
    FROM subscription_tiers t
    LEFT JOIN user_subscriptions s ON s.user_id = ${userId}::uuid
   WHERE t.name = CASE
           WHEN s.plan_type = 'pay_per_post' AND s.current_period_end > now() THEN s.plan_type
           WHEN s.plan_type IN ('pro', 'agency')
                AND (s.status IN ('active', 'trialing', 'past_due') OR s.current_period_end > now()) THEN s.plan_type
           ELSE 'free'::plan_type END`;

/** The start of the billing month that now lies in, counted from the period's anchor. */
export const billingMonthStart = Prisma.sql`
  (tier.current_period_start + make_interval(months =>
    (extract(year FROM age(now(), tier.current_period_start)) * 12 + extract(month FROM age(now(), tier.current_period_start)))::int))`;

/**
 * Counts one use, exactly once per key, if the plan has room for it. One conditional statement decides, so that of
 * fifty at once exactly as many pass as the limit allows.
 * @param key names the use; the same key again is 'already' and counts nothing
 * @returns 'limit' when there is no room, with nothing counted; the caller refuses and rolls back what it wrote
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
  const counted = await tx.$executeRaw`
    WITH tier AS (${tierInForce(spender.userId)})
    UPDATE user_usage u SET ${incrementOf[kind](spender)}, updated_at = now()
      FROM tier
     WHERE u.user_id = ${spender.userId}::uuid AND ${roomFor[kind](spender)}`;
  if (counted === 1) {
    if (kind === "match") await noteFirstMatch(tx, spender.userId);
    return "spent";
  }
  await tx.$executeRaw`
    DELETE FROM usage_ledger WHERE user_id = ${spender.userId}::uuid AND kind = ${kind}::usage_kind AND key = ${key}`;
  return "limit";
}

/** For the admins' column 'Matched'. */
async function noteFirstMatch(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE user_subscriptions SET has_matched_contributor = true
     WHERE user_id = ${userId}::uuid AND NOT has_matched_contributor`;
}

/**
 * Gives back the latest use about `subjectId`, if it was counted and not given back yet. A swipe of an earlier day
 * changes today's count no more.
 */
export async function giveBack(
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
    RETURNING (SELECT (o.created_at AT TIME ZONE ${spender.timeZone})::date = (now() AT TIME ZONE ${spender.timeZone})::date
                 FROM usage_ledger o
                WHERE o.user_id = usage_ledger.user_id AND o.kind = usage_ledger.kind
                  AND o.key = left(usage_ledger.key, -9)) AS today`;
  const entry = returned[0];
  if (!entry || (kind === "swipe" && !entry.today)) return;
  await tx.$executeRaw`
    UPDATE user_usage SET ${decrementOf[kind]}, updated_at = now() WHERE user_id = ${spender.userId}::uuid`;
}

const today = (spender: Spender) => Prisma.sql`(now() AT TIME ZONE ${spender.timeZone})::date`;
const isUnlimited = (limit: string) => Prisma.raw(`tier.${limit} >= ${unlimited}`);

const roomFor: Record<CountedKind, (spender: Spender) => Prisma.Sql> = {
  swipe: (spender) => Prisma.sql`(${isUnlimited("swipes_per_day")}
    OR (CASE WHEN u.last_swipe_reset >= ${today(spender)} THEN u.swipe_count_today ELSE 0 END) < tier.swipes_per_day)`,
  message: () => Prisma.sql`(${isUnlimited("message_limit")}
    OR (CASE WHEN ${messagesStartAnew} THEN 0 ELSE u.message_count END) < tier.message_limit)`,
  save: () =>
    Prisma.sql`(${isUnlimited("saved_contributors_limit")} OR u.contributor_save_count < tier.saved_contributors_limit)`,
  match: (spender) =>
    Prisma.sql`(${isUnlimited("match_limit")} OR u.match_count < ${matchLimit(spender.userId)})`,
};

const messagesStartAnew = Prisma.sql`(tier.name = 'pro' AND u.message_period_start < ${billingMonthStart})`;

/** Pro allows 10 matches for each active post, and 10 without any. */
export const matchLimit = (userId: string) => Prisma.sql`
  tier.match_limit * CASE WHEN tier.name = 'pro' THEN greatest(1, (
    SELECT count(*) FROM project_briefs b
     WHERE b.creator_id = ${userId}::uuid AND b.status IN ('open', 'in_progress')
       AND (b.expires_at IS NULL OR b.expires_at > now()))) ELSE 1 END`;

const incrementOf: Record<CountedKind, (spender: Spender) => Prisma.Sql> = {
  swipe: (spender) => Prisma.sql`
    swipe_count_today = CASE WHEN u.last_swipe_reset >= ${today(spender)} THEN u.swipe_count_today ELSE 0 END + 1,
    last_swipe_reset = greatest(u.last_swipe_reset, ${today(spender)})`,
  message: () => Prisma.sql`
    message_count = CASE WHEN ${messagesStartAnew} THEN 0 ELSE u.message_count END + 1,
    message_period_start = CASE WHEN ${messagesStartAnew} THEN ${billingMonthStart} ELSE u.message_period_start END`,
  save: () => Prisma.sql`contributor_save_count = u.contributor_save_count + 1`,
  match: () => Prisma.sql`match_count = u.match_count + 1`,
};

const decrementOf: Record<CountedKind, Prisma.Sql> = {
  swipe: Prisma.sql`swipe_count_today = greatest(0, swipe_count_today - 1)`,
  message: Prisma.sql`message_count = greatest(0, message_count - 1)`,
  save: Prisma.sql`contributor_save_count = greatest(0, contributor_save_count - 1)`,
  match: Prisma.sql`match_count = greatest(0, match_count - 1)`,
};
