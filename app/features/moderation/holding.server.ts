import { type HoldReason, releaseAccount } from "~/features/accounts/holding.server";
import { type AttachmentRow, attachmentOf, attachmentViewOf } from "~/features/messaging/attaching.server";
import { unknownPerson } from "~/features/messaging/message";
import { releaseHeldMessage } from "~/features/messaging/releasing-held.server";
import { isId } from "~/ids";
import { Prisma, type Transaction, transaction } from "~/platform/db.server";
import { type Snapshot, systemKey } from "./report";
import { storeReport } from "./reporting.server";

/** For admins; no one else learns which rule it was. */
const whyWords: Record<HoldReason, string> = {
  same: "Held by the system: the same first message to many people.",
  links: "Held by the system: many first messages with links.",
  "sign-ups": "Held by the system: one of many sign-ups from one network. First messages to strangers wait.",
};

type HeldRow = {
  name: string | null;
  content: string | null;
  attachment: AttachmentRow | null;
  at: Date | null;
  count: number | null;
};

/**
 * The job: reports what is held about its person's profile, where all of theirs stand together. Safe to repeat; nothing
 * for a message that is held no more.
 */
export async function reportHeld({
  personId,
  messageId,
  why,
}: {
  personId: string;
  messageId: string | null;
  why: HoldReason;
}): Promise<void> {
  if (!isId(personId) || (messageId !== null && !isId(messageId))) return;
  await transaction(async (tx) => {
    const guestKey = systemKey + (messageId ?? "sign-up");
    const snapshot = await snapshotOf(tx, personId, messageId);
    if (!snapshot || (await tx.report.count({ where: { guestKey, reportedId: personId } })) > 0) return;
    const thing = { kind: "profile" as const, subjectId: personId, reportedId: personId, snapshot };
    await storeReport(tx, { reporterId: null, guestKey }, thing, { reason: "spam", details: whyWords[why] });
  });
}

async function snapshotOf(
  tx: Transaction,
  personId: string,
  messageId: string | null,
): Promise<Snapshot | null> {
  const [row] = await tx.$queryRaw<HeldRow[]>`
    SELECT p.full_name AS name, m.content, ${Prisma.raw(attachmentOf("m"))} AS attachment, m.created_at AS at,
           (SELECT count(*)::int FROM conversation_participants o WHERE o.conversation_id = m.conversation_id AND o.is_held) AS count
      FROM profiles p LEFT JOIN messages m ON m.id = ${messageId}::uuid AND m.sender_id = p.id
     WHERE p.id = ${personId}::uuid`;
  if (!row) return null;
  const name = row.name || unknownPerson;
  if (messageId === null) return { title: name, name, facts: [] };
  if (row.content === null || !row.at || !row.count) return null;
  const { content, at, count } = row;
  const attachment = attachmentViewOf(row.attachment);
  return {
    title: `A first message of ${name}`,
    name,
    facts: [["To", count === 1 ? "1 person" : `${count} people`]],
    messages: [
      {
        ...{ seq: 1, sender: name, content, isDeleted: false, at: at.toISOString(), isMeant: true },
        file: attachment?.kind ?? null,
        ...(attachment && { attachment }),
      },
    ],
  };
}

/**
 * What the system held and reported in a case goes through, and the account is held no longer, whichever case held it:
 * nothing else would ever release it. For a dismissal or an appeal that was granted, in its transaction.
 */
export async function releaseHeldIn(tx: Transaction, caseId: string, personId: string): Promise<void> {
  const reports = await tx.report.findMany({
    where: { caseId, guestKey: { startsWith: systemKey } },
    orderBy: { createdAt: "asc" },
    select: { guestKey: true },
  });
  for (const { guestKey } of reports) {
    const held = guestKey?.slice(systemKey.length) ?? "";
    if (isId(held)) await releaseHeldMessage(tx, held);
  }
  await releaseAccount(tx, personId);
}
