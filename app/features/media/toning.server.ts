import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { db } from "~/platform/db.server";
import { open } from "~/platform/decoding.server";
import { files } from "~/platform/files/files.server";
import { defaultTone, mostFrames, mostMegapixels } from "./media";
import { keysOf } from "./removing.server";

/** Opening one takes a third of a second. */
const batch = 200;
/** Small, because only the color is kept. */
const shape = { isSquare: false, widths: [64], webpQuality: 1, avifQuality: 1 };

/**
 * The job: fills in the tone of pictures that were stored without one, a batch each time. Safe to repeat. Pictures that
 * are missing or damaged get the default, so that they aren't opened again.
 */
export async function fillTones(): Promise<void> {
  const rows = await db.media.findMany({
    where: { kind: "image", tone: null },
    orderBy: { id: "asc" },
    take: batch,
    select: { id: true, fileKey: true, ending: true, widths: true },
  });
  for (const { id, ...stored } of rows) {
    const tone = await toneOf(keysOf({ ...stored, widths: [Math.min(...stored.widths)] })[1] ?? "");
    await db.media.updateMany({ where: { id, tone: null }, data: { tone } });
  }
}

/** @throws if the store or the decoder doesn't answer; the queue tries again later */
async function toneOf(key: string): Promise<string> {
  const file = await files.read(key);
  if (!file) return defaultTone;
  const path = join(tmpdir(), `matchcut-tone-${randomUUID()}`);
  try {
    await writeFile(path, await buffer(file.stream), { flag: "wx", mode: 0o600 });
    const opened = await open("tones", { kind: "picture", path, ...shape, mostMegapixels, mostFrames });
    return "done" in opened ? opened.done.tone : defaultTone;
  } finally {
    await rm(path, { force: true });
  }
}
