import { db, type Transaction } from "~/platform/db.server";

export async function listMediaOf(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx.media.findMany({ where: { ownerId: userId }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Clears the owner. Once nothing shows the media, the next sweep removes it with its files. */
export async function forgetMedia(tx: Transaction, mediaIds: readonly string[]): Promise<void> {
  const where = { id: { in: [...mediaIds] } };
  await tx.media.updateMany({ where, data: { name: "" } });
  await tx.media.updateMany({
    where: { ...where, releasedAt: { not: null } },
    data: { releasedAt: new Date(Date.now() - 2 * 3_600_000) },
  });
}

/** A person's stored files by key, the largest size of each picture, under unique names. */
export async function listFilesOf(userId: string): Promise<{ key: string; name: string }[]> {
  const rows = await db.media.findMany({
    where: { ownerId: userId },
    orderBy: { id: "asc" },
    select: { id: true, fileKey: true, ending: true, widths: true, name: true },
  });
  return rows.map(({ id, fileKey, ending, widths, name }) => {
    const key = ending ? `${fileKey}.${ending}` : `${fileKey}-${Math.max(0, ...widths)}.webp`;
    const plain = name.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N} _-]/gu, "_") || "file";
    const own = ending === "bin" ? (/\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? "bin") : ending || "webp";
    return { key, name: `${id}-${plain}.${own}` };
  });
}
