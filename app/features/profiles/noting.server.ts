import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/auditing.server";
import { type Transaction, transaction } from "~/platform/db.server";

export type NoteOutcome = { ok: true } | { ok: false; refused: "not-admin" | "not-found" };

/**
 * Keeps a note for other admins, once per `noteId`; the contributor never sees it. Refused: 'not-admin', 'not-found' for
 * anybody but a contributor.
 */
export async function writeReviewNote(
  admin: Actor,
  contributorId: string,
  { noteId, note }: { noteId: string; note: string },
): Promise<NoteOutcome> {
  if (!admin.isAdmin) return { ok: false, refused: "not-admin" };
  return transaction(async (tx) => {
    if (!(await isContributorThere(tx, contributorId)))
      return { ok: false as const, refused: "not-found" as const };
    const { count } = await tx.reviewNote.createMany({
      data: [{ id: noteId, contributorId, authorId: admin.userId, text: note }],
      skipDuplicates: true,
    });
    if (count === 1)
      await recordAct(tx, admin, "contributor.note", contributorId, { thing: `note ${noteId}` });
    return { ok: true as const };
  });
}

async function isContributorThere(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.contributorProfile.count({ where: { id } })) > 0;
}
