import type { Actor } from "~/features/accounts/actor";
import { lockGroupsOf, refuseGroupsOf } from "~/features/messaging/answering.server";
import { unknownPerson } from "~/features/messaging/message";
import { findConversationOf } from "~/features/messaging/opening.server";
import { dismissNotifications } from "~/features/notifications/notifying.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, readRows, transaction } from "~/platform/db.server";
import { hintAt } from "~/platform/realtime/realtime.server";

const pageSize = 20;

export type BlockOutcome = { ok: true } | { ok: false; refused: "not-found" };

/** Whom the actor could block, or has blocked; null for themselves, and for anybody who is not there to them. */
export async function findPersonToBlock(
  actor: Actor,
  personId: string,
): Promise<{ personId: string; name: string; isBlocked: boolean } | null> {
  if (!isId(personId) || personId === actor.userId) return null;
  const person = await db.user.findFirst({
    where: { id: personId, blocksMade: { none: { blockedId: actor.userId } } },
    select: {
      profile: { select: { fullName: true } },
      blocksReceived: { where: { blockerId: actor.userId }, select: { blockedId: true } },
    },
  });
  return (
    person && {
      personId,
      name: person.profile?.fullName || unknownPerson,
      isBlocked: person.blocksReceived.length > 0,
    }
  );
}

/**
 * Ends it between the actor and another person, in both directions and everywhere, from the next look on. Their news
 * of one another goes, and the groups that the other asked the actor into are turned down. Blocking again changes nothing.
 * 'not-found': oneself, nobody, and whoever has blocked the actor.
 */
export async function blockPerson(actor: Actor, personId: string): Promise<BlockOutcome> {
  if (!isId(personId)) return { ok: false, refused: "not-found" };
  const ended = await transaction(async (tx) => {
    await lockGroupsOf(tx, actor, personId);
    const [person] = await tx.$queryRaw<object[]>`
      WITH person AS (
        SELECT u.id FROM users u
         WHERE u.id = ${personId}::uuid AND u.id <> ${actor.userId}::uuid
           AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = ${actor.userId}::uuid)
      ), blocked AS (
        INSERT INTO blocks (blocker_id, blocked_id) SELECT ${actor.userId}::uuid, id FROM person ON CONFLICT DO NOTHING
      )
      SELECT id FROM person`;
    if (!person) return null;
    await refuseGroupsOf(tx, actor, personId);
    const conversationId = await findConversationOf(tx, actor.userId, personId);
    if (conversationId)
      await dismissNotifications(tx, [actor.userId, personId], paths.conversation(conversationId));
    return { conversationId };
  });
  if (!ended) return { ok: false, refused: "not-found" };
  const { conversationId } = ended;
  // Whatever shows it live looks, and finds it gone.
  if (conversationId) await hintAt([actor.userId, personId], { conversationId });
  return { ok: true };
}

/** Takes the actor's block back; of one that is not there, nothing happens. */
export async function unblockPerson(actor: Actor, personId: string): Promise<void> {
  await db.block.deleteMany({ where: { blockerId: actor.userId, blockedId: personId } });
}

export interface BlockedView {
  personId: string;
  name: string;
  /** ISO 8601. */
  since: string;
}

type BlockedRow = { blocked_id: string; created_at: Date; full_name: string | null };

/**
 * Whom the actor has blocked, the latest first, a page at a time.
 * @param after the `next` of the page before; anything else starts at the top
 */
export async function listBlocked(
  actor: Actor,
  after: string | null = null,
): Promise<{ people: BlockedView[]; next: string | null }> {
  const [time, id] = readCursor(after);
  const rows = await readRows<BlockedRow>(
    "moderation-blocked",
    `SELECT b.blocked_id, b.created_at, p.full_name
       FROM blocks b LEFT JOIN profiles p ON p.id = b.blocked_id
      WHERE b.blocker_id = $1 AND (b.created_at, b.blocked_id) < ($2::timestamptz, $3::uuid)
      ORDER BY b.created_at DESC, b.blocked_id DESC LIMIT $4`,
    [actor.userId, time, id, pageSize + 1],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    people: shown.map((row) => ({
      personId: row.blocked_id,
      name: row.full_name || unknownPerson,
      since: row.created_at.toISOString(),
    })),
    next: rows.length > pageSize && last ? cursorOf(last.created_at, last.blocked_id) : null,
  };
}
