import type { Actor } from "~/features/accounts/actor";
import { jobDb, Prisma, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockRow } from "~/platform/locks.server";

/** The task of `discovery` that makes held matches. Its name is here because features before `discovery` queue it. */
export const releaseHeldTask = "discovery:release-held-of";

/**
 * Queues the job that makes a person's held matches. Call it in every transaction that may make one possible, on either
 * side: when a limit is raised, a match is taken back, someone is approved or a block is removed.
 */
export async function queueHeldRelease(tx: Transaction, personId: string): Promise<void> {
  await addJob(tx, releaseHeldTask, { personId });
}

export type CountedKind = "swipe" | "message" | "save" | "match" | "post";
type Spender = Pick<Actor, "userId" | "userType" | "timeZone">;

/**
 * Counts one use if the plan allows it. A single conditional statement does this, so concurrent uses never exceed the
 * limit. To count a post, the caller first calls `lockPosts`.
 * @param key identifies the use, so that it's counted once
 * @returns 'spent'; 'already' if the key was counted before; 'limit' if the plan has no room
 */
export async function spend(
  tx: Transaction,
  spender: Spender,
  kind: CountedKind,
  key: string,
  subjectId?: string,
): Promise<"spent" | "already" | "limit"> {
  if (spender.userType === "contributor") return "spent";
  const count = () => tx.$queryRaw<Spent[]>(spending(spender, kind, key, subjectId ?? null));
  let [done] = await count();
  if (!done) {
    // The person has never used anything, so there's no row to lock yet.
    await startCounting(tx, spender.userId);
    [done] = await count();
  }
  if (!done) throw new Error("the plan in force has no row");
  if (done.entered) return "spent";
  if (done.known || done.has_room) return "already";
  // The plan may have no room because a concurrent request has just counted this very key.
  const taken = { userId_kind_key: { userId: spender.userId, kind, key } };
  return (await tx.usageLedgerEntry.findUnique({ where: taken })) ? "already" : "limit";
}

/**
 * Adds the row that counts a person's uses, unless there is one. Its last swipe is dated 1970, so that today's count
 * starts at zero.
 */
export async function startCounting(tx: Transaction, userId: string): Promise<void> {
  const row = { userId, lastSwipeReset: new Date(0) };
  await tx.userUsage.createMany({ data: [row], skipDuplicates: true });
}

interface Spent {
  has_room: boolean;
  /** Whether the key was already in the ledger when the statement began. */
  known: boolean;
  entered: boolean;
}

/**
 * The statement that counts a use. It locks the person's row first, so that it sees the count that the previous use
 * left, and so that a second use of the same key waits. Returns no row if there's none to lock. The text differs only
 * by kind, so PostgreSQL plans each kind once.
 */
function spending(spender: Spender, kind: CountedKind, key: string, subjectId: string | null): Prisma.Sql {
  const { next, hasCapacity, reset } = counters[kind](spender);
  const use = Prisma.sql`${idOf(spender)}, ${kind}::usage_kind`;
  // If a new billing month has begun, the ledger first reverses the last month's uses. The lock lets only one statement
  // do that, so the row's key needn't be derived from the month.
  const takenBack = reset
    ? Prisma.sql`SELECT ${use}, -reset, ${resetKeys.month} || gen_random_uuid(), NULL::uuid FROM room
                  WHERE has_room AND NOT known AND reset > 0 UNION ALL`
    : Prisma.empty;
  // The 'Matched' column of the admins' list of subscriptions reads this flag.
  const noted = Prisma.sql`, noted AS (
    UPDATE user_subscriptions s SET has_matched_contributor = true FROM entered
     WHERE s.user_id = entered.user_id AND NOT s.has_matched_contributor)`;
  return Prisma.sql`
    WITH room AS MATERIALIZED (
      SELECT tier.*, ${hasCapacity} AS has_room, ${reset ?? Prisma.sql`0`} AS reset,
             EXISTS (SELECT FROM usage_ledger l WHERE l.user_id = ${idOf(spender)} AND l.kind = ${kind}::usage_kind
                        AND l.key = ${key}) AS known
        FROM (SELECT * FROM user_usage WHERE user_id = ${idOf(spender)} FOR UPDATE) u
        JOIN plans_in_force tier ON tier.user_id = u.user_id
    ), entered AS (
      INSERT INTO usage_ledger (user_id, kind, amount, key, subject_id)
      ${takenBack} SELECT ${use}, 1, ${key}, ${subjectId}::uuid FROM room WHERE has_room AND NOT known
      ON CONFLICT DO NOTHING RETURNING user_id, amount
    ), counted AS (
      UPDATE user_usage u SET ${next}, updated_at = now() FROM entered, room tier
       WHERE u.user_id = entered.user_id AND entered.amount = 1
    )${kind === "match" ? noted : Prisma.empty}
    SELECT has_room, known, EXISTS (SELECT FROM entered WHERE amount = 1) AS entered FROM room`;
}

