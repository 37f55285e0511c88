import type { Transaction } from "~/platform/db.server";
import { quotaBytes } from "./media";

/** Until the transaction ends, nobody else adds to what this person stores. */
export async function lockQuota(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('media-quota:' || ${userId}, 0))`;
}

/** Whether that many more bytes fit. Uploads under way count with all that they announced. */
export async function hasRoom(tx: Transaction, userId: string, bytes: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ used: bigint }[]>`
    SELECT ((SELECT coalesce(sum(bytes), 0) FROM media WHERE owner_id = ${userId}::uuid)
          + (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE owner_id = ${userId}::uuid))::bigint AS used`;
  return Number(row?.used ?? 0) + bytes <= quotaBytes;
}
