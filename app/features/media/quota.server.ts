import { Prisma, type Transaction } from "~/platform/db.server";
import { quotaBytes } from "./media";
import type { Discarded, StoredKeys } from "./removing.server";

/** Until the transaction ends, no one else adds to what this person stores. */
export async function lockQuota(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('media-quota:' || ${userId}, 0))`;
}

/**
 * What a person stores, in bytes. Uploads under way count with all that they announced, until their file is stored and
 * counts itself.
 */
export async function usedBytes(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ used: number }[]>`
    SELECT ((SELECT coalesce(sum(bytes), 0) FROM media WHERE owner_id = ${userId}::uuid)
          + (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE owner_id = ${userId}::uuid AND taken_at IS NULL))::float8 AS used`;
  return row?.used ?? 0;
}

type Unused = { id: string; bytes: number; at: Date };

/**
 * SQL: shown by nothing for a while, or waiting for its owner, who has not named it lately (see `findWaiting`). By the
 * clock: the transaction may have waited, and what was stored meanwhile is new.
 */
const isUnused = Prisma.sql`(released_at < clock_timestamp() - interval '10 minutes'
  OR released_at BETWEEN clock_timestamp() AND clock_timestamp() + interval '22 hours 50 minutes')`;

/**
 * Makes room for so many bytes, in a transaction that has locked the quota: where there is none, a person's unused files
 * are discarded, the oldest first, but nothing that a form stores now.
 * @param mostUploads may wait beside the new one
 * @returns whose files the caller removes once it has committed; null if there is no room even so, and nothing is gone
 */
export async function makeRoom(
  tx: Transaction,
  userId: string,
  bytes: number,
  mostUploads = Number.POSITIVE_INFINITY,
): Promise<Discarded | null> {
  let excess = (await usedBytes(tx, userId)) + bytes - quotaBytes;
  const open = await tx.upload.count({ where: { ownerId: userId, takenAt: null } });
  let crowd = open - mostUploads;
  if (excess <= 0 && crowd <= 0) return { uploads: [], media: [] };
  // Locked, so that none of them is used meanwhile.
  const uploads = await tx.$queryRaw<Unused[]>`
    SELECT id, bytes::float8 AS bytes, created_at AS at FROM uploads
     WHERE owner_id = ${userId}::uuid AND taken_at IS NULL FOR UPDATE`;
  const media = await tx.$queryRaw<Unused[]>`
    SELECT id, bytes::float8 AS bytes, created_at AS at FROM media
     WHERE owner_id = ${userId}::uuid AND ${isUnused} FOR UPDATE`;
  const chosen: string[] = [];
  for (const one of [...uploads, ...media].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const isUpload = uploads.includes(one);
    if (excess <= 0 && !(isUpload && crowd > 0)) continue;
    chosen.push(one.id);
    excess -= one.bytes;
    if (isUpload) crowd -= 1;
  }
  if (excess > 0) return null;
  await tx.$executeRaw`DELETE FROM uploads WHERE id = ANY (${chosen}::uuid[]) AND taken_at IS NULL`;
  const gone = await tx.$queryRaw<StoredKeys[]>`
    DELETE FROM media WHERE id = ANY (${chosen}::uuid[]) AND released_at IS NOT NULL
    RETURNING file_key AS "fileKey", ending, widths`;
  return { uploads: uploads.map(({ id }) => id).filter((id) => chosen.includes(id)), media: gone };
}