/**
 * Makes concurrent posts wait until the transaction ends, so that the next statement counts the posts of everyone who
 * held the lock before. A row lock in that statement wouldn't be enough: posts are counted from their own table, and a
 * statement that waited for a lock would still count from its older snapshot. Returns false for someone without a
 * creator's profile.
 */
export function lockPosts(tx: Transaction, { userId }: Pick<Spender, "userId">): Promise<boolean> {
  return lockRow(tx, "creator_profiles", userId, "no-key-update");
}

/**
 * The keys of ledger rows that reset uses begin with these: after the purchase of a post, for a new billing month, or
 * by an admin.
 */
export const resetKeys = { purchase: "purchase:", month: "month:", admin: "admin:" } as const;

const isReset = (key: Prisma.Sql) =>
  Prisma.sql`(${Prisma.join(
    Object.values(resetKeys).map((beginning) => Prisma.sql`starts_with(${key}, ${beginning})`),
    " OR ",
  )})`;

/**
 * Gives back the latest counted use about `subjectId`, once. Gives nothing back for a use that doesn't count anymore,
 * because a reset or, for a swipe, a new day came in between.
 */
export async function giveBackUse(
  tx: Transaction,
  spender: Spender,
  kind: CountedKind,
  subjectId: string,
): Promise<void> {
  if (spender.userType === "contributor") return;
  const zone = zoneOf(spender);
  const isOfToday = Prisma.sql`EXISTS (
    SELECT FROM locked u WHERE swipes_count(u.swipes_since, u.last_swipe_reset, ${zone})
                           AND l.created_at >= swipes_began(u.swipes_since, u.last_swipe_reset, ${zone}))`;
  const stillCounts = kind === "swipe" ? isOfToday : Prisma.sql`true`;
  const refunded = await giveBack(tx, [spender.userId], kind, subjectId, stillCounts);
  if (refunded.length > 0 && kind === "match") await queueHeldRelease(tx, spender.userId);
}

/**
 * Like `giveBackUse`, but for several people in one statement, and only for kinds that aren't reset daily. The caller
 * also queues the release of their held matches.
 * @returns the IDs of those who got a use back
 */
export async function giveBackAllUses(
  tx: Transaction,
  userIds: readonly string[],
  kind: "save" | "match",
  subjectId: string,
): Promise<string[]> {
  return userIds.length > 0 ? giveBack(tx, userIds, kind, subjectId, Prisma.sql`true`) : [];
}

/**
 * Keeps any use of these people from being counted until the transaction ends. Locks their rows in order of their IDs,
 * because two transactions that each give several kinds of uses back could otherwise deadlock.
 */
export async function lockUses(tx: Transaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.$executeRaw`
    SELECT FROM user_usage WHERE user_id = ANY (${[...userIds]}::uuid[]) ORDER BY user_id FOR UPDATE`;
}

/**
 * Locks the usage rows in order of their IDs, because two concurrent statements could otherwise deadlock. Returns the
 * IDs of those who got a use back.
 */
async function giveBack(
  tx: Transaction,
  userIds: readonly string[],
  kind: CountedKind,
  subjectId: string,
  stillCounts: Prisma.Sql,
): Promise<string[]> {
  const count = counts[kind];
  const given = await tx.$queryRaw<{ userId: string }[]>`
    WITH locked AS MATERIALIZED (
      SELECT * FROM user_usage WHERE user_id = ANY (${[...userIds]}::uuid[]) ORDER BY user_id FOR UPDATE
    ), original AS MATERIALIZED (
      SELECT latest.* FROM locked CROSS JOIN LATERAL (
        SELECT l.* FROM usage_ledger l
         WHERE l.user_id = locked.user_id AND l.kind = ${kind}::usage_kind AND l.amount = 1
           AND l.subject_id = ${subjectId}::uuid
         ORDER BY l.id DESC LIMIT 1) latest
       WHERE locked.${count} > 0
    ), entered AS (
      INSERT INTO usage_ledger (user_id, kind, amount, key, subject_id)
      SELECT l.user_id, l.kind, -1, l.key || ':returned', l.subject_id FROM original l
       WHERE ${stillCounts}
         AND NOT EXISTS (SELECT FROM usage_ledger r WHERE r.user_id = l.user_id AND r.kind = l.kind AND r.id > l.id
                            AND ${isReset(Prisma.sql`r.key`)})
      ON CONFLICT DO NOTHING RETURNING user_id
    )
    INSERT INTO user_usage AS u (user_id) SELECT user_id FROM entered
    ON CONFLICT (user_id) DO UPDATE SET ${count} = greatest(0, u.${count} - 1), updated_at = now()
    RETURNING u.user_id AS "userId"`;
  return given.map(({ userId }) => userId);
}

