import type { Actor } from "~/features/accounts/actor";
import { db } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { countUse, networkOf } from "~/platform/rate-limit.server";

export interface Visit {
  /** Null for a guest. */
  viewer: Pick<Actor, "userId" | "isAdmin"> | null;
  address: string;
  userAgent: string;
  isPrefetch: boolean;
}

const robots = /bot|crawl|spider|slurp|preview|scan|monitor|headless|http|curl|wget|python|java\/|^$/i;

/**
 * Counts a view of a profile that the viewer may see: one per member and day, not one's own, an admin's, a robot's or
 * a prefetch. Guests are counted a few times per network and day. Never fails the page.
 */
export async function countView(profileId: string, visit: Visit): Promise<void> {
  const { viewer } = visit;
  if (visit.isPrefetch || robots.test(visit.userAgent)) return;
  if (viewer && (viewer.isAdmin || viewer.userId === profileId)) return;
  try {
    await (viewer ? countMember(profileId, viewer.userId) : countGuest(profileId, visit.address));
  } catch (error) {
    log.warn({ err: error }, "a profile view was not counted");
  }
}

async function countMember(profileId: string, viewerId: string): Promise<void> {
  await db.$executeRaw`
    WITH seen AS (
      INSERT INTO profile_views (profile_id, viewer_id, day)
      SELECT id, ${viewerId}::uuid, day_in(now(), time_zone) FROM users WHERE id = ${profileId}::uuid
      ON CONFLICT DO NOTHING RETURNING profile_id
    )
    INSERT INTO member_events (member_id, kind) SELECT profile_id, 'view' FROM seen`;
}

async function countGuest(profileId: string, address: string): Promise<void> {
  const { excess } = await countUse("guest-view", `${networkOf(address)} ${profileId}`, { address });
  if (excess === 0) await db.memberEvent.create({ data: { memberId: profileId, kind: "guest_view" } });
}
