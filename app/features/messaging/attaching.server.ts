import type { Actor } from "~/features/accounts/actor";
import type { Given } from "~/features/media/arriving.server";
import type { MediaKind, PictureView } from "~/features/media/media";
import { plainName } from "~/features/media/receiving.server";
import { type ServableMedia, servableColumns } from "~/features/media/serving.server";
import { storeMedia } from "~/features/media/storing.server";
import { findWaiting, letWait } from "~/features/media/waiting.server";
import { canShareFiles } from "~/features/plans/file-sharing.server";
import { areBlocked } from "~/features/visibility/seeing.server";
import { readRows } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import type { AttachmentView } from "./attachment";
import { refusalErrors, type SendRefusal } from "./message";

/** Pictures for everybody; all else where the plan shares files. */
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
  if ("uploadId" in given) {
    const kind = await findWaiting(actor, given.uploadId);
    // The plan may have ended meanwhile.
    if (kind && !allowed.includes(kind))
      return { ok: false, refused: "file", why: "type", kind, sharesFiles };
    if (kind) return { ok: true, mediaId: given.uploadId };
  } else if ((await takeFromLimit("media", actor.userId, actor)) > 0) {
    // A resumable upload was counted when it began.
    return { ok: false, refused: "file", why: "too-often", sharesFiles };
  }
  const stored = await storeMedia(actor, given, allowed);
  if (!stored.ok) return { ok: false, refused: "file", why: stored.refused, kind: stored.kind, sharesFiles };
  await letWait(stored.mediaId);
  return stored;
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
   WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND ${areBlocked("p.user_id", "o.user_id")}))`;

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
