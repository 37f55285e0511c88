import { jobDb } from "~/platform/db.server";

/** Others' filtered decks are filled again without the person. Safe to repeat. */
export async function forgetInDecks(userId: string): Promise<void> {
  await jobDb.$executeRaw`DELETE FROM filtered_decks WHERE ${userId}::uuid = ANY (people)`;
}
