import type { Actor } from "~/features/accounts/actor";
import { type ServableMedia, servableColumns } from "~/features/media/serving.server";
import { readRows } from "~/platform/db.server";
import type { Snapshot } from "./report";

/** What a snapshot shows, and so its report keeps. */
export function mediaIn({ samples = [], messages = [] }: Snapshot): string[] {
  const shown = [
    ...samples.flatMap(({ picture, file }) => [picture, file]),
    ...messages.map(({ attachment }) => attachment),
  ];
  return [...new Set(shown.flatMap((one) => (one ? [one.mediaId] : [])))];
}

const text = `
SELECT ${servableColumns} FROM media m
 WHERE m.id = $1 AND EXISTS (SELECT FROM reports r WHERE r.media_ids @> ARRAY[m.id] AND r.reported_id <> $2)`;

/** Media of a reported thing, for admins; null, indistinguishably, for others and in a case about themselves. */
export async function findReportedMedia(
  viewer: Pick<Actor, "userId" | "isAdmin"> | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: false } | null> {
  if (!viewer?.isAdmin) return null;
  const [media] = await readRows<ServableMedia>("moderation-media", text, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}
