import { insertHints } from "~/features/live/hinting.server";
import { notify } from "~/features/notifications/notifying.server";
import { paths } from "~/paths";
import { Prisma, type Transaction } from "~/platform/db.server";
import { unknownPerson } from "./message";
import { remindLater } from "./reminding.server";

type Freed = {
  conversationId: string;
  senderId: string;
  sender: string;
  userId: string;
  state: string;
  read: number;
};

/**
 * Lets a first message through that was held: it now reaches its recipients as if it had just been sent. Again, or after
 * they have come into contact by themselves, it changes nothing. Who has blocked the sender meanwhile stays out of a group.
 */
export const releaseHeldMessage = (tx: Transaction, messageId: string) =>
  release(tx, Prisma.sql`told.id = ${messageId}::uuid`);

/** The same of a conversation's first message. */
export const releaseHeldIn = (tx: Transaction, conversationId: string) =>
  release(tx, Prisma.sql`told.conversation_id = ${conversationId}::uuid AND told.seq = 1`);

/** @param which of the messages `told` */
async function release(tx: Transaction, which: Prisma.Sql): Promise<void> {
  const freed = await tx.$queryRaw<Freed[]>`
    WITH freed AS (
      UPDATE conversation_participants p
         SET is_held = false, active_at = clock_timestamp(),
             state = CASE WHEN c.direct_key IS NULL AND EXISTS (SELECT FROM blocked_between(p.user_id, told.sender_id)) THEN 'left'
                          WHEN EXISTS (SELECT FROM connected(p.user_id, told.sender_id)) THEN 'active'
                          ELSE 'requested' END::participant_state
        FROM messages told JOIN conversations c ON c.id = told.conversation_id
       WHERE ${which} AND p.conversation_id = c.id AND p.is_held
      RETURNING p.conversation_id, p.user_id, p.state, p.last_read_seq, told.sender_id, c.last_seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT DISTINCT jsonb_build_object('conversationId', conversation_id, 'seq', last_seq) FROM freed`)}
    )
    SELECT f.conversation_id AS "conversationId", f.sender_id AS "senderId", coalesce(nullif(s.full_name, ''), ${unknownPerson}) AS sender,
           f.user_id AS "userId", f.state::text AS state, f.last_read_seq AS read
      FROM freed f JOIN profiles s ON s.id = f.sender_id WHERE f.state <> 'left'`;
  const [first] = freed;
  if (!first) return;
  const { conversationId, senderId, sender } = first;
  await notify(
    tx,
    ...freed.map(({ userId, state, read }) => ({
      userId,
      kind: "message" as const,
      title: state === "requested" ? `${sender} would like to write to you` : `New message from ${sender}`,
      body: "",
      href: paths.conversation(conversationId),
      aboutId: senderId,
      eventKey: `message:${conversationId}:${userId}:${read}`,
    })),
  );
  await remindLater(tx, conversationId);
}
