import { transactionByAdmin } from "~/features/accounts/acting.server";
import type { Actor, Admin } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { isId } from "~/ids";
import { db, readRows, type Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { pageOf } from "~/platform/paging.server";
import { lockPosts, queueHeldRelease, resetKeys, startCounting } from "./counting.server";
import type { PlanName } from "./plan";
import type { UseLine } from "./use-line";

type ResetOutcome =
  /** `plan` is the plan in force. */
  { ok: true; plan: PlanName } | { ok: false; refused: "not-found" };

/** The plan in force, and the counts that a reset sets to zero. */
type Used = { plan: PlanName } & Record<"posts" | "messages" | "swipes" | "saved" | "matches", number>;

/**
 * Sets all of a person's uses to zero, once per `form.key`: the ledger reverses the uses, active posts are set aside,
 * and the release of held matches is queued. Recorded in the audit log if anything had been used. Refused: 'not-found'.
 * @param form.key from the confirmation page
 */
export async function resetUsage(
  admin: Admin,
  userId: string,
  form: { key: string; reason: string },
): Promise<ResetOutcome> {
  if (!isId(userId)) return { ok: false, refused: "not-found" };
  const key = `${resetKeys.admin}${form.key}`;
  return transactionByAdmin(admin, async (tx) => {
    await lockPosts(tx, { userId });
    const before = await lockUsage(tx, userId);
    if (!before) return { ok: false, refused: "not-found" };
    const { plan, ...used } = before;
    const done: ResetOutcome = { ok: true, plan };
    if (await tx.usageLedgerEntry.findFirst({ where: { userId, key }, select: { id: true } })) return done;
    await takeBack(tx, userId, key);
    if (Object.values(used).every((count) => count === 0)) {
      // Stores the key even though there's nothing to reset, because the same form sent again would otherwise reset
      // later uses.
      await tx.usageLedgerEntry.createMany({
        data: { userId, kind: "swipe", amount: 0, key },
        skipDuplicates: true,
      });
      return done;
    }
    const after = Object.fromEntries(Object.keys(used).map((name) => [name, 0]));
    await recordAdminAction(tx, admin, "usage.reset", userId, { reason: form.reason, before: used, after });
    if (used.matches > 0) await queueHeldRelease(tx, userId);
    return done;
  });
}

/** Keeps any use of this person from being counted until the transaction ends. Null if there's no such account. */
async function lockUsage(tx: Transaction, userId: string): Promise<Used | null> {
  if (!(await lockRow(tx, "users", userId, "no-key-update"))) return null;
  await startCounting(tx, userId);
  await lockRow(tx, "user_usage", userId);
  return findUsed(userId, tx);
}

/** Null if there's no such account. */
export async function findUsed(userId: string, tx: Transaction = db): Promise<Used | null> {
  const [row] = await tx.$queryRaw<Used[]>`
    SELECT t.name AS plan, t.posts_used AS posts, t.messages_used AS messages,
           coalesce((SELECT n FROM swipes_today(a.id, coalesce(a.time_zone, 'UTC'))), 0) AS swipes,
           t.saves_used AS saved, t.matches_used AS matches
      FROM users a JOIN usage_in_force t ON t.user_id = a.id WHERE a.id = ${userId}::uuid`;
  return row ?? null;
}

/**
 * Resets the counters and enters that in the ledger. Swipes from an earlier day don't count anymore, so neither changes
 * them.
 */
async function takeBack(tx: Transaction, userId: string, key: string): Promise<void> {
  await tx.$executeRaw`
    WITH before AS MATERIALIZED (
      SELECT u.*, coalesce((SELECT n FROM swipes_today(a.id, coalesce(a.time_zone, 'UTC'))), 0) AS swipes,
             (SELECT n FROM active_posts(a.id)) AS active, t.posts_used AS posts
        FROM user_usage u JOIN users a ON a.id = u.user_id JOIN usage_in_force t ON t.user_id = a.id
       WHERE u.user_id = ${userId}::uuid
    ), entered AS (
      INSERT INTO usage_ledger (user_id, kind, amount, key)
      SELECT user_id, kind, -used, ${key} FROM before,
             LATERAL (VALUES ('post'::usage_kind, posts), ('message', message_count), ('swipe', swipes),
                             ('save', contributor_save_count), ('match', match_count)) reset (kind, used)
       WHERE used > 0
    )
    UPDATE user_usage u
       SET post_baseline = before.active, message_count = 0, message_period_start = now(), match_count = 0,
           contributor_save_count = 0, swipe_count_today = u.swipe_count_today - before.swipes, updated_at = now()
      FROM before WHERE u.user_id = before.user_id`;
}

const pageSize = 20;

/** The IDs are of type bigserial. */
const cursorPattern = /^[1-9]\d{0,17}$/;
const start = "9223372036854775807";

/**
 * The actor's ledger, newest first. Names people only while the actor may see them.
 * @param before a line's ID; a malformed one starts at the beginning
 * @returns `next` for the following page, null at the end
 */
export async function listUses(
  actor: Pick<Actor, "userId">,
  before: string | null,
): Promise<{ lines: UseLine[]; next: string | null }> {
  const from = before && cursorPattern.test(before) ? before : start;
  const rows = await readRows<Row>("plans-ledger", ledgerText, [actor.userId, from, pageSize + 1]);
  const page = pageOf(rows, pageSize, ({ id }) => id);
  const lines = page.rows.map(({ key, at, ...row }) => ({
    ...row,
    reset: resetNames.find((name) => key.startsWith(resetKeys[name])) ?? null,
    at: at.toISOString(),
  }));
  return { lines, next: page.next };
}

const resetNames = Object.keys(resetKeys) as (keyof typeof resetKeys)[];

type Row = Omit<UseLine, "at" | "reset"> & { at: Date; key: string };

/**
 * $1 is the actor, $2 the ID that the lines come before, $3 how many. `name` is the person a use was about: for a
 * message in a direct conversation, the other member.
 */
const ledgerText = `
SELECT l.id::text, l.kind::text, l.amount, l.created_at AS at, l.key, p.full_name AS name,
       (SELECT b.title FROM project_briefs b WHERE l.kind = 'post' AND b.id = l.subject_id AND b.creator_id = $1::uuid) AS title,
       coalesce((SELECT c.direct_key IS NULL FROM conversations c WHERE l.kind = 'message' AND c.id = l.subject_id), false)
         AS "isToGroup"
  FROM (SELECT * FROM usage_ledger WHERE user_id = $1::uuid AND id < $2::bigint AND amount <> 0 ORDER BY id DESC LIMIT $3::int) l
  LEFT JOIN profiles p
    ON p.id = CASE l.kind
         WHEN 'message' THEN (
           SELECT o.user_id FROM conversations c JOIN conversation_participants o ON o.conversation_id = c.id
            WHERE c.id = l.subject_id AND c.direct_key IS NOT NULL AND o.user_id <> $1::uuid LIMIT 1)
         WHEN 'post' THEN NULL ELSE l.subject_id END
   AND EXISTS (SELECT FROM reachable($1::uuid, p.id)) AND EXISTS (SELECT FROM open_profile(p.id))
 ORDER BY l.id DESC`;
