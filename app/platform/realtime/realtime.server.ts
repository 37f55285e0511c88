import { pool } from "../db.server";
import { env } from "../env.server";
import { log } from "../log.server";
import { createHub, type Hint } from "./hub.server";
import { channel, payloadOf, startLocalSide } from "./local-side.server";
import type { RealtimeSide } from "./realtime-side.server";

export type { Hint } from "./hub.server";
export { maxTaken } from "./realtime-side.server";

const hub = createHub();
let side: RealtimeSide | undefined;

/** Calls `listener` with each hint for a person, from now until the returned function is called. */
export const subscribe = hub.subscribe;

/** To be called after a commit that left something to announce: it then goes out at once, else within a second. */
export function announceSoon(): void {
  side?.nudge();
}

/** Tells people something at once that waits in no table. It may be lost, so nothing may depend on it. */
export async function hintAt(personIds: readonly string[], hint: Hint): Promise<void> {
  try {
    await pool.query("SELECT pg_notify($1, $2)", [channel, payloadOf(personIds, hint)]);
  } catch (error) {
    log.warn({ err: error }, "a hint was lost");
  }
}

/**
 * Carries announcements in this process, from when the database answers until stopped.
 * @param take SQL, what stands between WITH and the main query: `taken`, which removes at most `maxTaken` waiting rows,
 *   and `announcement (person_id uuid, hint jsonb)`, which says whom to tell what of them
 */
export function startRealtime(take: string): { stop(): Promise<void> } {
  side = startLocalSide(env.DATABASE_URL, hub, take);
  return side;
}
