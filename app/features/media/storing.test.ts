import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { open } from "~/platform/decoding.server";
import { env } from "~/platform/env.server";
import { files } from "~/platform/files/files.server";
import { whileBroken } from "../../../tests/support/broken-table";
import { makeCreator, type Person } from "../../../tests/support/people";
import { animated, fileFolder, pdf, picture, video } from "../../../tests/support/sample-files";
import { oneOf, runsAll, thirdOf } from "../../../tests/support/scope";
import { makeSound, makeVideo } from "../../../tests/support/videos";
import { defaultTone, type MediaKind, mostBytes, mostMegapixels, quotaBytes } from "./media";
import { readLimits } from "./opening.server";
import { fileRefusalWords } from "./refusals";
import { keysOf, listFilesOf, removeMedia, sweepFiles, sweepMedia } from "./removing.server";
import { openMedia } from "./serving.server";
import { lockQuota, receiveUpload, type StoreRefusal, storeMedia, usedBytes } from "./storing.server";
import { strippedOf } from "./stripping.server";
import { fillTones } from "./toning.server";

let owner: Person;
let given: Awaited<ReturnType<typeof fileFolder>>;
beforeAll(async () => {
  given = await fileFolder();
  owner = await makeCreator();
});
afterAll(() => given.remove());

type Contents = Buffer | string;
/** Changes the names of an MP4's boxes or codecs. */
const renaming = (whole: Uint8Array, ...names: [string, string][]) =>
  Buffer.from(
    names.reduce(
      (text, [name, other]) => text.replaceAll(name, other),
      Buffer.from(whole).toString("latin1"),
    ),
    "latin1",
  );
/** Sets a number in one of an MP4's tables to an impossible value. */
const claiming = (table: string, at: number) => (whole: Buffer) => {
  whole.writeUInt32BE(0x7fff_ffff, whole.indexOf(table) + at);
  return whole;
};
const flat = (edge: number) =>
  sharp({
    create: { width: edge, height: edge, channels: 3, background: "#1030c0" },
    limitInputPixels: false,
  });
const all: MediaKind[] = ["image", "pdf", "video", "audio"];
const store = async (contents: Uint8Array | string, name?: string, person = owner) =>
  storeMedia(person, await given.file(contents, name), all);
/** Stores a file where a picture's original is kept. */
const keep = async (contents: Uint8Array | string) =>
  storeMedia(owner, await given.file(contents), all, { keepsOriginal: true });

