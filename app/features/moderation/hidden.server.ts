import type { Actor } from "~/features/accounts/actor";
import { reasonWords } from "~/features/accounts/suspension";
import { isId } from "~/ids";
import { db } from "~/platform/db.server";
import type { Hiding, ThingKind } from "./report";

/**
 * Why something that the viewer sees is hidden from others; null if it is not. The admin's words, and the way to appeal,
 * are for the person who answers for it.
 */
export async function findHiding(
  viewer: Pick<Actor, "userId">,
  kind: ThingKind,
  subjectId: string,
): Promise<Hiding | null> {
  if (!isId(subjectId)) return null;
  const row = await db.reportCase.findFirst({
    where: { kind, subjectId, state: "hidden" },
    orderBy: { decidedAt: "desc" },
    select: { id: true, reportedId: true, decisionReason: true, decisionWords: true },
  });
  if (!row) return null;
  const isOwn = row.reportedId === viewer.userId;
  return {
    caseId: isOwn ? row.id : null,
    reason: reasonWords(row.decisionReason),
    words: isOwn ? row.decisionWords : "",
  };
}
