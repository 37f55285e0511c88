import type { ConversationHint, Hint } from "~/hint";
import { db } from "~/platform/db.server";

export interface StoredHint {
  conversationId: string;
  seq: number;
  changed?: boolean;
}

/** The hints that haven't been delivered yet, by seq: about one conversation, or about all of them. */
export async function pendingHints(conversationId?: string): Promise<StoredHint[]> {
  const rows = await db.$queryRaw<{ payload: StoredHint }[]>`
    SELECT payload FROM outbox_events
     WHERE ${conversationId ?? null}::text IS NULL OR payload->>'conversationId' = ${conversationId ?? null}
     ORDER BY (payload->>'seq')::int`;
  return rows.map(({ payload }) => payload);
}

/** The hints that would reach one person's open pages. */
export async function hintsTo(personId: string): Promise<object[]> {
  const rows = await db.$queryRaw<{ hint: object }[]>`
    SELECT payload->'hint' AS hint FROM outbox_events WHERE payload->'to' ? ${personId}`;
  return rows.map(({ hint }) => hint);
}

export async function insertHint(hint: StoredHint): Promise<void> {
  await db.$executeRaw`INSERT INTO outbox_events (payload) VALUES (${JSON.stringify(hint)}::jsonb)`;
}

/** Deletes the hints to deliver locally and those to deliver through the relay. */
export async function clearHints(): Promise<void> {
  await db.$executeRaw`DELETE FROM outbox_events`;
  await db.relayEvent.deleteMany();
}

/** A hint that a test can recognize by its number. */
export const numberedHint = (seq: number): ConversationHint => ({
  kind: "messages",
  conversationId: "numbered",
  seq,
});

export const isNewMessage = (hint: Hint): hint is ConversationHint => hint.kind === "messages";
