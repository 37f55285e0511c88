import type { Actor } from "~/features/accounts/actor";
import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import type { InviteState } from "./invite";

export interface InviteView {
  id: string;
  /** ISO 8601. */
  at: string;
  state: InviteState;
  /** Of an invitation by mail; null of a link that was passed on. */
  masked: string | null;
  /** Who has joined by the link; null for no one, and for someone who is not there for the actor. */
  name: string | null;
  /** Of a profile that the actor may open. */
  profileId: string | null;
}

const pageSize = 20;

type Row = {
  id: string;
  at: Date;
  masked: string | null;
  joined: boolean;
  confirmed: boolean;
  rewarded: boolean;
  refused: boolean;
  name: string | null;
  profile_id: string | null;
};

/** A member's invitations, newest first. No one is named who has not used the link. */
export async function listInvites(
  actor: Pick<Actor, "userId">,
  after: string | null,
): Promise<{ invites: InviteView[]; next: string | null }> {
  const rows = await readRows<Row>("referrals-invites", invitesText, [actor.userId, ...readCursor(after)]);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    invites: shown.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      state: stateOf(row),
      masked: row.masked,
      name: row.name,
      profileId: row.profile_id,
    })),
    next: rows.length > pageSize && last ? cursorOf(last.at, last.id) : null,
  };
}

function stateOf({ joined, confirmed, rewarded, refused }: Row): InviteState {
  if (!joined) return "sent";
  if (refused) return "not-counted";
  if (rewarded) return "rewarded";
  return confirmed ? "confirmed" : "joined";
}

/** $1 member, $2 and $3 the last row before. An invitation that has led to a referral is shown as that. */
const invitesText = `
SELECT * FROM (
  (SELECT r.id, r.created_at AS at, m.masked, true AS joined, u.confirmed_at IS NOT NULL AS confirmed,
          r.rewarded_at IS NOT NULL AS rewarded, r.refused IS NOT NULL AS refused,
          nullif(p.full_name, '') AS name, CASE WHEN EXISTS (SELECT FROM open_profile(p.id)) THEN p.id END AS profile_id
     FROM (SELECT * FROM referrals WHERE referrer_id = $1 AND (created_at, id) < ($2::timestamptz, $3::uuid)
            ORDER BY created_at DESC, id DESC LIMIT ${pageSize + 1}) r
     LEFT JOIN mailed_invitations m ON m.id = r.invitation_id
     LEFT JOIN users u ON u.id = r.invitee_id
     LEFT JOIN profiles p ON p.id = r.invitee_id AND EXISTS (SELECT FROM reachable($1, r.invitee_id)))
  UNION ALL
  (SELECT m.id, m.created_at, m.masked, false, false, false, false, NULL, NULL
     FROM mailed_invitations m
    WHERE m.inviter_id = $1 AND (m.created_at, m.id) < ($2::timestamptz, $3::uuid)
      AND (SELECT true FROM referrals r WHERE r.invitation_id = m.id LIMIT 1) IS NULL
    ORDER BY m.created_at DESC, m.id DESC LIMIT ${pageSize + 1})) both_kinds
 ORDER BY at DESC, id DESC LIMIT ${pageSize + 1}`;
