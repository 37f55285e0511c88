import type { Actor } from "~/features/accounts/actor";
import { getThread, type ThreadView } from "./reading.server";

export interface News {
  /** As it is now, but with those messages alone that came after what was seen. */
  thread: ThreadView;
  /** Between what was seen and these there are more than a page holds. */
  isCut: boolean;
}

/**
 * What was written in a conversation of the actor's after a seq; null where there is none for them. However much that
 * is, this is one look, and it counts as read.
 */
export async function readSince(actor: Actor, conversationId: string, seq: number): Promise<News | null> {
  const thread = await getThread(actor, conversationId, null);
  if (!thread) return null;
  const messages = thread.messages.filter((message) => message.seq > seq);
  return { thread: { ...thread, messages }, isCut: (messages[0]?.seq ?? 0) > seq + 1 };
}
