import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db, SessionEnded } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { makeCreator, type Person } from "../../../tests/support/people";
import { animated } from "../../../tests/support/sample-files";
import { changeAvatar, findAvatarFile, removeAvatar } from "./avatars.server";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matchcut-pictures-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Red on top and blue below, to tell which way is up. */
const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#1030c0" } }).composite([
    { input: { create: { width: 640, height: 240, channels: 3, background: "#e01010" } }, left: 0, top: 0 },
  ]);
const inFormat = {
  "a.jpg": () => picture().jpeg().toBuffer(),
  "a.png": () => picture().png().toBuffer(),
  "a.webp": () => picture().webp().toBuffer(),
  "a.avif": () => picture().avif({ effort: 0 }).toBuffer(),
};

let count = 0;
async function change(person: Person, contents: Buffer | string, name = "picture") {
  count += 1;
  const path = join(folder, `${count}-${name}`);
  await writeFile(path, contents);
  return changeAvatar(person, { path, bytes: Buffer.byteLength(contents), name });
}

async function avatarOf(person: Person): Promise<string | null> {
  return (await db.profile.findUniqueOrThrow({ where: { id: person.userId } })).avatarUrl;
}

async function fileOf(person: Person, ending: string): Promise<Buffer> {
  const base = (await avatarOf(person))?.replace(/^\/files\//, "");
  const found = await findAvatarFile(person, `${base}-${ending}`);
  const file = await found?.file.open();
  if (!file) throw new Error(`there is no ${ending}`);
  return buffer(file.stream);
}

const opened = async (contents: Buffer) => sharp(contents);

const stored = () => readdir(join(env.DATA_DIR, "files", "avatars")).catch(() => []);

describe("an avatar", () => {
  test.each(Object.entries(inFormat))(
    "is made from %s, no matter what the file is called",
    async (_name, make) => {
      const person = await makeCreator();
      expect(await change(person, await make(), "renamed.exe")).toEqual({ ok: true });
      expect(await avatarOf(person)).toMatch(/^\/files\/avatars\/[A-Za-z0-9_-]{24}$/);
      for (const pixels of [96, 320]) {
        for (const [ending, format] of [
          ["avif", "heif"],
          ["webp", "webp"],
        ]) {
          const metadata = await (await opened(await fileOf(person, `${pixels}.${ending}`))).metadata();
          expect(metadata).toMatchObject({ format, width: pixels, height: pixels });
        }
      }
    },
  );

  test("loses its location and camera data, and is turned upright", async () => {
    const person = await makeCreator();
    const withMetadata = await picture()
      .withMetadata({ orientation: 3 })
      .withExif({
        IFD0: { Artist: "Somebody", Copyright: "A secret" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
      })
      .jpeg()
      .toBuffer();
    expect(withMetadata.includes("Somebody")).toBe(true);
    await change(person, withMetadata);
    for (const ending of ["96.avif", "96.webp", "320.avif", "320.webp"]) {
      const file = await fileOf(person, ending);
      const { exif, xmp, icc, orientation } = await (await opened(file)).metadata();
      expect({ exif, xmp, orientation }).toEqual({ exif: undefined, xmp: undefined, orientation: undefined });
      expect(icc).toBeUndefined();
      expect(file.includes("Somebody")).toBe(false);
    }
    // Orientation 3 means upside down.
    const square = await opened(await fileOf(person, "320.webp"));
    const { data, info } = await square.raw().toBuffer({ resolveWithObject: true });
    const [red = 0, , blue = 0] = data.subarray((300 * info.width + 160) * info.channels);
    expect(red).toBeGreaterThan(blue);
  });

  test("is less than 8 KB as a small AVIF", async () => {
    const person = await makeCreator();
    const noise = {
      create: {
        width: 700,
        height: 700,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 30 },
      },
    } as const;
    await change(person, await sharp(noise).jpeg().toBuffer());
    expect((await fileOf(person, "96.avif")).length).toBeLessThan(8_000);
  });

  test("replaces the previous picture, whose files are deleted", async () => {
    const person = await makeCreator();
    await change(person, await inFormat["a.png"]());
    const [before, files] = [await avatarOf(person), await stored()];
    await change(person, await inFormat["a.jpg"]());
    expect(await avatarOf(person)).not.toBe(before);
    expect(await stored()).toHaveLength(files.length);
    await removeAvatar(person);
    await removeAvatar(person);
    expect(await avatarOf(person)).toBeNull();
    expect(await stored()).toHaveLength(files.length - 4);
  });

  test("leaves no files behind if the session ends while it's uploaded", async () => {
    const person = await makeCreator();
    await change(person, await inFormat["a.png"]());
    const [before, files] = [await avatarOf(person), await stored()];
    await db.session.deleteMany({ where: { userId: person.userId } });
    await expect(change(person, await inFormat["a.jpg"]())).rejects.toThrow(SessionEnded);
    expect(await avatarOf(person)).toBe(before);
    expect((await stored()).sort()).toEqual(files.sort());
  });

  test("works after concurrent uploads, which leave no other files behind", async () => {
    const person = await makeCreator();
    const before = (await stored()).length;
    const png = await inFormat["a.png"]();
    await Promise.all(Array.from({ length: 4 }, () => change(person, png)));
    expect(await stored()).toHaveLength(before + 4);
    expect((await fileOf(person, "96.webp")).length).toBeGreaterThan(0);
  });

  test.each<[string, () => Promise<Buffer | string> | Buffer | string, string]>([
    [
      "a program with a picture's name",
      () => readFile(process.execPath).then((file) => file.subarray(0, 100_000)),
      "type",
    ],
    [
      "an SVG that can run script",
      () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      "type",
    ],
    ["a page", () => "<!doctype html><script>alert(1)</script>", "type"],
    ["an animated GIF", () => animated.gif(2), "animation"],
    ["a TIFF", () => picture().tiff().toBuffer(), "type"],
    ["nothing", () => "", "empty"],
    [
      "half of a JPEG",
      () => inFormat["a.jpg"]().then((file) => file.subarray(0, file.length / 2)),
      "damaged",
    ],
    ["half of a PNG", () => inFormat["a.png"]().then((file) => file.subarray(0, file.length / 2)), "damaged"],
    [
      "half of a WebP",
      () => inFormat["a.webp"]().then((file) => file.subarray(0, file.length / 2)),
      "damaged",
    ],
    [
      "half of an AVIF",
      () => inFormat["a.avif"]().then((file) => file.subarray(0, file.length / 2)),
      "damaged",
    ],
    [
      "the beginning of a JPEG, followed by a page",
      () => Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.from("<script>")]),
      "damaged",
    ],
    [
      "a small file with too many pixels",
      () =>
        sharp({ create: { width: 5_700, height: 5_700, channels: 3, background: "#fff" } })
          .png()
          .toBuffer(),
      "pixels",
    ],
  ])("isn't made from %s", async (_what, make, refused) => {
    const person = await makeCreator();
    const before = await stored();
    expect(await change(person, await make(), "holiday.png")).toMatchObject({ ok: false, refused });
    expect(await avatarOf(person)).toBeNull();
    expect(await stored()).toEqual(before);
  });

  test("can be changed at most 20 times an hour", async () => {
    const person = await makeCreator();
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => change(person, "no picture")));
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.refused === "too-many")).toHaveLength(5);
  });

  test("isn't found under a malformed or unknown key", async () => {
    const person = await makeCreator();
    for (const key of ["avatars/x-96.webp", "avatars/../../secret", "portfolio/a.webp", "avatars/", ""]) {
      expect(await findAvatarFile(person, key)).toBeNull();
    }
    expect(await findAvatarFile(person, `avatars/${"a".repeat(24)}-96.webp`)).toBeNull();
  });
});
