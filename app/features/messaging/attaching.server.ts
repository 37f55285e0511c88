import type { Actor } from "~/features/accounts/actor";
import type { Given } from "~/features/media/arriving.server";
import { plainName } from "~/features/media/file-name";
import { durationText, type MediaKind, type OriginalView, type PictureView } from "~/features/media/media";
import type { ServableMedia } from "~/features/media/serving.server";
import { findWaiting, storeMedia } from "~/features/media/storing.server";
import type { Viewing } from "~/features/media/viewed";
import { canShareFiles } from "~/features/plans/plan-in-force.server";
import { paths } from "~/paths";
import { readRows } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { kindWords } from "./attachment";
import { deletedPerson, refusalErrors, type SendRefusal } from "./message";

const allowedKinds = (sharesFiles: boolean): MediaKind[] =>
  sharesFiles ? ["image", "pdf", "video", "audio", "file"] : ["image"];

/**
 * Stores a message's file, or takes the one that an earlier attempt stored. If a message is refused, its file is kept
 * for a day, so that the next attempt can refer to it. Refused as 'file', with the reason in `why`.
 */
export async function storeAttachment(
  actor: Actor,
  given: Given,
): Promise<{ ok: true; mediaId: string } | SendRefusal> {
  const sharesFiles = await canShareFiles(actor);
  const allowed = allowedKinds(sharesFiles);
  const waiting = await takeWaiting(actor, given, allowed, sharesFiles);
  if (waiting) return waiting;
  // A resumable upload was counted toward the limit when it began.
  if ("path" in given && (await takeFromLimit("media", actor.userId, actor)) > 0)
    return { ok: false, refused: "file", why: "too-often", sharesFiles };
  const stored = await storeMedia(actor, given, allowed, { waits: true, keepsOriginal: true });
  if (stored.ok) return stored;
  const { refused: why, ...refusal } = stored;
  // A concurrent request may have stored the file in the meantime.
  const since = why === "not-arrived" ? await takeWaiting(actor, given, allowed, sharesFiles) : null;
  return since ?? { ...refusal, refused: "file", why, sharesFiles };
}

/**
 * The file that an earlier attempt stored; null if there is none. Refused if the actor's plan no longer allows its
 * kind.
 */
async function takeWaiting(actor: Actor, given: Given, allowed: readonly MediaKind[], sharesFiles: boolean) {
  const kind = "uploadId" in given ? await findWaiting(actor, given.uploadId) : null;
  if (!kind || !("uploadId" in given)) return null;
  return allowed.includes(kind)
    ? { ok: true as const, mediaId: given.uploadId }
    : { ok: false as const, refused: "file" as const, why: "type" as const, kind, sharesFiles };
}

/**
 * Stores a form's file before its message is read. Returns the form fields that let the next attempt refer to the file.
 */
export async function storeFormFile(
  actor: Actor,
  file: Extract<Given, { path: string }>,
): Promise<{ ok: true; fields: Record<string, string> } | { ok: false; errors: Record<string, string[]> }> {
  const stored = await storeAttachment(actor, file);
  if (!stored.ok) return { ok: false, errors: refusalErrors(stored) };
  return { ok: true, fields: { upload: stored.mediaId, uploadName: plainName(file.name), removeUpload: "" } };
}

const mediaText = `
  SELECT m.*
    FROM servable_media m
    JOIN messages s ON s.media_id = m.id AND s.deleted_at IS NULL
   WHERE m.id = $1 AND EXISTS (SELECT FROM readable_conversation($2, s.conversation_id))`;

type SharedRow = PictureView & {
  kind: MediaKind;
  name: string;
  milliseconds: number;
  original: OriginalView | null;
  conversationId: string;
  seq: number;
  isMine: boolean;
  sender: string | null;
};

/**
 * $1 is the file, $2 the viewer. Finds the file and up to 12 of the conversation's pictures and videos on each side, if
 * the viewer may read the conversation.
 */
const sharedText = `
  SELECT near."conversationId", near.seq, m.kind, m.name, m.id AS "mediaId", m.width, m.height, m.widths, m.tone, m.milliseconds,
         original_view(m) AS original, near.sender_id IS NOT DISTINCT FROM $2 AS "isMine",
         (SELECT p.full_name FROM profiles p WHERE p.id = near.sender_id AND EXISTS (SELECT FROM open_account(p.id))) AS sender
    FROM messages s
    CROSS JOIN LATERAL (
      (SELECT o.conversation_id AS "conversationId", o.seq, o.media_id, o.sender_id FROM messages o JOIN media f ON f.id = o.media_id
        WHERE o.conversation_id = s.conversation_id AND o.seq >= s.seq AND o.deleted_at IS NULL AND f.kind IN ('image', 'video')
        ORDER BY o.seq LIMIT 13)
      UNION ALL
      (SELECT o.conversation_id, o.seq, o.media_id, o.sender_id FROM messages o JOIN media f ON f.id = o.media_id
        WHERE o.conversation_id = s.conversation_id AND o.seq < s.seq AND o.deleted_at IS NULL AND f.kind IN ('image', 'video')
        ORDER BY o.seq DESC LIMIT 12)) near
    JOIN media m ON m.id = near.media_id
   WHERE s.media_id = $1 AND s.deleted_at IS NULL AND EXISTS (SELECT FROM readable_conversation($2, s.conversation_id))
   ORDER BY near.seq`;

/**
 * A message's picture or video with its neighbors, for the viewer. Null if there is none or the viewer has no such
 * conversation; the two cases can't be told apart.
 */
export async function viewMessageFile(viewer: Actor | null, mediaId: string): Promise<Viewing | null> {
  if (!viewer) return null;
  const rows = await readRows<SharedRow>("messaging-shared", sharedText, [mediaId, viewer.userId]);
  const opened = rows.find((row) => row.mediaId === mediaId);
  if (!opened) return null;
  return {
    heading: "Pictures and videos in this conversation",
    home: paths.conversation(opened.conversationId),
    works: rows.map(({ mediaId: id, kind, name, width, height, widths, tone, original, ...row }) => ({
      id,
      title: name || kindWords[kind],
      by: row.isMine ? "You" : (row.sender ?? deletedPerson),
      facts: kind === "video" ? [durationText(row.milliseconds)] : [],
      picture: kind === "image" ? { mediaId: id, width, height, widths, tone } : null,
      original: kind === "image" ? original : undefined,
      video: kind === "video" ? { mediaId: id, width, height } : null,
      file: null,
      link: null,
      report: row.isMine ? null : paths.reportThing("message", row.conversationId, { seq: row.seq }),
    })),
  };
}

/** A message's media; null if it has none or the viewer has no such conversation. */
export async function findMessageMedia(
  viewer: Actor | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: false } | null> {
  if (!viewer) return null;
  const [media] = await readRows<ServableMedia>("messaging-media", mediaText, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}
