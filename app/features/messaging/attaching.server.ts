import type { Actor } from "~/features/accounts/actor";
import type { Given } from "~/features/media/arriving.server";
import { plainName } from "~/features/media/file-name";
import type { MediaKind } from "~/features/media/media";
import type { ServableMedia } from "~/features/media/serving.server";
import { findWaiting, storeMedia } from "~/features/media/storing.server";
import { canShareFiles } from "~/features/plans/plan-in-force.server";
import { readRows } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { refusalErrors, type SendRefusal } from "./message";

const allowedKinds = (sharesFiles: boolean): MediaKind[] =>
  sharesFiles ? ["image", "pdf", "video", "file"] : ["image"];

/**
 * Stores the file of a message, or takes the one stored by an earlier try: a file without a message is kept for a day,
 * so the next try can name it. Refused as 'file', with the reason.
 */
export async function storeAttachment(
  actor: Actor,
  given: Given,
): Promise<{ ok: true; mediaId: string } | SendRefusal> {
  const sharesFiles = await canShareFiles(actor);
  const allowed = allowedKinds(sharesFiles);
  const waiting = await takeWaiting(actor, given, allowed, sharesFiles);
  if (waiting) return waiting;
  // A resumable upload was counted when it began.
  if ("path" in given && (await takeFromLimit("media", actor.userId, actor)) > 0)
    return { ok: false, refused: "file", why: "too-often", sharesFiles };
  const stored = await storeMedia(actor, given, allowed, true);
  if (stored.ok) return stored;
  const { refused: why, ...refusal } = stored;
  // It may have been stored since.
  const since = why === "not-arrived" ? await takeWaiting(actor, given, allowed, sharesFiles) : null;
  return since ?? { ...refusal, refused: "file", why, sharesFiles };
}

/** The file stored by an earlier try; null if there is none. */
async function takeWaiting(actor: Actor, given: Given, allowed: readonly MediaKind[], sharesFiles: boolean) {
  const kind = "uploadId" in given ? await findWaiting(actor, given.uploadId) : null;
  if (!kind || !("uploadId" in given)) return null;
  // The plan may have ended in the meantime.
  return allowed.includes(kind)
    ? { ok: true as const, mediaId: given.uploadId }
    : { ok: false as const, refused: "file" as const, why: "type" as const, kind, sharesFiles };
}

/** Stores a form's file before its message is read. Returns the fields by which the next try names it. */
export async function storeFormFile(
  actor: Actor,
  file: Extract<Given, { path: string }>,
): Promise<{ ok: true; fields: Record<string, string> } | { ok: false; errors: Record<string, string[]> }> {
  const stored = await storeAttachment(actor, file);
  if (!stored.ok) return { ok: false, errors: refusalErrors(stored) };
  return { ok: true, fields: { upload: stored.mediaId, uploadName: plainName(file.name), removeUpload: "" } };
}

const mediaText = `
  SELECT m.id, m.kind, m.file_key AS "fileKey", m.ending, m.bytes::float8 AS bytes, m.widths, m.name
    FROM media m
    JOIN messages s ON s.media_id = m.id AND s.deleted_at IS NULL
   WHERE m.id = $1 AND EXISTS (SELECT FROM readable_conversation($2, s.conversation_id))`;

/** A message's media; null if it has none or the viewer has no such conversation. */
export async function findMessageMedia(
  viewer: Pick<Actor, "userId"> | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: false } | null> {
  if (!viewer) return null;
  const [media] = await readRows<ServableMedia>("messaging-media", mediaText, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}
