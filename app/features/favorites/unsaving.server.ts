import { refundAll } from "~/features/plans/counting.server";
import type { Transaction } from "~/platform/db.server";

/** No one keeps a person who is no contributor any more. Gives the slots back, however many have saved them. */
export async function unsaveEverywhere(tx: Transaction, contributorId: string): Promise<void> {
  const removed = await tx.$queryRaw<{ creatorId: string }[]>`
    WITH removed AS (
      DELETE FROM saved_contributors WHERE contributor_id = ${contributorId}::uuid
      RETURNING creator_id, removed_at
    )
    SELECT creator_id AS "creatorId" FROM removed WHERE removed_at IS NULL`;
  const creators = removed.map(({ creatorId }) => creatorId);
  // Counted as creators', whatever they are by now.
  await refundAll(tx, creators, "save", contributorId);
}
