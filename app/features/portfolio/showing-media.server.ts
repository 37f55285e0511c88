import type { Actor } from "~/features/accounts/actor";
import { type ServableMedia, servableColumns } from "~/features/media/serving.server";
import { canSeeProfile, isPublic } from "~/features/visibility/standing";
import { readRows } from "~/platform/db.server";

type Row = ServableMedia & {
  profile_id: string;
  user_type: "creator" | "contributor" | null;
  status: Actor["contributorStatus"];
  /** Removed, or its owner is hidden. */
  is_kept_back: boolean;
};

/** $3: admins also see what they decide about: what one of them hid, and people whom one of them suspended. */
const text = `
SELECT ${servableColumns}, p.id AS profile_id, p.user_type, k.status,
       s.removed_at IS NOT NULL OR NOT EXISTS (SELECT FROM reachable($2, p.id)) AS is_kept_back
  FROM media m CROSS JOIN LATERAL (
    SELECT profile_id, removed_at FROM work_samples WHERE media_id = m.id AND (removed_at IS NULL OR profile_id = $2 OR hidden_at IS NOT NULL AND $3)
    UNION ALL
    SELECT profile_id, removed_at FROM work_samples WHERE still_id = m.id AND (removed_at IS NULL OR profile_id = $2 OR hidden_at IS NOT NULL AND $3)
    LIMIT 1) s
  JOIN profiles p ON p.id = s.profile_id
  LEFT JOIN contributor_profiles k ON k.id = p.id
 WHERE m.id = $1 AND ($3::boolean OR EXISTS (SELECT FROM reachable($2, p.id)))`;

/** Media of a work sample; null, indistinguishably, if there is none or the viewer may not see its owner's profile. */
export async function findSampleMedia(
  viewer: Pick<Actor, "userId" | "isAdmin"> | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: boolean } | null> {
  const [row] = await readRows<Row>("portfolio-media", text, [
    mediaId,
    viewer?.userId ?? null,
    viewer?.isAdmin ?? false,
  ]);
  if (!row) return null;
  const { profile_id: id, user_type, status, is_kept_back, ...media } = row;
  const standing = { id, userType: user_type ?? "creator", status } as const;
  return canSeeProfile(standing, viewer) ? { media, isPublic: !is_kept_back && isPublic(standing) } : null;
}
