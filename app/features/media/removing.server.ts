import { db, type Transaction } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { log } from "~/platform/log.server";
import { discardUpload } from "./arriving.server";

/** What names the files of stored media. */
export interface StoredKeys {
  fileKey: string;
  ending: string;
  widths: number[];
}

/** Of all files of stored media. */
export function keysOf({ fileKey, ending, widths }: StoredKeys): string[] {
  return ending
    ? [`${fileKey}.${ending}`]
    : widths.flatMap((width) => [`${fileKey}-${width}.avif`, `${fileKey}-${width}.webp`]);
}

/** Keeps media for a row that no trigger watches; the caller sees that it is let go. */
export async function holdMedia(tx: Transaction, mediaIds: readonly string[]): Promise<void> {
  await tx.media.updateMany({ where: { id: { in: [...mediaIds] } }, data: { releasedAt: null } });
}

/**
 * Removes media that nothing shows and no one awaits, with its files; the row first, so that nothing can begin to show it. Files of a
 * removed row are found by the daily sweep if this is cut off. Returns whether it was there to remove.
 */
export async function removeMedia(mediaId: string): Promise<boolean> {
  const [gone] = await db.$queryRaw<StoredKeys[]>`
    DELETE FROM media WHERE id = ${mediaId}::uuid AND released_at <= now()
    RETURNING file_key AS "fileKey", ending, widths`;
  if (!gone) return false;
  for (const key of keysOf(gone)) await files.remove(key);
  return true;
}

/** What made room for something else; its rows are gone. */
export interface Discarded {
  uploads: readonly string[];
  media: readonly StoredKeys[];
}

/** Their files. What cannot be removed now, the daily sweep finds. */
export async function removeDiscarded({ uploads, media }: Discarded): Promise<void> {
  try {
    for (const id of uploads) await discardUpload(id);
    for (const key of media.flatMap(keysOf)) await files.remove(key);
  } catch (error) {
    log.warn({ err: error }, "could not remove files that made room");
  }
}
