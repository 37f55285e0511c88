import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { files } from "~/platform/files/files.server";
import { makeCreator, type Person } from "../../../tests/support/people";
import { fileFolder, pdf, picture, video } from "../../../tests/support/sample-files";
import type { MediaKind } from "./media";
import { quotaBytes } from "./media";
import { keysOf, removeMedia, storeMedia } from "./storing.server";
import { sweepFiles, sweepMedia } from "./sweeping.server";

let owner: Person;
let given: Awaited<ReturnType<typeof fileFolder>>;
beforeAll(async () => {
  given = await fileFolder();
  owner = await makeCreator();
});
afterAll(() => given.remove());

const all: MediaKind[] = ["image", "pdf", "video"];
const store = async (contents: Uint8Array | string, name?: string, person = owner) =>
  storeMedia(person, await given.file(contents, name), all);

async function stored(outcome: Awaited<ReturnType<typeof storeMedia>>) {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refused}`);
  return db.media.findUniqueOrThrow({ where: { id: outcome.mediaId } });
}
async function bytesOf(key: string): Promise<Buffer> {
  const file = await files.read(key);
  if (!file) throw new Error(`no file ${key}`);
  return buffer(file.stream);
}

// Encoding takes every core, and other files run too.
describe("what is stored", { timeout: 60_000 }, () => {
  test.each([
    [
      "jpeg",
      () =>
        picture()
          .withExif({ IFD0: { Artist: "somebody's name" } })
          .jpeg()
          .toBuffer(),
    ],
    ["png", () => picture().png().toBuffer()],
    ["webp", () => picture().webp().toBuffer()],
    ["avif", () => picture().avif({ effort: 0 }).toBuffer()],
  ])("a picture made from %s has three widths, two types and no metadata", async (_type, make) => {
    const row = await stored(await store(await make()));
    expect(row).toMatchObject({ kind: "image", width: 1_440, height: 810, widths: [360, 720, 1_440] });
    const contents = await Promise.all(keysOf(row).map(async (key) => ({ key, body: await bytesOf(key) })));
    expect(contents).toHaveLength(6);
    expect(Number(row.bytes)).toBe(contents.reduce((sum, { body }) => sum + body.length, 0));
    for (const { key, body } of contents) {
      expect(body.includes("somebody's name")).toBe(false);
      const path = (await given.file(body)).path;
      const { width, format, exif } = await sharp(path).metadata();
      expect({ width, format, exif }).toEqual({
        width: Number(/-(\d+)\./.exec(key)?.[1]),
        format: key.endsWith("avif") ? "heif" : "webp",
        exif: undefined,
      });
    }
  });

  test("a small picture is not enlarged, and a tall one fits", async () => {
    expect(await stored(await store(await picture(500, 400).png().toBuffer()))).toMatchObject({
      widths: [360, 500],
    });
    const tall = await stored(await store(await picture(900, 9_000).png().toBuffer()));
    expect(tall.height).toBeLessThanOrEqual(2_880);
  });

  test.each(["webm", "mp4"] as const)(
    "a %s video is kept byte by byte, with its size and length",
    async (format) => {
      const contents = await video(format);
      const row = await stored(await store(contents, `../../etc/trailer.${format}`));
      expect(row).toMatchObject({
        kind: "video",
        ending: format,
        width: 320,
        height: 180,
        milliseconds: 2_000,
        name: `trailer.${format}`,
      });
      expect(await bytesOf(keysOf(row)[0] ?? "")).toEqual(Buffer.from(contents));
    },
  );

  test("a PDF is kept, under a name without anything that could confuse", async () => {
    const row = await stored(await store(pdf, "a\u202efdp.exe\u0000\n.pdf"));
    expect(row).toMatchObject({ kind: "pdf", ending: "pdf", name: "afdp.exe.pdf" });
  });
});

describe("what is refused", { timeout: 60_000 }, () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  test.each([
    ["an SVG with script", () => svg],
    ["a page", () => "<!doctype html><script>alert(1)</script>"],
    ["a page that begins like a GIF", () => "GIF89a<script>alert(1)</script>"],
    ["a program", () => Buffer.from("4d5a900003000000", "hex")],
    ["nothing", () => ""],
    ["a sound", () => Buffer.concat([Buffer.from("ID3\u0004\0\0\0\0\0\0"), Buffer.alloc(2_000)])],
  ])("%s, by its type", async (_what, make) => {
    expect(await store(make(), "picture.png")).toEqual({ ok: false, refused: "type" });
  });

  test("a picture that is cut off, and one of 81 megapixels in a few bytes", async () => {
    const whole = await picture().jpeg().toBuffer();
    expect(await store(whole.subarray(0, 4_000))).toMatchObject({ refused: "unreadable", kind: "image" });
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: "black" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2 ** 21);
    expect(await store(bomb)).toMatchObject({ refused: "unreadable", kind: "image" });
  });

  test("a video that is cut off before its facts, or has none", async () => {
    const whole = await video("mp4");
    expect(await store(whole.subarray(0, 40))).toMatchObject({ refused: "unreadable", kind: "video" });
    const broken = Buffer.from(await video("webm")).fill(0, 60);
    expect(await store(broken)).toMatchObject({ refused: "unreadable", kind: "video" });
  });

  test("a picture hidden in a page keeps nothing of the page", async () => {
    const hidden = Buffer.concat([
      await picture().jpeg().toBuffer(),
      Buffer.from("<script>alert(1)</script>"),
    ]);
    const row = await stored(await store(hidden));
    for (const key of keysOf(row)) expect((await bytesOf(key)).includes("<script>")).toBe(false);
  });

  test("one byte more than 500 MB of video, or 20 MB of picture or PDF", async () => {
    for (const [contents, most, kind] of [
      [await video("mp4"), 500, "video"],
      [pdf, 20, "pdf"],
      [await picture().png().toBuffer(), 20, "image"],
    ] as const) {
      const file = await given.file(contents);
      await truncate(file.path, most * 2 ** 20 + 1);
      const large = { ...file, bytes: most * 2 ** 20 + 1 };
      expect(await storeMedia(owner, large, all)).toEqual({ ok: false, refused: "too-large", kind });
    }
  });

  test("more than the quota, also at once", async () => {
    const person = await makeCreator();
    await db.media.create({
      data: {
        ownerId: person.userId,
        kind: "pdf",
        ending: "pdf",
        fileKey: `media/${person.userId}`,
        bytes: quotaBytes - 3 * pdf.length,
      },
    });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => store(pdf, "a.pdf", person)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3);
    expect(outcomes.filter((one) => !one.ok && one.refused === "quota")).toHaveLength(5);
  });
});

describe("what is removed", { timeout: 60_000 }, () => {
  test("media that nothing shows, after an hour, with its files; a shown one stays", async () => {
    const [lost, shown, young] = [
      await stored(await store(pdf)),
      await stored(await store(pdf)),
      await stored(await store(pdf)),
    ];
    await db.workSample.create({
      data: { profileId: owner.userId, position: 1, kind: "pdf", mediaId: shown.id, title: "Shown" },
    });
    await db.$executeRaw`UPDATE media SET released_at = now() - interval '61 minutes' WHERE id = ${lost.id}::uuid`;
    await sweepMedia();
    expect(await db.media.findMany({ where: { id: { in: [lost.id, shown.id, young.id] } } })).toHaveLength(2);
    expect(await files.sizeOf(keysOf(lost)[0] ?? "")).toBeNull();
    expect(await removeMedia(shown.id)).toBe(false);
    expect(await files.sizeOf(keysOf(shown)[0] ?? "")).toBe(pdf.length);
  });

  test("the files of an account that is gone", async () => {
    const person = await makeCreator();
    const row = await stored(await store(pdf, "a.pdf", person));
    await db.workSample.create({
      data: { profileId: person.userId, position: 1, kind: "pdf", mediaId: row.id, title: "Gone" },
    });
    await db.user.delete({ where: { id: person.userId } });
    await db.$executeRaw`UPDATE media SET released_at = released_at - interval '2 hours' WHERE id = ${row.id}::uuid`;
    await sweepMedia();
    expect(await files.sizeOf(keysOf(row)[0] ?? "")).toBeNull();
  });

  test("files without a row, once they are a day old", async () => {
    const row = await stored(await store(pdf));
    await files.put("media/0123456789abcdef-720.avif", Buffer.from("x"));
    await files.put("media/0123456789abcdef.mp4", Buffer.from("x"));
    // A killed process leaves the first; nobody's program leaves the second, which is no key.
    const [half, odd] = ["media/0123456789abcdef.mp4", "media/Thumbs"].map((name) =>
      join(env.DATA_DIR, "files", `${name}.${randomUUID()}.part`),
    ) as [string, string];
    await Promise.all([half, odd].map((path) => writeFile(path, "x")));
    await sweepFiles();
    expect(existsSync(half)).toBe(true);
    expect(await files.sizeOf("media/0123456789abcdef.mp4")).toBe(1);
    expect(await sweepFiles(Date.now() + 25 * 3_600_000)).toBeGreaterThanOrEqual(3);
    expect([existsSync(half), existsSync(odd)]).toEqual([false, true]);
    expect(await files.sizeOf("media/0123456789abcdef.mp4")).toBeNull();
    expect(await files.sizeOf("media/0123456789abcdef-720.avif")).toBeNull();
    expect(await files.sizeOf(keysOf(row)[0] ?? "")).toBe(pdf.length);
  });
});
