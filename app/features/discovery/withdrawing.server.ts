import { withdrawAllOf } from "~/features/notifications/notifying.server";
import type { Transaction } from "~/platform/db.server";

/** Takes a person out of everyone's decks and matches, and gives them an empty deck: what they swiped counts no more. */
export async function withdrawFromDecks(tx: Transaction, userId: string): Promise<void> {
  await tx.match.deleteMany({ where: { OR: [{ creatorId: userId }, { contributorId: userId }] } });
  await tx.swipe.deleteMany({ where: { OR: [{ actorId: userId }, { targetId: userId }] } });
  await tx.deckCard.deleteMany({ where: { OR: [{ viewerId: userId }, { personId: userId }] } });
  await tx.deck.deleteMany({ where: { viewerId: userId } });
  await withdrawAllOf(tx, "match", userId);
}
