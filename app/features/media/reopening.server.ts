import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { open, type PictureShape, type ScaledPictures } from "~/platform/decoding.server";
import { files } from "~/platform/files/files.server";
import { mostFrames, mostMegapixels } from "./media";

/**
 * Opens a stored picture again, and scales it to `shape`. Null if it's missing or damaged.
 * @param by names the purpose; pictures with the same name take turns
 * @throws if the store or the decoder doesn't answer
 */
export async function reopen(by: string, key: string, shape: PictureShape): Promise<ScaledPictures | null> {
  const file = await files.read(key);
  if (!file) return null;
  const path = join(tmpdir(), `matchcut-reopened-${randomUUID()}`);
  try {
    await writeFile(path, await buffer(file.stream), { flag: "wx", mode: 0o600 });
    const opened = await open(by, { kind: "picture", path, ...shape, mostMegapixels, mostFrames });
    return "done" in opened ? opened.done : null;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Stores a picture's missing WebP, made from the AVIF next to it. The demo's pictures come only as AVIF, and most of
 * their WebPs are never requested. Returns its size; null if there's no AVIF either.
 */
export async function makeWebp(key: string): Promise<number | null> {
  const [, base = "", width] = /^(.+-(\d+))\.webp$/.exec(key) ?? [];
  if (!base) return null;
  // Scaling also makes an AVIF, which isn't kept, so it's made as cheaply as possible.
  const shape = { isSquare: false, widths: [Number(width)], webpQuality: 72, avifQuality: 1 };
  const opened = await reopen("webp", `${base}.avif`, shape);
  const made = opened?.pictures.find(({ ending }) => ending === "webp");
  if (!made) return null;
  await files.put(key, made.body);
  return made.body.length;
}
