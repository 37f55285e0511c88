import { storeHintAbout } from "~/features/live/hints.server";
import type { Transaction } from "~/platform/db.server";

/**
 * Hides a message by an admin's decision, or shows it again. Everyone sees a hidden message as deleted, but its text
 * and file are kept. False if nothing changed, if its writer has deleted it, or if it doesn't exist anymore.
 */
export async function setMessageHidden(
  tx: Transaction,
  messageId: string,
  isHidden: boolean,
): Promise<boolean> {
  const at = isHidden ? new Date() : null;
  const [changed] = await tx.message.updateManyAndReturn({
    where: isHidden
      ? { id: messageId, deletedAt: null }
      : // A message without text can't be shown again once its file has been released, because nothing is left to show.
        {
          id: messageId,
          hiddenAt: { not: null },
          OR: [{ content: { not: "" } }, { mediaId: { not: null } }],
        },
    data: { deletedAt: at, hiddenAt: at },
    select: { conversationId: true, seq: true },
  });
  return noteChange(tx, changed);
}

/** Closes a conversation by an admin's decision, so no one can write in it, or opens it again. False if nothing changed. */
export async function setConversationHidden(
  tx: Transaction,
  conversationId: string,
  isHidden: boolean,
): Promise<boolean> {
  const [changed] = await tx.conversation.updateManyAndReturn({
    where: { id: conversationId, hiddenAt: isHidden ? null : { not: null } },
    data: { hiddenAt: isHidden ? new Date() : null },
    select: { lastSeq: true },
  });
  return noteChange(tx, changed && { conversationId, seq: changed.lastSeq });
}

/** Makes open pages reload the whole conversation, because a refetch of newer messages wouldn't show the change. */
async function noteChange(
  tx: Transaction,
  changed: { conversationId: string; seq: number } | undefined,
): Promise<boolean> {
  if (!changed) return false;
  await storeHintAbout(tx, { ...changed, changed: true });
  return true;
}
