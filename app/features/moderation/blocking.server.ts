import type { Actor } from "~/features/accounts/actor";
import { lockGroupsOf, refuseGroupsOf } from "~/features/messaging/answering.server";
import { unknownPerson } from "~/features/messaging/message";
import { findConversationOf } from "~/features/messaging/opening.server";
import { addBlock, findBlockable, listBlocks, removeBlock } from "~/features/visibility/blocking.server";
import { isId } from "~/ids";
import { transaction } from "~/platform/db.server";
import { hintAt } from "~/platform/realtime/realtime.server";

const pageSize = 20;

export type BlockOutcome = { ok: true } | { ok: false; refused: "not-found" };

/** Whom the actor could block, or has blocked; null for themselves, and for anybody who is not there to them. */
export async function findPersonToBlock(
  actor: Actor,
  personId: string,
): Promise<{ personId: string; name: string; isBlocked: boolean } | null> {
  if (!isId(personId)) return null;
  const person = await findBlockable(actor.userId, personId);
  return person && { personId, name: person.name || unknownPerson, isBlocked: person.isBlocked };
}

/**
 * Ends it between the actor and another person, in both directions and everywhere, from the next look on. The groups
 * that the other asked the actor into are turned down. Blocking again changes nothing.
 * 'not-found': oneself, nobody, somebody suspended, and whoever has blocked the actor.
 */
export async function blockPerson(actor: Actor, personId: string): Promise<BlockOutcome> {
  if (!isId(personId)) return { ok: false, refused: "not-found" };
  const ended = await transaction(async (tx) => {
    await lockGroupsOf(tx, actor, personId);
    if (!(await addBlock(tx, actor.userId, personId))) return null;
    await refuseGroupsOf(tx, actor, personId);
    return { conversationId: await findConversationOf(tx, actor.userId, personId) };
  });
  if (!ended) return { ok: false, refused: "not-found" };
  const { conversationId } = ended;
  // Pages that show the conversation live look again, and find it gone.
  if (conversationId) await hintAt([actor.userId, personId], { conversationId });
  return { ok: true };
}

/** Takes the actor's block back; of one that is not there, nothing happens. */
export async function unblockPerson(actor: Actor, personId: string): Promise<void> {
  await removeBlock(actor.userId, personId);
}

export interface BlockedView {
  personId: string;
  name: string;
  /** ISO 8601. */
  since: string;
}

/**
 * Whom the actor has blocked, the latest first, a page at a time.
 * @param after the `next` of the page before; anything else starts at the top
 */
export async function listBlocked(
  actor: Actor,
  after: string | null = null,
): Promise<{ people: BlockedView[]; next: string | null }> {
  const { people, next } = await listBlocks(actor.userId, after, pageSize);
  return {
    people: people.map(({ personId, name, since }) => ({
      personId,
      name: name || unknownPerson,
      since: since.toISOString(),
    })),
    next,
  };
}
