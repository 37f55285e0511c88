import { cursorOf, readCursor } from "~/platform/cursor";
import { db, Prisma, readRows, type Transaction } from "~/platform/db.server";
import { pageOf } from "~/platform/paging.server";

/**
 * SQL: the actor may block account `u`. It isn't their own, is neither suspended nor leaving, and hasn't blocked the
 * actor.
 */
const canBeBlocked = (actorId: string) => Prisma.sql`
  u.id <> ${actorId}::uuid AND EXISTS (SELECT FROM open_account(u.id))
  AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = ${actorId}::uuid)`;

/** The person, if the actor may block them or has done so; otherwise null. */
export async function findBlockable(actorId: string, personId: string) {
  const [row] = await db.$queryRaw<{ name: string; isBlocked: boolean }[]>`
    SELECT coalesce(p.full_name, '') AS name, EXISTS (SELECT 1 FROM blocks b
             WHERE b.blocker_id = ${actorId}::uuid AND b.blocked_id = u.id) AS "isBlocked"
      FROM users u LEFT JOIN profiles p ON p.id = u.id
     WHERE u.id = ${personId}::uuid AND ${canBeBlocked(actorId)}`;
  return row ?? null;
}

/** Blocks a person; does nothing the second time. False if the actor may not block them. */
export async function addBlock(tx: Transaction, actorId: string, personId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    WITH person AS (
      SELECT u.id FROM users u WHERE u.id = ${personId}::uuid AND ${canBeBlocked(actorId)}
    ), blocked AS (
      INSERT INTO blocks (blocker_id, blocked_id) SELECT ${actorId}::uuid, id FROM person ON CONFLICT DO NOTHING
    )
    SELECT id FROM person`;
  return rows.length > 0;
}

/** False if there's no such block. */
export async function removeBlock(tx: Transaction, actorId: string, personId: string): Promise<boolean> {
  const { count } = await tx.block.deleteMany({ where: { blockerId: actorId, blockedId: personId } });
  return count > 0;
}

/**
 * Latest first, in pages. Leaves out people who are suspended or leaving.
 * @param after the previous page's `next`
 */
export async function listBlocks(actorId: string, after: string | null, pageSize: number) {
  const [time, id] = readCursor(after);
  const blocked = await readRows<{ personId: string; name: string; since: Date }>(
    "visibility-blocked",
    `SELECT b.blocked_id AS "personId", coalesce(p.full_name, '') AS name, b.created_at AS since
       FROM blocks b LEFT JOIN profiles p ON p.id = b.blocked_id
      WHERE b.blocker_id = $1 AND (b.created_at, b.blocked_id) < ($2::timestamptz, $3::uuid) AND EXISTS (SELECT FROM open_account(b.blocked_id))
      ORDER BY b.created_at DESC, b.blocked_id DESC LIMIT $4`,
    [actorId, time, id, pageSize + 1],
  );
  const { rows: people, next } = pageOf(blocked, pageSize, ({ since, personId }) =>
    cursorOf(since, personId),
  );
  return { people, next };
}
