import { isId } from "~/ids";
import { db, type Transaction } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { log } from "~/platform/log.server";
import { discardUpload, notBeingStored } from "./arriving.server";
import { packedName } from "./file-name";

/** The columns of a `media` row that determine the names of its files. */
export interface StoredKeys {
  fileKey: string;
  ending: string;
  widths: number[];
  originalEnding?: string | null;
}

export function keysOf({ fileKey, ending, widths, originalEnding }: StoredKeys): string[] {
  if (ending) return [`${fileKey}.${ending}`];
  const scaled = widths.flatMap((width) => [`${fileKey}-${width}.avif`, `${fileKey}-${width}.webp`]);
  return originalEnding ? [...scaled, `${fileKey}.${originalEnding}`] : scaled;
}

/** Keeps media for a row that no trigger watches. The caller must make sure that it's released later. */
export async function holdMedia(tx: Transaction, mediaIds: readonly string[]): Promise<void> {
  await tx.media.updateMany({ where: { id: { in: [...mediaIds] } }, data: { releasedAt: null } });
}

/**
 * Removes media that nothing shows and no one is about to use, along with its files. The row is deleted first, so
 * nothing can start showing it. If this is interrupted, the daily sweep finds the files. Returns whether there was
 * anything to remove.
 */
export async function removeMedia(mediaId: string): Promise<boolean> {
  const [gone] = await db.$queryRaw<StoredKeys[]>`
    DELETE FROM media WHERE id = ${mediaId}::uuid AND released_at <= now()
    RETURNING file_key AS "fileKey", ending, widths, original_ending AS "originalEnding"`;
  if (!gone) return false;
  for (const key of keysOf(gone)) await files.remove(key);
  return true;
}

/** What was discarded to make room; the rows are already deleted. */
export interface Discarded {
  uploads: readonly string[];
  media: readonly StoredKeys[];
}

/** Removes the files of what was discarded. The daily sweep finds any that can't be removed now. */
export async function removeDiscarded({ uploads, media }: Discarded): Promise<void> {
  try {
    for (const id of uploads) await discardUpload(id);
    for (const key of media.flatMap(keysOf)) await files.remove(key);
  } catch (error) {
    log.warn({ err: error }, "couldn't remove files of an upload that made room for another");
  }
}

export const sweepMediaTask = "media:sweep";
export const sweepFilesTask = "media:sweep-files";

const hour = 3_600_000;
const batch = 200;

/** The job that removes media that nothing has shown for an hour, and uploads that began a day ago. Safe to repeat. */
export async function sweepMedia(): Promise<void> {
  const released = await db.media.findMany({
    where: { releasedAt: { lt: new Date(Date.now() - hour) } },
    orderBy: { releasedAt: "asc" },
    take: batch,
    select: { id: true },
  });
  for (const { id } of released) await removeMedia(id);
  const uploads = await db.upload.findMany({
    where: { createdAt: { lt: new Date(Date.now() - 24 * hour) }, ...notBeingStored() },
    orderBy: { createdAt: "asc" },
    take: batch,
    select: { id: true },
  });
  for (const { id } of uploads) await discardUpload(id);
}

/** In ms. A file younger than this may have a row that isn't committed yet. */
const youngest = 24 * hour;

/**
 * The daily job: removes files without a row, such as uploads of deleted accounts. Safe to repeat. Returns how many it
 * removed.
 */
export async function sweepFiles(now = Date.now()): Promise<number> {
  let removed = 0;
  for (const [folder, owned] of [
    ["media", ownedMedia],
    ["incoming", ownedUploads],
  ] as const) {
    for await (const page of files.list(folder)) {
      const old = page.filter(({ changedAt }) => now - changedAt.getTime() > youngest).map(({ key }) => key);
      const known = old.length > 0 ? await owned(old) : new Set<string>();
      // Catches each failure, so that one file doesn't keep the others from being removed.
      for (const key of old.filter((one) => !known.has(baseOf(one))))
        await files.remove(key).then(
          () => (removed += 1),
          (error) => log.error({ err: error, key }, "couldn't remove an unowned file"),
        );
    }
  }
  if (removed > 0) log.info({ removed }, "removed unowned files");
  return removed;
}

/** 'media/x-720.avif' and 'media/x.mp4' belong to 'media/x'; 'incoming/y.json' belongs to 'incoming/y'. */
const baseOf = (key: string) => key.replace(/(-\d+)?\.[a-z0-9]+$/, "");

async function ownedMedia(keys: string[]): Promise<Set<string>> {
  const rows = await db.media.findMany({
    where: { fileKey: { in: [...new Set(keys.map(baseOf))] } },
    select: { fileKey: true },
  });
  return new Set(rows.map(({ fileKey }) => fileKey));
}

async function ownedUploads(keys: string[]): Promise<Set<string>> {
  const ids = [...new Set(keys.map((key) => baseOf(key).slice("incoming/".length)))].filter(isId);
  const rows = await db.upload.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return new Set(rows.map(({ id }) => `incoming/${id}`));
}

export async function listMediaOf(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx.media.findMany({ where: { ownerId: userId }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/**
 * For an account that was deleted. Clears the names of its files, and lets the next sweep remove what nothing shows,
 * without the usual hour's wait.
 */
export async function forgetMedia(tx: Transaction, mediaIds: readonly string[]): Promise<void> {
  const where = { id: { in: [...mediaIds] } };
  await tx.media.updateMany({ where, data: { name: "" } });
  await tx.media.updateMany({
    where: { ...where, releasedAt: { not: null } },
    data: { releasedAt: new Date(Date.now() - 2 * hour) },
  });
}

/**
 * A person's stored files by key, under unique names. For a picture, only its original or, without one, its largest
 * size.
 */
export async function listFilesOf(userId: string): Promise<{ key: string; name: string }[]> {
  const rows = await db.media.findMany({
    where: { ownerId: userId },
    orderBy: { id: "asc" },
    select: { id: true, fileKey: true, ending: true, widths: true, name: true, originalEnding: true },
  });
  return rows.map(({ id, fileKey, ending: stored, widths, name, originalEnding }) => {
    const ending = stored || originalEnding;
    const key = ending ? `${fileKey}.${ending}` : `${fileKey}-${Math.max(0, ...widths)}.webp`;
    const own = ending === "bin" ? (/\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? "bin") : ending || "webp";
    return { key, name: packedName(`${id}-`, name, own) };
  });
}