const idOf = (spender: Spender) => Prisma.sql`${spender.userId}::uuid`;
const zoneOf = (spender: Spender) => Prisma.sql`${spender.timeZone}`;

/** SQL expressions over `tier`, the plan in force, and `u`, the person's row of user_usage. */
interface Counter {
  next: Prisma.Sql;
  hasCapacity: Prisma.Sql;
  /**
   * How many earlier uses the ledger reverses first. Swipes need no such row for a new day, because each swipe's ledger
   * row has its date.
   */
  reset?: Prisma.Sql;
}

const messagesReset = Prisma.sql`
  messages_reset(tier.name, tier.current_period_start, tier.current_period_end, u.message_period_start)`;
const messagesUsed = Prisma.sql`messages_used(u.message_count, u.message_period_start, tier.name,
  tier.current_period_start, tier.current_period_end)`;

const counters: Record<CountedKind, (spender: Spender) => Counter> = {
  swipe: ({ timeZone }) => {
    const counts = Prisma.sql`swipes_count(u.swipes_since, u.last_swipe_reset, ${timeZone})`;
    const used = Prisma.sql`CASE WHEN ${counts} THEN u.swipe_count_today ELSE 0 END`;
    return {
      next: Prisma.sql`
        swipe_count_today = ${used} + 1,
        last_swipe_reset = greatest(u.last_swipe_reset, (now() AT TIME ZONE ${timeZone})::date),
        swipes_since = CASE WHEN ${counts} THEN swipes_began(u.swipes_since, u.last_swipe_reset, ${timeZone})
                            ELSE latest_midnight(${timeZone}) END`,
      hasCapacity: Prisma.sql`(is_unlimited(tier.swipes_per_day) OR ${used} < tier.swipes_per_day)`,
    };
  },
  message: () => ({
    next: Prisma.sql`
      message_count = ${messagesUsed} + 1,
      message_period_start = CASE WHEN ${messagesReset} THEN period_month_start(tier.current_period_start, tier.current_period_end, now())
                                  ELSE u.message_period_start END`,
    hasCapacity: Prisma.sql`(is_unlimited(tier.message_limit) OR ${messagesUsed} < tier.message_limit)`,
    reset: Prisma.sql`CASE WHEN ${messagesReset} THEN u.message_count ELSE 0 END`,
  }),
  save: () => ({
    next: Prisma.sql`contributor_save_count = u.contributor_save_count + 1`,
    hasCapacity: Prisma.sql`
      (is_unlimited(tier.saved_contributors_limit) OR u.contributor_save_count < tier.saved_contributors_limit)`,
  }),
  match: () => ({
    next: Prisma.sql`match_count = u.match_count + 1`,
    hasCapacity: Prisma.sql`
      (is_unlimited(tier.match_limit)
        OR u.match_count < (SELECT n FROM matches_allowed(tier.name, tier.match_limit, tier.user_id)))`,
  }),
  post: () => ({
    // The posts that a reset set aside are capped at the number of active ones. Otherwise, each one that's closed
    // would permanently make room for another post.
    next: Prisma.sql`
      post_count = (SELECT n FROM active_posts(tier.user_id)) + 1,
      post_baseline = least(u.post_baseline, (SELECT n FROM active_posts(tier.user_id)))`,
    hasCapacity: Prisma.sql`
      (is_unlimited(tier.post_limit)
        OR greatest(0, (SELECT n FROM active_posts(tier.user_id)) - u.post_baseline) < tier.post_limit)`,
  }),
};

const counts: Record<CountedKind, Prisma.Sql> = {
  swipe: Prisma.sql`swipe_count_today`,
  message: Prisma.sql`message_count`,
  save: Prisma.sql`contributor_save_count`,
  match: Prisma.sql`match_count`,
  post: Prisma.sql`post_count`,
};

/** Removes a person who's leaving from other people's ledgers, where they're the subject of uses. Idempotent. */
export async function forgetInLedgers(userId: string): Promise<void> {
  await jobDb.$executeRaw`
    UPDATE usage_ledger SET subject_id = NULL, key = 'forgotten:' || id
     WHERE subject_id = ${userId}::uuid AND user_id <> ${userId}::uuid`;
}
