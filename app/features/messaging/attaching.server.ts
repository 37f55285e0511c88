import type { Actor } from "~/features/accounts/actor";
import type { Given } from "~/features/media/arriving.server";
import type { MediaKind, PictureView } from "~/features/media/media";
import { plainName } from "~/features/media/receiving.server";
import { type ServableMedia, servableColumns } from "~/features/media/serving.server";
import { storeMedia } from "~/features/media/storing.server";
import { findWaiting } from "~/features/media/waiting.server";
import { canShareFiles } from "~/features/plans/file-sharing.server";
import { readRows } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import type { AttachmentView } from "./attachment";
import { refusalErrors, type SendRefusal } from "./message";

/** Pictures for everyone; all else where the plan shares files. */
const allowedKinds = (sharesFiles: boolean): MediaKind[] =>
  sharesFiles ? ["image", "pdf", "video", "file"] : ["image"];

/**
 * Stores what a message brings, or takes what was stored before: until a message shows it, it waits for a day, so that
 * a refused message's next try can name it. Refused as 'file', with the reason.
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
  const { refused: why, kind } = stored;
  // It may have been stored since.
  const since = why === "not-arrived" ? await takeWaiting(actor, given, allowed, sharesFiles) : null;
  return since ?? { ok: false, refused: "file", why, kind, sharesFiles };
}

/** What an earlier try has stored; null if there is none. */
async function takeWaiting(actor: Actor, given: Given, allowed: readonly MediaKind[], sharesFiles: boolean) {
  const kind = "uploadId" in given ? await findWaiting(actor, given.uploadId) : null;
  if (!kind || !("uploadId" in given)) return null;
  // The plan may have ended meanwhile.
  return allowed.includes(kind)
    ? { ok: true as const, mediaId: given.uploadId }
    : { ok: false as const, refused: "file" as const, why: "type" as const, kind, sharesFiles };
}

/** Stores a form's file before its message is looked at: fields by which the next try names it, or why not. */
export async function storeFormFile(
  actor: Actor,
  file: Extract<Given, { path: string }>,
): Promise<{ ok: true; fields: Record<string, string> } | { ok: false; errors: Record<string, string[]> }> {
  const stored = await storeAttachment(actor, file);
  if (!stored.ok) return { ok: false, errors: refusalErrors(stored) };
  return { ok: true, fields: { upload: stored.mediaId, uploadName: plainName(file.name), removeUpload: "" } };
}

const mediaText = `
SELECT ${servableColumns}
  FROM media m
  JOIN messages s ON s.media_id = m.id AND s.deleted_at IS NULL
  JOIN conversations c ON c.id = s.conversation_id
  JOIN conversation_participants p ON p.conversation_id = c.id AND p.user_id = $2 AND p.state <> 'left'
 WHERE m.id = $1 AND (c.direct_key IS NULL OR NOT EXISTS (SELECT 1 FROM conversation_participants o
   WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND EXISTS (SELECT FROM blocked_between(p.user_id, o.user_id))))`;

/** Media of a message; null, indistinguishably, if there is none or the viewer has no such conversation. */
export async function findMessageMedia(
  viewer: Pick<Actor, "userId"> | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: false } | null> {
  if (!viewer) return null;
  const [media] = await readRows<ServableMedia>("messaging-media", mediaText, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}

export type AttachmentRow = Omit<AttachmentView, "picture"> & Pick<PictureView, "widths">;

/** SQL: the file of a message (a table alias), as JSON for `attachmentViewOf`; null without one. */
export const attachmentOf = (message: string) => `
  CASE WHEN ${message}.media_id IS NOT NULL THEN (
    SELECT json_build_object('mediaId', a.id, 'kind', a.kind, 'name', a.name, 'bytes', a.bytes, 'width', a.width,
             'height', a.height, 'widths', a.widths, 'milliseconds', a.milliseconds)
      FROM media a WHERE a.id = ${message}.media_id) END`;

export function attachmentViewOf(row: AttachmentRow | null): AttachmentView | null {
  if (!row) return null;
  const { widths, ...attachment } = row;
  const { mediaId, width, height } = row;
  return { ...attachment, picture: row.kind === "image" ? { mediaId, width, height, widths } : null };
}