async function stored(outcome: Awaited<ReturnType<typeof storeMedia>>) {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refused}`);
  return db.media.findUniqueOrThrow({ where: { id: outcome.mediaId } });
}
async function bytesOf(key: string): Promise<Buffer> {
  const file = await files.read(key);
  if (!file) throw new Error(`no file ${key}`);
  return buffer(file.stream);
}

describe("storing", () => {
  test.each(
    oneOf(
      [
        [
          "jpeg",
          () =>
            picture(1_600, 900)
              .withExif({ IFD0: { Artist: "Jane Artist" } })
              .jpeg()
              .toBuffer(),
        ],
        ["png", () => picture(1_600, 900).png().toBuffer()],
        ["webp", () => picture(1_600, 900).webp().toBuffer()],
        ["avif", () => picture(1_600, 900).avif({ effort: 0 }).toBuffer()],
      ] as const,
      0,
    ),
  )("a picture made from %s has three widths, two types and no metadata", async (_type, make) => {
    const row = await stored(await store(await make()));
    expect(row).toMatchObject({ kind: "image", width: 1_440, height: 810, widths: [360, 720, 1_440] });
    const contents = await Promise.all(keysOf(row).map(async (key) => ({ key, body: await bytesOf(key) })));
    expect(contents).toHaveLength(6);
    expect(Number(row.bytes)).toBe(contents.reduce((sum, { body }) => sum + body.length, 0));
    for (const { key, body } of contents) {
      expect(body.includes("Jane Artist")).toBe(false);
      const path = (await given.file(body)).path;
      const { width, format, exif } = await sharp(path).metadata();
      expect({ width, format, exif }).toEqual({
        width: Number(/-(\d+)\./.exec(key)?.[1]),
        format: key.endsWith("avif") ? "heif" : "webp",
        exif: undefined,
      });
    }
  });

  const half = (background: string) =>
    flat(60).composite([
      { input: { create: { width: 30, height: 60, channels: 3, background } }, left: 0, top: 0 },
    ]);
  test.each([
    ["of one color", () => flat(60), "#1030c0"],
    ["of two colors", () => half("#3050e0"), "#2040d0"],
    [
      "half transparent",
      () =>
        flat(60)
          .ensureAlpha()
          .composite([
            {
              input: { create: { width: 30, height: 60, channels: 4, background: "#000" } },
              left: 0,
              top: 0,
              blend: "dest-out",
            },
          ]),
      "#0f2fbf",
    ],
    ["without colors", () => flat(60).greyscale().toColourspace("b-w"), "#464646"],
  ])("the tone of a picture %s", async (_what, make, tone) => {
    expect(await stored(await store(await make().png().toBuffer()))).toMatchObject({ tone });
  });

  test("pictures without a tone get one, even if they can't be opened", async () => {
    const add = async () => stored(await store(await flat(60).png().toBuffer()));
    const [known, lost, damaged] = [await add(), await add(), await add()];
    const ids = [known.id, lost.id, damaged.id];
    for (const key of keysOf(lost)) await files.remove(key);
    for (const key of keysOf(damaged)) await files.put(key, Buffer.from("damaged"));
    await db.media.updateMany({ where: { id: { in: ids } }, data: { tone: null } });
    await fillTones();
    const tones = await db.media.findMany({ where: { id: { in: ids } } });
    const toneOf = (at: number) => tones.find(({ id }) => id === ids[at])?.tone;
    expect(toneOf(0)).toMatch(/^#[01].[23].[bc].$/);
    expect([toneOf(1), toneOf(2)]).toEqual([defaultTone, defaultTone]);
    expect(await db.media.count({ where: { kind: "image", tone: null } })).toBe(0);
  });

  test("keeps a picture's original if asked to, then counts, exports and removes it, and only offers it as a download", async () => {
    const secret = "SECRET N 45.5";
    const file = await picture(300, 200)
      .withMetadata({ orientation: 6, exif: { IFD0: { ImageDescription: secret } } })
      .jpeg()
      .toBuffer();
    const give = async (keepsOriginal: boolean) =>
      stored(await storeMedia(owner, await given.file(file, "Canoe.final.JPG"), all, { keepsOriginal }));
    const [withOriginal, without] = [await give(true), await give(false)];
    expect(without).toMatchObject({ originalEnding: null, originalBytes: null });
    expect(withOriginal).toMatchObject({
      originalEnding: "jpg",
      originalWidth: 200,
      originalHeight: 300,
      originalMoves: false,
    });
    expect(withOriginal.bytes - without.bytes).toBe(withOriginal.originalBytes);
    const kept = await bytesOf(`${withOriginal.fileKey}.jpg`);
    expect(kept.toString("latin1")).not.toContain(secret);
    expect(Number(withOriginal.originalBytes)).toBe(kept.length);
    const pixels = (one: Buffer) => sharp(one).autoOrient().raw().toBuffer();
    expect((await pixels(kept)).equals(await pixels(file))).toBe(true);

    const servable = (row: typeof withOriginal) => ({
      ...row,
      kind: "image" as const,
      bytes: Number(row.bytes),
      originalBytes: row.originalBytes === null ? null : Number(row.originalBytes),
    });
    expect(await openMedia(servable(withOriginal), "original")).toMatchObject({
      bytes: kept.length,
      saving: { downloadName: "Canoe.final.jpg", isShown: false },
    });
    expect(await openMedia(servable(without), "original")).toBeNull();
    const exported = await listFilesOf(owner.userId);
    expect(exported.map(({ key }) => key)).toEqual(
      expect.arrayContaining([`${withOriginal.fileKey}.jpg`, `${without.fileKey}-200.webp`]),
    );
    expect(await listFilesOf((await makeCreator()).userId)).toEqual([]);
    await db.media.updateMany({ where: { id: withOriginal.id }, data: { releasedAt: new Date(0) } });
    expect(await removeMedia(withOriginal.id)).toBe(true);
    expect(await files.sizeOf(`${withOriginal.fileKey}.jpg`)).toBeNull();
  });

  test("a missing WebP is made from the picture's AVIF, and from nothing else", async () => {
    const row = await stored(await store(await picture(720, 405).png().toBuffer()));
    const media = { ...row, kind: "image" as const, bytes: Number(row.bytes), originalBytes: null };
    const [avif, webp] = [`${row.fileKey}-720.avif`, `${row.fileKey}-720.webp`];
    await files.remove(webp);
    const opened = await openMedia(media, "720.webp");
    const made = await bytesOf(webp);
    expect(opened?.bytes).toBe(made.length);
    expect(await sharp(made).metadata()).toMatchObject({ format: "webp", width: 720, height: 405 });
    for (const key of [avif, webp]) await files.remove(key);
    expect([await openMedia(media, "720.webp"), await openMedia(media, "720.avif")]).toEqual([null, null]);
  });

  test("a small picture isn't enlarged, and a tall one fits", async () => {
    expect(await stored(await store(await picture(500, 400).png().toBuffer()))).toMatchObject({
      widths: [360, 500],
    });
    const tall = await stored(await store(await picture(300, 3_000).png().toBuffer()));
    expect(tall.height).toBeLessThanOrEqual(2_880);
  });

  test.each(["webm", "mp4"] as const)(
    "a %s video is kept byte for byte, with its size and length",
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

  test.each(oneOf(["mp3", "wav", "m4a", "ogg"] as const, 0))(
    "a %s sound is kept byte for byte, with its length, no matter what its name's suffix is",
    async (format) => {
      const contents = await makeSound(format);
      const row = await stored(await store(contents, "Theme.txt"));
      expect(row).toMatchObject({ kind: "audio", ending: format, name: "Theme.txt", peaks: [] });
      expect(Math.abs(row.milliseconds - 2_000)).toBeLessThan(100);
      expect(await bytesOf(keysOf(row)[0] ?? "")).toEqual(Buffer.from(contents));
    },
  );

  test("a sound keeps its tags, and an MP3 is recognized no matter how large its embedded picture is", async () => {
    const size = 100_000;
    const head = Buffer.from([
      0x49,
      0x44,
      0x33,
      3,
      0,
      0,
      0,
      (size >> 14) & 127,
      (size >> 7) & 127,
      size & 127,
    ]);
    const tagged = Buffer.concat([head, Buffer.alloc(size), await makeSound("mp3")]);
    const row = await stored(await store(tagged, "a.mp3"));
    expect(row).toMatchObject({ kind: "audio", ending: "mp3", bytes: BigInt(tagged.length) });
  });

  test("an MP4 that holds only sound counts as a sound, and is refused where only videos are accepted", async () => {
    const contents = await makeSound("m4a");
    const renamed = renaming(contents, ["M4A ", "isom"]);
    expect(await stored(await store(renamed))).toMatchObject({ kind: "audio", ending: "m4a" });
    expect(await storeMedia(owner, await given.file(renamed), ["image", "video"])).toMatchObject({
      refused: "sound",
    });
  });

  test("a browser's recording doesn't say how long it is, and is too large to be read to the end", async () => {
    const frame = Buffer.alloc(35_020);
    frame.write("VP8 ", 12, "latin1");
    frame.writeUInt32LE(35_000, 16);
    const size = { width: 320, height: 180, framesPerSecond: 30 };
    const recording = await makeVideo(Array(1_200).fill(frame), { ...size, isLive: true });
    expect(await stored(await store(recording))).toMatchObject({ kind: "video", milliseconds: 40_000 });
  });

  test("a PDF is kept, under a name without unsafe characters", async () => {
    const row = await stored(await store(pdf, "a\u202efdp.exe\u0000\n.pdf"));
    expect(row).toMatchObject({ kind: "pdf", ending: "pdf", name: "afdp.exe.pdf" });
  });

  test.each(["12", "99999"])(
    "a PDF is kept if its table isn't at %s, where it should be, since readers repair that",
    async (at) => {
      expect(await stored(await store(String(pdf).replace("40\n", `${at}\n`)))).toMatchObject({
        kind: "pdf",
      });
    },
  );
});

describe("checking", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  test.each([
    ["a page", () => "<!doctype html><svg></svg><script>alert(1)</script>"],
    ["a program", () => Buffer.from("4d5a900003000000", "hex")],
  ])("refuses %s, by its type", async (_what, make) => {
    expect(await store(make(), "picture.png")).toEqual({ ok: false, refused: "type" });
  });

  test.each([
    ["SVG", () => svg],
    ["SVG", () => `\ufeff<?xml version="1.0"?>\n<!-- drawn by hand -->\n${svg}`],
    ["TIF", () => picture().tiff().toBuffer()],
    ["HEIC", () => Buffer.from("0000001866747970686569630000000068656963", "hex")],
    ["BMP", () => Buffer.from("BM\u0000\u0000")],
    ["PSD", () => Buffer.from("8BPS\u0000\u0001")],
  ])("names the format of a picture in a format that isn't accepted: %s", async (unaccepted, make) => {
    const refusal = await store(await make(), "picture.png");
    expect(refusal).toEqual({ ok: false, refused: "type", unaccepted });
    expect(fileRefusalWords({ refused: "type", unaccepted }, all)).toBe(
      `We can't show pictures in ${unaccepted} format. Please export this one as a JPEG, PNG, WebP or AVIF.`,
    );
  });

  test("refuses a truncated picture, and one with 81 megapixels in a few bytes", async () => {
    const whole = await picture(1_600, 900).jpeg().toBuffer();
    expect(await store(whole.subarray(0, 4_000))).toMatchObject({ refused: "damaged", kind: "image" });
    const bomb = await flat(9_000).toColourspace("b-w").png({ compressionLevel: 1 }).toBuffer();
    expect(bomb.length).toBeLessThan(2 ** 21);
    expect(await store(bomb)).toMatchObject({ refused: "pixels", kind: "image", format: "PNG" });
  });

  test.each(
    thirdOf([
      ["webp", 1_000, 1_001],
      ["png", 1_000, 1_001],
      ["avif", 900, 1_001],
      ["jpg", 80, 110],
    ] as const),
  )("refuses a %s with more frames or scans than any real one has", async (format, few, many) => {
    const accepted = format === "webp" || format === "png" ? { ok: true } : { refused: "damaged" };
    expect(await keep(await animated[format](few))).toMatchObject(accepted);
    const refused = format === "jpg" ? "heavy" : "frames";
    expect(await keep(await animated[format](many))).toMatchObject({ refused, kind: "image" });
  });

  test("refuses an animation where its original isn't kept, because only its first frame would be left", async () => {
    for (const format of ["gif", "webp", "png"] as const)
      expect(await store(await animated[format](2)), format).toEqual({ ok: false, refused: "animation" });
    const sequence = Buffer.from(await picture(64, 64).avif({ effort: 0 }).toBuffer());
    sequence.write("avis", 8, "latin1");
    expect(await store(sequence)).toEqual({ ok: false, refused: "animation" });
    expect(await store("GIF89a<script>alert(1)</script>")).toMatchObject({ refused: "damaged" });
    const words = (accepted: readonly MediaKind[]) => fileRefusalWords({ refused: "animation" }, accepted);
    expect(words(["image"])).toMatch(/ a still picture \(JPEG, PNG, WebP or AVIF\)\.$/);
    expect(words(all)).toMatch(/ or a video \(MP4, WebM or MOV\)\.$/);
  });

  test.each(["gif", "webp", "png"] as const)(
    "takes a %s whose header says that it's an animation, but which has one frame, as a still picture",
    async (format) => {
      const one = await animated[format](1);
      expect(await store(one)).toMatchObject({ ok: true });
      expect(strippedOf(one)).toMatchObject({ moves: false });
      expect(strippedOf(await animated[format](2))).toMatchObject({ moves: true });
    },
  );

  test("takes a GIF of at most 1,000 frames where its original is kept", async () => {
    const [few, many] = [await animated.gif(1_000), await animated.gif(1_001)];
    expect(await stored(await keep(few))).toMatchObject({
      ...{ kind: "image", width: 10, widths: [10], ending: "" },
      ...{ originalEnding: "gif", originalBytes: BigInt(few.length), originalMoves: true },
    });
    expect(await keep(many)).toEqual({ ok: false, refused: "frames", kind: "image" });
    const still = await picture().gif().toBuffer();
    expect(await keep(still.subarray(0, still.length / 2))).toMatchObject({ refused: "damaged" });
    expect(await keep("GIF89a<script>alert(1)</script>")).toMatchObject({ refused: "damaged" });
    const large = await flat(Math.ceil(Math.sqrt(mostMegapixels.GIF) * 1_000))
      .gif()
      .toBuffer();
    expect(await keep(large)).toMatchObject({ refused: "pixels", format: "GIF" });
  });

  test.each(
    oneOf(
      [
        ["JPEG", (edge: number) => flat(edge).jpeg()],
        ["progressive JPEG", (edge: number) => flat(edge).jpeg({ progressive: true })],
        ["interlaced PNG", (edge: number) => flat(edge).png({ progressive: true, compressionLevel: 1 })],
        ["WebP", (edge: number) => flat(edge).webp({ lossless: true, effort: 0 })],
        ["AVIF", (edge: number) => flat(edge).avif({ effort: 0 })],
      ] as const,
      4,
    ),
  )("refuses a picture with more pixels than a %s may have", async (format, make) => {
    const edge = Math.sqrt(mostMegapixels[format]) * 1_000;
    const large = await make(Math.ceil(edge / 2) * 2 + 2).toBuffer();
    const refusal = await store(large);
    expect(refusal).toEqual({ ok: false, refused: "pixels", kind: "image", format });
    expect(fileRefusalWords({ refused: "pixels", format }, all)).toBe(
      `${format === "AVIF" || format === "interlaced PNG" ? "An" : "A"} ${format} can have up to ${mostMegapixels[format]} megapixels. This one has more. Please make it smaller.`,
    );
    expect(await store(await make(Math.floor(edge)).toBuffer())).toMatchObject({ ok: true });
  });

  test("refuses videos and sounds that most browsers can't play, but keeps them as files where it may", async () => {
    for (const [kind, contents] of [
      ["video", renaming(await video("mp4"), ["vp08", "apcn"])],
      ["video", renaming(await video("mp4"), ["vp08", "AVdn"])],
      ["audio", renaming(await makeSound("m4a"), ["mp4a", "alac"], ["esds", "alac"])],
      // The format of a WAV's samples.
      ["audio", Buffer.from(await makeSound("wav")).fill(2, 20, 21)],
    ] as const) {
      expect(await store(contents)).toEqual({ ok: false, refused: "codec", kind });
      expect(fileRefusalWords({ refused: "codec", kind }, all)).toMatch(
        `play this kind of ${kind}. Please export`,
      );
      const file = await storeMedia(owner, await given.file(contents, "take.mov"), [...all, "file"]);
      expect(await stored(file)).toMatchObject({ kind: "file", name: "take.mov" });
    }
  });

  test("refuses the first half of a WAV, but not one whose length wasn't known when it was begun", async () => {
    const whole = Buffer.from(await makeSound("wav"));
    expect(await store(whole.subarray(0, whole.length / 2))).toMatchObject({
      refused: "damaged",
      kind: "audio",
    });
    for (const at of [4, 40]) whole.writeUInt32LE(0xffff_ffff, at);
    expect(await store(whole)).toMatchObject({ ok: true });
  });

  test("refuses a video that's truncated before its metadata", async () => {
    const whole = await video("mp4");
    expect(await store(whole.subarray(0, 40))).toMatchObject({ refused: "damaged", kind: "video" });
  });

  // The parser works on it until it runs out of time.
  test.runIf(runsAll)("refuses a video without metadata", async () => {
    const broken = Buffer.from(await video("webm")).fill(0, 60);
    expect(await store(broken)).toMatchObject({ refused: "heavy", kind: "video" });
  });

  test.each(
    thirdOf([
      [
        "an MP4 without its last tenth",
        "mp4",
        "damaged",
        (whole: Buffer): Buffer => whole.subarray(0, whole.length * 0.9),
      ],
      ["a WebM without its last bytes", "webm", "damaged", (whole: Buffer): Buffer => whole.subarray(0, -10)],
      ["half of a WebM", "webm", "damaged", (whole: Buffer): Buffer => whole.subarray(0, whole.length / 2)],
      ["an MP4 with more samples than bytes", "mp4", "damaged", claiming("stts", 12)],
      ["an MP4 with more table rows than bytes", "mp4", "damaged", claiming("stco", 8)],
      ["an MP4 whose frames are past its end", "mp4", "damaged", claiming("stco", 12)],
      ["an MP4 whose frames last for years", "mp4", "damaged", claiming("stts", 16)],
      ["an MP4 with endless chunks", "mp4", "heavy", claiming("stsc", 16)],
    ] as const),
  )("refuses %s, with its reason", async (_what, format, refused, damage) => {
    const broken = damage(Buffer.from(await video(format)));
    expect(await store(broken)).toMatchObject({ ok: false, refused, kind: "video" });
    // Finding out that a file is too heavy takes two seconds, so once is enough.
    if (refused === "heavy") return;
    // The same contents can still be sent as a file.
    const sent = await storeMedia(owner, await given.file(broken, `film.${format}`), [...all, "file"]);
    expect(await stored(sent)).toMatchObject({ kind: "file", ending: "bin", name: `film.${format}` });
  });

  test.each<[string, StoreRefusal, () => Contents | Promise<Contents>, string, string?, string?]>([
    ["an empty file", "empty", () => "", "", "This file is empty. Please choose another."],
    ["the beginning of a PDF", "damaged", () => "%PDF-1.4 broken", "file"],
    ["half of a PDF", "damaged", () => pdf.subarray(0, pdf.length / 2), "file"],
    ["the first part of a PDF for the web", "damaged", () => String(pdf).replace("40\n", "0\n"), "file"],
    [
      "a PDF without a root",
      "damaged",
      () => String(pdf).replace("40\n", "12\n").replace("/Root", "/Info"),
      "file",
    ],
    [
      "a PDF that ends in zeros",
      "damaged",
      () => Buffer.concat([pdf.subarray(0, 60), Buffer.alloc(20_000)]),
      "file",
    ],
    ["half of a picture", "damaged", async () => (await flat(300).png().toBuffer()).subarray(0, 300), "file"],
    [
      "a sound that few browsers play",
      "sound",
      () => Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(2_000)]),
      "file",
    ],
    ["plain text", "type", () => "Only words.", "file"],
    ["a program with a text file's name", "type", () => Buffer.from("4d5a900003000000", "hex"), ""],
    ["a page", "type", () => "<!doctype html><script>alert(1)</script>", "", undefined, "a.html"],
    ["a Mac's web shortcut", "type", () => "<plist>", "", undefined, "Read me.WEBLOC"],
    ["a page saved with its pictures", "type", () => "MIME-Version: 1.0", "", undefined, "a.mht"],
    ["a Windows package", "type", () => Buffer.from("504b0304", "hex"), "", undefined, "a.msix"],
  ])(
    "refuses %s, with its reason; a message accepts it as a file unless it's a program or page",
    async (...one) => {
      const [_what, refused, make, sentAs, words, name = "a.txt"] = one;
      const contents = await make();
      const refusal = await store(contents, name);
      expect(refusal).toMatchObject({ ok: false, refused });
      if (words) expect(fileRefusalWords({ refused }, all)).toBe(words);
      const sent = await storeMedia(owner, await given.file(contents, name), [...all, "file"]);
      if (sentAs) expect(await stored(sent)).toMatchObject({ kind: sentAs });
      else expect(sent).toMatchObject({ ok: false, refused: refused === "empty" ? "empty" : "program" });
    },
  );

  const boxes = (count: number, bytes = 8) => {
    const box = Buffer.alloc(bytes);
    box.writeUInt32BE(bytes);
    box.write("free", 4);
    return Buffer.alloc(count * bytes, box);
  };
  async function factsAndReads(contents: Buffer) {
    let reads = 0;
    const video = { kind: "video", bytes: contents.length, ...readLimits } as const;
    const facts = await open(owner.userId, video, async ({ first, last }) => {
      reads += 1;
      return Readable.from([contents.subarray(first, last + 1)]);
    });
    return { facts, reads };
  }

  test("reads and parses a video of empty boxes only up to a limit", async () => {
    const whole = Buffer.from(await video("mp4"));
    const type = whole.subarray(0, whole.readUInt32BE());
    const rest = whole.subarray(type.length);
    // A real file might have this many boxes.
    const padded = await factsAndReads(Buffer.concat([type, boxes(10_000), rest]));
    expect(padded.facts).toMatchObject({ done: { width: 320 } });
    expect(padded.reads).toBeLessThan(10);
    const spread = await factsAndReads(Buffer.concat([type, boxes(600, 66_000), rest]));
    expect(spread.facts).toMatchObject({ refused: "damaged" });
    expect(spread.reads).toBeLessThan(520);
    const film = Buffer.concat([rest.subarray(0, rest.readUInt32BE()), boxes(8_500_000)]);
    film.writeUInt32BE(film.length);
    expect((await factsAndReads(Buffer.concat([type, film]))).facts).toMatchObject({ refused: "damaged" });
  });

  test("says how the decoder of a file that's too heavy ended", async () => {
    const endless = claiming("stsc", 16)(Buffer.from(await video("mp4")));
    expect((await factsAndReads(endless)).facts).toEqual({
      refused: "heavy",
      cause: "the decoder ended with SIGKILL: ",
    });
  });

  test("leaves no decoder behind after a file that can't be read to its end", async () => {
    const bytes = (await video("mp4")).length;
    const gone = open(owner.userId, { kind: "video", bytes, ...readLimits }, async () => {
      throw new Error("the file is gone");
    });
    await expect(gone).rejects.toThrow("the file is gone");
    const decoders = () => process.getActiveResourcesInfo().filter((kind) => kind === "ProcessWrap");
    // Without our cleanup, the decoder would run into its own limit only after 30 seconds.
    await vi.waitFor(() => expect(decoders()).toEqual([]), { timeout: 20_000 });
  });

  test("keeps only the picture of a file that's also a page", async () => {
    const hidden = Buffer.concat([
      await picture().jpeg().toBuffer(),
      Buffer.from("<script>alert(1)</script>"),
    ]);
    const row = await stored(await store(hidden));
    for (const key of keysOf(row)) expect((await bytesOf(key)).includes("<script>")).toBe(false);
  });

  test("refuses one byte more than 500 MB of video, 50 MB of sound, or 20 MB of a picture or PDF", async () => {
    for (const [contents, most, kind] of [
      [await video("mp4"), 500, "video"],
      [await makeSound("wav"), 50, "audio"],
      [pdf, 20, "pdf"],
      [await picture().png().toBuffer(), 20, "image"],
    ] as const) {
      const file = await given.file(contents);
      await truncate(file.path, most * 2 ** 20 + 1);
      const large = { ...file, bytes: most * 2 ** 20 + 1 };
      expect(await storeMedia(owner, large, all)).toEqual({ ok: false, refused: "too-large", kind });
    }
  });

  test("refuses more than the quota, even concurrently", async () => {
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

test("one member's many files don't delay another member's", async () => {
  const other = await makeCreator();
  const done: string[] = [];
  const send = async (person: Person, contents: Buffer, name: string) => {
    expect(await store(contents, name, person)).toMatchObject({ ok: true });
    done.push(person === other ? "other" : "crowd");
  };
  const [film, large, small] = [
    Buffer.from(await video("mp4")),
    await picture(1_440, 960).jpeg().toBuffer(),
    await picture(200, 200).jpeg().toBuffer(),
  ];
  for (const [theirs, own] of [
    [film, film],
    [large, small],
  ] as const) {
    done.length = 0;
    const crowd = Array.from({ length: 5 }, () => send(owner, theirs, "theirs"));
    await Promise.all([...crowd, send(other, own, "own")]);
    // One of the first member's files may be in progress, and another may have arrived first.
    expect(done.indexOf("other")).toBeLessThan(3);
  }
});

describe("an upload", () => {
  const url = (id = "") => new URL(`${paths.uploads()}${id && `/${id}`}`, env.APP_URL);
  const begin = async (bytes: number, peaks = "") => {
    const headers = {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(bytes),
      "Upload-Metadata": `filename ${btoa("a")},peaks ${btoa(peaks)}`,
    };
    const begun = await receiveUpload(owner, new Request(url(), { method: "POST", headers }));
    return begun.headers.get("Location")?.split("/").at(-1) ?? "";
  };
  const offsetOf = async (id: string) => {
    const asked = new Request(url(id), { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" } });
    return Number((await receiveUpload(owner, asked)).headers.get("Upload-Offset"));
  };
  const append = (id: string, offset: number, body: BodyInit) => {
    const headers = {
      "Tus-Resumable": "1.0.0",
      "Content-Type": "application/offset+octet-stream",
      "Upload-Offset": String(offset),
    };
    return receiveUpload(
      owner,
      new Request(url(id), { method: "PATCH", headers, body, duplex: "half" } as RequestInit),
    );
  };
  const upload = async (contents: Buffer, peaks?: string) => {
    const id = await begin(contents.length, peaks);
    expect((await append(id, 0, new Uint8Array(contents))).status).toBe(204);
    return id;
  };

  test("of a sound brings its waveform, if that's up to 200 numbers from 0 to 100; no other file has one", async () => {
    const sound = Buffer.from(await makeSound("ogg"));
    const peaksOf = async (peaks: string, contents = sound) =>
      (await stored(await storeMedia(owner, { uploadId: await upload(contents, peaks) }, all))).peaks;
    expect(await peaksOf("0,7,100")).toEqual([0, 7, 100]);
    expect(await peaksOf(Array(200).fill(100).join())).toHaveLength(200);
    for (const wrong of [Array(201).fill(1).join(), "101", "1,,2", "-1", "1.5", "1e2", " 1", "<svg>"]) {
      const { peaks } = await db.upload.findUniqueOrThrow({ where: { id: await begin(9, wrong) } });
      expect([wrong, peaks]).toEqual([wrong, []]);
    }
    expect(await peaksOf("1,2", pdf)).toEqual([]);
  });

  test("that its owner cancels doesn't count toward the quota anymore", async () => {
    const id = await begin(1_000);
    const used = () => transaction((tx) => usedBytes(tx, owner.userId));
    const before = await used();
    const headers = { "Tus-Resumable": "1.0.0" };
    expect((await receiveUpload(owner, new Request(url(id), { method: "DELETE", headers }))).status).toBe(
      204,
    );
    expect([await used(), await db.upload.count({ where: { id } })]).toEqual([before - 1_000, 0]);
  });

  test("is kept after an error, for the next attempt", async () => {
    const uploadId = await upload(pdf);
    const folder = join(env.DATA_DIR, "files/media");
    await mkdir(folder, { recursive: true });
    await rename(folder, `${folder}-aside`);
    await writeFile(folder, "no folder");
    await expect(storeMedia(owner, { uploadId }, all)).rejects.toThrow();
    await rm(folder);
    await rename(`${folder}-aside`, folder);
    expect(await storeMedia(owner, { uploadId }, all)).toMatchObject({ ok: true, mediaId: uploadId });

    const late = await upload(pdf);
    const broken = whileBroken("media", "UPDATE", () =>
      storeMedia(owner, { uploadId: late }, all, { waits: true }),
    );
    await expect(broken).rejects.toThrow();
    expect(await storeMedia(owner, { uploadId: late }, all, { waits: true })).toMatchObject({
      ok: true,
      mediaId: late,
    });
    expect(await db.upload.count({ where: { id: { in: [uploadId, late] } } })).toBe(0);
  });

  test("isn't taken from an older process, which renews its claim only once a minute", async () => {
    const uploadId = await upload(pdf);
    const takenAt = new Date(Date.now() - 65_000);
    await db.upload.update({ where: { id: uploadId }, data: { takenAt } });
    expect(await storeMedia(owner, { uploadId }, all)).toMatchObject({ refused: "storing" });
    expect(await db.upload.count({ where: { id: uploadId, takenAt } })).toBe(1);
  });

  test("counts as being stored for as long as storing it takes", async () => {
    const uploadId = await upload(pdf);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const storing = await transaction(async (tx) => {
        await lockQuota(tx, owner.userId);
        const begun = storeMedia(owner, { uploadId }, all);
        await expect.poll(() => db.upload.count({ where: { id: uploadId, takenAt: null } })).toBe(0);
        const long = new Date(Date.now() - 20 * 60_000);
        await db.upload.update({ where: { id: uploadId }, data: { takenAt: long } });
        await db.media.create({
          data: {
            id: uploadId,
            ownerId: owner.userId,
            kind: "pdf",
            ending: "pdf",
            fileKey: `media/${uploadId}`,
            bytes: 1,
            releasedAt: long,
          },
        });
        vi.advanceTimersByTime(15_000);
        const isRecent = { gt: new Date(Date.now() - 60_000) };
        await expect.poll(() => db.upload.count({ where: { id: uploadId, takenAt: isRecent } })).toBe(1);
        await expect.poll(() => db.media.count({ where: { id: uploadId, releasedAt: isRecent } })).toBe(1);
        expect(await storeMedia(owner, { uploadId }, all)).toMatchObject({ refused: "storing" });
        return { begun };
      });
      expect(await storing.begun).toMatchObject({ ok: true });
    } finally {
      vi.useRealTimers();
    }
  });

  test("has only one writer at a time across all processes, and the newest one wins", async () => {
    const id = await begin(1_000);
    const [first, second] = [Buffer.alloc(1_000, "1"), Buffer.alloc(1_000, "2")];
    let sendRest = () => {};
    const hanging = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(first.subarray(0, 400)));
        sendRest = () => {
          controller.enqueue(new Uint8Array(first.subarray(400)));
          controller.close();
        };
      },
    });
    const older = append(id, 0, hanging).catch(() => null);
    const isHeld = { id, heldUntil: { gt: new Date() } };
    await expect.poll(() => db.upload.count({ where: isHeld })).toBe(1);
    // Simulates another process: only the row shows that the first one is writing.
    expect(await offsetOf(id)).toBe(400);
    sendRest();
    await older;
    expect((await append(id, 400, new Uint8Array(second.subarray(400)))).status).toBe(204);
    const whole = await bytesOf(`incoming/${id}`);
    expect([whole.subarray(0, 400), whole.subarray(400)]).toEqual([
      first.subarray(0, 400),
      second.subarray(400),
    ]);

    // Nothing renews the lease of a killed process.
    const left = await begin(10);
    await db.upload.update({
      where: { id: left },
      data: { heldBy: randomUUID(), heldUntil: new Date(Date.now() + 1_500) },
    });
    expect(await offsetOf(left)).toBe(0);
  });
});

