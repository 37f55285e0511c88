import type { Actor } from "~/features/accounts/actor";
import { readRows } from "~/platform/db.server";
import type { WaitingWork } from "./waiting";

/** More than anyone deals with, and few enough to count on each view. */
const counted = 1_000;
const kinds = [
  "contributors",
  "reports",
  "appeals",
  "refunds",
  "contact",
  "mails",
  "jobs",
] as const satisfies WaitingWork["kind"][];

const waitingText = `
  SELECT k.kind, count(w.at)::int AS count, min(w.at) AS oldest
    FROM unnest($2::text[]) WITH ORDINALITY k (kind, place) LEFT JOIN waiting_work($1::uuid, $3::int) w USING (kind)
   GROUP BY k.kind, k.place ORDER BY k.place`;

/** All that waits for an admin, so nothing about themselves, also what has nothing waiting, in one statement. */
export async function listWaitingWork({ userId }: Pick<Actor, "userId">): Promise<WaitingWork[]> {
  const rows = await readRows<{ kind: WaitingWork["kind"]; count: number; oldest: Date | null }>(
    "admin-waiting",
    waitingText,
    [userId, kinds, counted + 1],
  );
  return rows.map(({ kind, count, oldest }) => ({
    kind,
    count: Math.min(count, counted),
    isMore: count > counted,
    oldest: oldest?.toISOString() ?? null,
  }));
}
