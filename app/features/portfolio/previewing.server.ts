import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeMedia } from "~/features/media/storing.server";
import { isId } from "~/ids";
import { db } from "~/platform/db.server";
import { links } from "~/platform/links/links.server";
import type { LinksSide } from "~/platform/links/links-side.server";

export const previewLinkTask = "portfolio:preview-link";

/**
 * The job that gives a link the title and still that its site has, stored as our own picture. Safe to repeat: once the
 * site has answered, nothing changes any more, so that a still taken away stays away. A silent site throws, and the
 * queue asks again later.
 */
export async function previewLink(sampleId: string, side: LinksSide = links): Promise<void> {
  if (!isId(sampleId)) return;
  const sample = await db.workSample.findFirst({
    where: { id: sampleId, kind: "link", linkAskedAt: null, removedAt: null },
    select: { profileId: true, url: true, stillId: true },
  });
  if (!sample?.url) return;
  const preview = await side.describe(sample.url);
  // Its owner's own picture stays.
  const stillId =
    preview?.still && !sample.stillId ? await storeStill(sample.profileId, preview.still) : null;
  await db.$executeRaw`
    UPDATE work_samples SET link_title = ${preview?.title ?? ""}, link_asked_at = now(),
           still_id = coalesce(still_id, ${stillId}::uuid)
     WHERE id = ${sampleId}::uuid AND link_asked_at IS NULL`;
}

/** Null for what is no picture, or does not fit its owner's quota. */
async function storeStill(userId: string, still: Uint8Array): Promise<string | null> {
  const path = join(tmpdir(), `matchcut-still-${randomUUID()}`);
  try {
    await writeFile(path, still, { flag: "wx", mode: 0o600 });
    const stored = await storeMedia({ userId }, { path, bytes: still.length, name: "" }, ["image"]);
    return stored.ok ? stored.mediaId : null;
  } finally {
    await rm(path, { force: true });
  }
}
