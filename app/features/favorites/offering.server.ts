import type { Actor } from "~/features/accounts/actor";
import { resetWords, unlimited } from "~/features/plans/plan";
import { readRows } from "~/platform/db.server";
import type { SavingOffer } from "./favorites";

/** For a creator's page: one query, however many of these people it shows. */
export async function offerSaving(
  { userId, timeZone }: Pick<Actor, "userId" | "timeZone">,
  contributorIds: readonly string[],
): Promise<SavingOffer> {
  const [row] = await readRows<{ saved: string[]; used: number; limit: number }>(
    "favorites-offer",
    offerText,
    [userId, contributorIds],
  );
  if (!row) throw new Error("no plan for a living session");
  const { saved, used, limit } = row;
  return {
    saved,
    used,
    limit: limit >= unlimited ? null : limit,
    // The same on every plan.
    resets: resetWords("save", "free", timeZone),
  };
}

/** $1 creator, $2 contributors. */
const offerText = `
  SELECT ARRAY(SELECT s.contributor_id::text FROM saved_contributors s
                WHERE s.creator_id = $1 AND s.contributor_id = ANY ($2::uuid[]) AND s.removed_at IS NULL) AS saved,
         use.saves_used AS used, use.saved_contributors_limit AS limit
    FROM usage_in_force use WHERE use.user_id = $1`;
