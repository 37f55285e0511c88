import { spawnSync } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { makeVideo } from "./videos";

/** Small by default, because storing a larger picture encodes six of it. */
export const picture = (width = 320, height = 180) =>
  sharp({ create: { width, height, channels: 3, background: "#1030c0" } }).composite([
    {
      input: { create: { width, height: Math.round(height / 2), channels: 3, background: "#e01010" } },
      left: 0,
      top: 0,
    },
  ]);

/** Makes a video that's two seconds long. */
export async function video(format: "webm" | "mp4" = "webm"): Promise<Uint8Array> {
  const frame = (background: string) =>
    sharp({ create: { width: 320, height: 180, channels: 3, background } })
      .webp({ quality: 50 })
      .toBuffer();
  const frames = await Promise.all(["#e01010", "#10e010", "#1010e0", "#e0e010"].map(frame));
  return makeVideo(frames, { width: 320, height: 180, framesPerSecond: 2, format });
}

export const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n40\n%%EOF\n",
);

const chunk = (type: string, body: Uint8Array, order: "LE" | "BE" = "LE") => {
  const head = Buffer.alloc(8);
  const [typeAt, bytesAt] = order === "LE" ? [0, 4] : [4, 0];
  head.write(type, typeAt, "latin1");
  if (order === "LE") head.writeUInt32LE(body.length, bytesAt);
  else head.writeUInt32BE(body.length, bytesAt);
  return Buffer.concat([head, body, Buffer.alloc(order === "LE" ? body.length % 2 : 0)]);
};
const box = (type: string, ...bodies: Uint8Array[]) => {
  const made = chunk(type, Buffer.concat(bodies), "BE");
  made.writeUInt32BE(made.length);
  return made;
};

/** Pictures with this many frames of one pixel, or with headers that claim this many. */
export const animated = {
  async webp(frames: number): Promise<Buffer> {
    const still = await picture(1, 2).webp({ lossless: true }).toBuffer();
    const place = Buffer.alloc(16);
    place.writeUIntLE(1, 9, 3);
    const frame = chunk("ANMF", Buffer.concat([place, still.subarray(12)]));
    const head = Buffer.alloc(10);
    head[0] = 2;
    head.writeUIntLE(1, 7, 3);
    const parts = [chunk("VP8X", head), chunk("ANIM", Buffer.alloc(6)), ...Array<Buffer>(frames).fill(frame)];
    return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...parts]));
  },
  async png(frames: number): Promise<Buffer> {
    const still = await picture(10, 10).png().toBuffer();
    const control = (type: string, bytes: number) =>
      Buffer.concat([chunk(type, Buffer.alloc(bytes), "BE"), Buffer.alloc(4)]);
    const [head, rest] = [still.subarray(0, 33), still.subarray(33)];
    return Buffer.concat([
      head,
      control("acTL", 8),
      ...Array<Buffer>(frames).fill(control("fcTL", 26)),
      rest,
    ]);
  },
  async avif(frames: number): Promise<Buffer> {
    const counts = Buffer.alloc(12);
    counts.writeUInt32BE(frames, 8);
    const tables = box("trak", box("mdia", box("minf", box("stbl", box("stsz", counts)))));
    return Buffer.concat([await picture(64, 64).avif({ effort: 0 }).toBuffer(), box("moov", tables)]);
  },
  async gif(frames: number): Promise<Buffer> {
    const still = await picture(10, 10).gif().toBuffer();
    const first = still.indexOf(0x2c, 13 + 3 * 2 ** ((still.readUInt8(10) & 7) + 1));
    const frame = still.subarray(first, -1);
    return Buffer.concat([
      still.subarray(0, first),
      ...Array<Buffer>(frames).fill(frame),
      still.subarray(-1),
    ]);
  },
  /** A JPEG with many scans. Decoding each one takes as long as decoding a picture. */
  async jpg(scans: number): Promise<Buffer> {
    const still = await picture(64, 64).jpeg({ progressive: true }).toBuffer();
    const last = still.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = still.subarray(last, -2);
    return Buffer.concat([still.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), still.subarray(-2)]);
  },
};

/** Creates a folder, and in it files like those that a form sends. */
export async function fileFolder() {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-samples-"));
  let count = 0;
  return {
    folder,
    /** Stores a file, and returns it as `readFileForm` does. */
    async file(contents: Uint8Array | string, name = "file") {
      count += 1;
      const path = join(folder, String(count));
      await writeFile(path, contents);
      return { path, bytes: (await stat(path)).size, name };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A folder on a disk of one megabyte; null if this machine can't mount one. */
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
