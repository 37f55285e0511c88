import { refund } from "~/features/plans/counting.server";
import type { Transaction } from "~/platform/db.server";

/** Nobody keeps a person who is no contributor any more. Gives the slots back. */
export async function unsaveEverywhere(tx: Transaction, contributorId: string): Promise<void> {
  const removed = await tx.$queryRaw<{ creatorId: string; isCounted: boolean }[]>`
    DELETE FROM saved_contributors WHERE contributor_id = ${contributorId}::uuid
    RETURNING creator_id AS "creatorId", removed_at IS NULL AS "isCounted"`;
  // In one order, so that two switches at once wait for each other.
  const counted = removed
    .filter(({ isCounted }) => isCounted)
    .map(({ creatorId }) => creatorId)
    .sort();
  // Counted as a creator's, whatever they are by now.
  for (const userId of counted)
    await refund(tx, { userId, userType: "creator", timeZone: "UTC" }, "save", contributorId);
}
