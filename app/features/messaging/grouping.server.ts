import type { Actor } from "~/features/accounts/actor";
import { markRead } from "~/features/notifications/marking-read.server";
import { canStartConversations } from "~/features/visibility/standing";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, type Transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { sendHint } from "~/platform/realtime/realtime.server";
import { largestGroup, type StartRefusal } from "./message";
import { releaseUnseenIn } from "./releasing.server";
import { listChosen } from "./searching.server";
import { brake, deliver, type SendOutcome, send } from "./sending.server";
import { refuseStart } from "./starting.server";
import { findResend, type NewMessage, readyOf } from "./storing.server";

export type GroupOutcome = SendOutcome | StartRefusal;

/**
 * Opens a group and sends its first message, all or nothing; a resend opens no second group. People not connected to
 * the actor receive it as a request. Refused as refuseStart and sendMessage; 'group-too-large'; 'not-all-there' if
 * the actor can no longer write to one of them.
 */
export async function writeToGroup(
  actor: Actor,
  personIds: readonly string[],
  input: NewMessage,
): Promise<GroupOutcome> {
  const resend = await findResend(actor, null, readyOf(input));
  if (resend) return resend;
  const wanted = new Set(personIds);
  if (wanted.size === 0) return { ok: false, refused: "nobody-chosen" };
  if (!canStartConversations(actor)) return { ok: false, refused: "not-yet" };
  if (wanted.size > largestGroup) return { ok: false, refused: "group-too-large" };
  const chosen = await listChosen(actor, personIds);
  if (chosen.length < wanted.size) return { ok: false, refused: "not-all-there" };
  const waitSeconds = await takeFromLimit("conversation", actor.userId, actor);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const others = chosen.map((person) => person.personId);
  await brake(actor, others, input);
  return deliver<StartRefusal>(actor, input, {
    findStored: (message) => findResend(actor, null, message),
    async act(tx, message) {
      const refusal = await refuseStart(tx, actor, others, false);
      // A concurrent resend may have opened the group.
      if (refusal) return (await findResend(actor, null, message, tx)) ?? refusal;
      return send(tx, actor, await openGroup(tx, actor, [actor.userId, ...others]), message);
    },
  });
}

async function openGroup(tx: Transaction, actor: Actor, everybody: string[]): Promise<string> {
  const [made] = await tx.$queryRaw<{ id: string }[]>`
    WITH made AS (
      INSERT INTO conversations (created_by) VALUES (${actor.userId}::uuid) RETURNING id, created_by
    ), joined AS (
      INSERT INTO conversation_participants (conversation_id, user_id, state)
      SELECT made.id, person, CASE
               WHEN person = made.created_by OR EXISTS (SELECT FROM connected(made.created_by, person)) THEN 'active'
               ELSE 'requested' END::participant_state
        FROM made, unnest(${everybody}::uuid[]) AS person
    )
    SELECT id FROM made`;
  if (!made) throw new Error("an insert returned no row");
  return made.id;
}

/** 'not-found': the actor is in no such group. */
export async function leaveGroup(
  actor: Actor,
  conversationId: string,
): Promise<{ ok: true } | { ok: false; refused: "not-found" }> {
  if (!isId(conversationId)) return { ok: false, refused: "not-found" };
  const { count } = await db.conversationParticipant.updateMany({
    where: {
      conversationId,
      userId: actor.userId,
      state: { not: "left" },
      conversation: { directKey: null },
    },
    data: { state: "left" },
  });
  if (count === 0) return { ok: false, refused: "not-found" };
  await releaseUnseenIn(conversationId);
  await markRead(actor, paths.conversation(conversationId));
  // Open pages refetch and find the group gone.
  await sendHint([actor.userId], { conversationId });
  return { ok: true };
}
