import { spawnSync } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { makeVideo } from "../../prisma/seed/videos";

export const picture = (width = 1_600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: "#1030c0" } }).composite([
    {
      input: { create: { width, height: Math.round(height / 2), channels: 3, background: "#e01010" } },
      left: 0,
      top: 0,
    },
  ]);

/** Two seconds long. */
export async function video(format: "webm" | "mp4" = "webm"): Promise<Uint8Array> {
  const frame = (background: string) =>
    sharp({ create: { width: 320, height: 180, channels: 3, background } })
      .webp({ quality: 50 })
      .toBuffer();
  const frames = await Promise.all(["#e01010", "#10e010", "#1010e0", "#e0e010"].map(frame));
  return makeVideo(frames, { width: 320, height: 180, framesPerSecond: 2, format });
}

export const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

/** A folder of files such as a form brings. */
export async function fileFolder() {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-samples-"));
  let count = 0;
  return {
    folder,
    /** A file as `readFileForm` returns it. */
    async file(contents: Uint8Array | string, name = "file") {
      count += 1;
      const path = join(folder, String(count));
      await writeFile(path, contents);
      return { path, bytes: (await stat(path)).size, name };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A folder on a disk of one megabyte; null where none can be mounted. */
export async function smallDisk() {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-small-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  if (!mounted) await rm(folder, { recursive: true });
  return mounted
    ? {
        folder,
        remove: async () => {
          spawnSync("umount", [folder]);
          await rm(folder, { recursive: true });
        },
      }
    : null;
}