describe("making room discards", () => {
  const begin = async (person: Person, bytes = mostBytes.video) => {
    const headers = { "Tus-Resumable": "1.0.0", "Upload-Length": String(bytes) };
    const asked = new Request(new URL(paths.uploads(), env.APP_URL), { method: "POST", headers });
    const begun = await receiveUpload(person, asked);
    return { status: begun.status, id: begun.headers.get("Location")?.split("/").at(-1) ?? "" };
  };
  const show = ({ userId }: Person, mediaId: string) =>
    db.workSample.create({ data: { profileId: userId, position: 1, kind: "pdf", mediaId, title: "Shown" } });
  const uploadsOf = async ({ userId }: Person) =>
    (await db.upload.findMany({ where: { ownerId: userId }, orderBy: { createdAt: "asc" } })).map(
      ({ id }) => id,
    );

  test("the oldest unused uploads, never one that is being stored", async () => {
    const person = await makeCreator();
    const begun = [];
    for (let n = 0; n < 4; n += 1) begun.push(await begin(person));
    const [first, second, third, fourth] = begun.map(({ id }) => id);
    await db.upload.update({ where: { id: first }, data: { takenAt: new Date() } });
    // A stored file counts toward the quota once its media row exists.
    const shown = await stored(await store(pdf, "a.pdf", person));
    await db.media.update({ where: { id: shown.id }, data: { bytes: mostBytes.video } });
    await show(person, shown.id);
    const outcomes = await Promise.all([begin(person), begin(person)]);
    expect(outcomes.map(({ status }) => status)).toEqual([201, 201]);
    expect((await uploadsOf(person)).sort()).toEqual([first, fourth, ...outcomes.map(({ id }) => id)].sort());
    for (const id of [second, third]) expect(await files.sizeOf(`incoming/${id}`)).toBeNull();
    expect(await files.sizeOf(`incoming/${fourth}`)).toBe(0);
  });

  test("removed files, then those unused for a while, but none if removing all of them wouldn't be enough", async () => {
    const person = await makeCreator();
    const [waiting, released, young] = [
      await stored(await store(pdf, "waiting.pdf", person)),
      await stored(await store(pdf, "released.pdf", person)),
      await stored(await store(pdf, "young.pdf", person)),
    ];
    const bytes = quotaBytes / 4;
    await db.media.updateMany({ where: { ownerId: person.userId }, data: { bytes } });
    const move = (id: string, by: string) =>
      db.$executeRaw`UPDATE media SET released_at = now() + ${by}::interval WHERE id = ${id}::uuid`;
    await move(waiting.id, "22 hours 40 minutes");
    await move(released.id, "-11 minutes");
    const theirs = await stored(await store(pdf, "theirs.pdf", await makeCreator()));
    await move(theirs.id, "-11 minutes");
    const upload = await begin(person);
    expect(await uploadsOf(person)).toEqual([upload.id]);
    const left = async () =>
      (await db.media.findMany({ where: { ownerId: person.userId }, orderBy: { createdAt: "asc" } })).map(
        ({ name }) => name,
      );
    expect(await left()).toEqual(["waiting.pdf", "released.pdf", "young.pdf"]);
    expect((await begin(person)).status).toBe(201);
    expect(await left()).toEqual(["waiting.pdf", "young.pdf"]);
    expect(await files.sizeOf(keysOf(released)[0] ?? "")).toBeNull();
    expect(await files.sizeOf(keysOf(theirs)[0] ?? "")).toBe(pdf.length);

    await db.media.update({ where: { id: young.id }, data: { bytes: quotaBytes } });
    await show(person, young.id);
    expect((await begin(person)).status).toBe(413);
    expect([(await uploadsOf(person)).length, await left()]).toEqual([2, ["waiting.pdf", "young.pdf"]]);
  });

  test("the first open upload, to make room for the twenty-first", async () => {
    const person = await makeCreator();
    const begun = [];
    for (let n = 0; n < 21; n += 1) begun.push((await begin(person, 1)).id);
    expect(await uploadsOf(person)).toEqual(begun.slice(1));
  });

  test("the first open upload, too, if a removed file makes room for the new one's bytes", async () => {
    const person = await makeCreator();
    const begun = [];
    for (let n = 0; n < 20; n += 1) begun.push((await begin(person, 1)).id);
    const removed = await stored(await store(pdf, "removed.pdf", person));
    await db.$executeRaw`
      UPDATE media SET bytes = ${quotaBytes}, released_at = now() - interval '11 minutes' WHERE id = ${removed.id}::uuid`;
    const { id } = await begin(person, 1);
    expect(await uploadsOf(person)).toEqual([...begun.slice(1), id]);
    expect(await db.media.count({ where: { ownerId: person.userId } })).toBe(0);
  });
});

