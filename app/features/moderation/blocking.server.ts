import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { holdMatchesOf } from "~/features/discovery/ending.server";
import { lockGroupsOf, refuseGroupsOf } from "~/features/messaging/grouping.server";
import { unknownPerson } from "~/features/messaging/message";
import { findConversationOf, lockPair, noteBlock } from "~/features/messaging/starting.server";
import { markReadBetween } from "~/features/notifications/listing.server";
import { queueHeldRelease } from "~/features/plans/counting.server";
import { addBlock, findBlockable, listBlocks, removeBlock } from "~/features/visibility/blocking.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { withIsoTimes } from "~/platform/iso-times";
import { sendHint } from "~/platform/realtime/realtime.server";

const pageSize = 20;

/**
 * A person's name, and whether the actor has blocked them. Null for the actor and for anyone who's hidden from them.
 */
export async function findPersonToBlock(
  actor: Actor,
  personId: string,
): Promise<{ personId: string; name: string; isBlocked: boolean } | null> {
  if (!isId(personId)) return null;
  const person = await findBlockable(actor.userId, personId);
  return person && { personId, name: person.name || unknownPerson, isBlocked: person.isBlocked };
}

/**
 * Ends contact in both directions everywhere, and declines the other person's group requests to the actor. Idempotent.
 * Refused: 'not-found' for the actor, for an unknown or suspended person, and for one who has blocked the actor.
 */
export async function blockPerson(actor: Actor, personId: string): Promise<Outcome<"not-found">> {
  if (!isId(personId)) return { ok: false, refused: "not-found" };
  const ended = await transactionBy(actor, async (tx) => {
    await lockGroupsOf(tx, actor, personId);
    await lockPair(tx, actor.userId, personId);
    if (!(await addBlock(tx, actor.userId, personId))) return null;
    await noteBlock(tx, actor.userId, personId);
    // The creator gets the match's use back only if it's the contributor who blocks.
    if (actor.userType === "contributor") await holdMatchesOf(tx, actor.userId, personId);
    await markReadBetween(tx, actor.userId, personId);
    await refuseGroupsOf(tx, actor, personId);
    return { conversationId: await findConversationOf(tx, actor.userId, personId) };
  });
  if (!ended) return { ok: false, refused: "not-found" };
  const { conversationId } = ended;
  // Both people's open pages load the conversation again and get a 404.
  if (conversationId) await sendHint([actor.userId, personId], { kind: "messages", conversationId });
  return { ok: true };
}

/** Also queues the release of matches that were held because of the block. */
export async function unblockPerson(actor: Actor, personId: string): Promise<void> {
  await transactionBy(actor, async (tx) => {
    if (!isId(personId)) return;
    await lockPair(tx, actor.userId, personId);
    if (!(await removeBlock(tx, actor.userId, personId))) return;
    await noteBlock(tx, actor.userId, personId);
    await queueHeldRelease(tx, actor.userId);
  });
}

/**
 * The people the actor has blocked, latest first, in pages of 20.
 * @param after the previous page's `next`
 */
export async function listBlocked(actor: Actor, after: string | null = null) {
  const { people, next } = await listBlocks(actor.userId, after, pageSize);
  return { people: people.map((one) => ({ ...withIsoTimes(one), name: one.name || unknownPerson })), next };
}