describe("sweeping", () => {
  test("removes media that nothing has shown for an hour, with its files, and keeps media in use", async () => {
    const [lost, shown, waiting, recent] = [
      await stored(await store(pdf)),
      await stored(await store(pdf)),
      await stored(await store(pdf)),
      await stored(await store(pdf)),
    ];
    const ids = [lost, shown, waiting, recent].map(({ id }) => id);
    await db.workSample.create({
      data: { profileId: owner.userId, position: 1, kind: "pdf", mediaId: shown.id, title: "Shown" },
    });
    for (const [minutes, id] of [
      [61, lost.id],
      [59, recent.id],
      [-60, waiting.id],
    ] as const)
      await db.$executeRaw`
        UPDATE media SET released_at = now() - make_interval(mins => ${minutes}::int) WHERE id = ${id}::uuid`;
    await sweepMedia();
    expect(await db.media.count({ where: { id: { in: ids } } })).toBe(3);
    expect(await files.sizeOf(keysOf(lost)[0] ?? "")).toBeNull();
    for (const { id } of [shown, waiting]) expect(await removeMedia(id)).toBe(false);
    expect(await files.sizeOf(keysOf(shown)[0] ?? "")).toBe(pdf.length);
  });

  test("removes uploads a day after they began, unless one is being stored", async () => {
    const began = (hours: number) => ({ createdAt: new Date(Date.now() - hours * 3_600_000) });
    const [gone, storing, young] = [randomUUID(), randomUUID(), randomUUID()];
    await db.upload.createMany({
      data: [
        { id: gone, ...began(25) },
        { id: storing, ...began(25), takenAt: new Date() },
        { id: young, ...began(23) },
      ].map((upload) => ({ ...upload, ownerId: owner.userId, bytes: 1 })),
    });
    await sweepMedia();
    const left = await db.upload.findMany({
      where: { id: { in: [gone, storing, young] } },
      select: { id: true },
    });
    expect(left.map(({ id }) => id).sort()).toEqual([storing, young].sort());
  });

  test("removes the files of a deleted account", async () => {
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

  test("removes files without a row, once they're a day old", async () => {
    const row = await stored(await store(pdf));
    await files.put("media/0123456789abcdef-720.avif", Buffer.from("x"));
    await files.put("media/0123456789abcdef.mp4", Buffer.from("x"));
    // The first is what a killed process leaves behind. The second isn't a valid key, so we can't have written it.
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
