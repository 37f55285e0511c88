import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { picture } from "../../../tests/support/sample-files";
import { strippedOf } from "./stripping.server";

const secret = "SECRET N 45.5231 W 122.6765";
const profile = "p3";

/** As a viewer would show it: every frame, turned upright. */
async function shownPixels(file: Buffer) {
  const { data, info } = await sharp(file, { animated: true })
    .autoOrient()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: data.toString("base64"), width: info.width, height: info.height };
}

/** Strips the picture, and checks that it looks the same and reveals nothing. */
async function stripped(file: Buffer) {
  const original = strippedOf(file);
  if (!original) throw new Error("not stripped");
  const { body } = original;
  expect(body.toString("latin1")).not.toContain("SECRET");
  expect(await shownPixels(body)).toEqual(await shownPixels(file));
  const { exif, xmp, iptc, comments, ...facts } = await sharp(body).metadata();
  expect([xmp, iptc, comments]).toEqual([undefined, undefined, undefined]);
  // Contains nothing but the orientation.
  expect(exif?.length ?? 0).toBeLessThan(40);
  expect(strippedOf(body)?.body.equals(body)).toBe(true);
  return { ...original, facts };
}

const told = (made: Sharp, orientation = 1) =>
  made
    .withMetadata({
      orientation,
      exif: { IFD0: { ImageDescription: secret }, IFD3: { GPSAreaInformation: secret } },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
    .withIccProfile(profile, { attach: true });

/** Every region is different, so that a turned or shifted picture is noticed. */
const noise = Buffer.from(Array.from({ length: 61 * 40 * 3 }, (_, at) => (at * at * 7 + at * 31) % 251));
const scene = () => sharp(noise, { raw: { width: 61, height: 40, channels: 3 } });

const segment = (marker: number, body: string | Buffer) => {
  const bytes = Buffer.from(body as string, "latin1");
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};
const hidden = [
  segment(0xfe, secret),
  segment(0xed, `Photoshop 3.0\0${secret}`),
  segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${secret}`),
  segment(0xe1, `Exif\0\0${secret}`),
  segment(0xe2, `MPF\0MM\0*${secret}`),
  segment(0xe0, `JFXX\0\x10${secret}`),
  segment(0xef, secret),
];

/** The offset of a JPEG's first marker of this kind. */
const markerAt = (file: Buffer, marker: number) => {
  for (let at = 2; ; at += 2 + file.readUInt16BE(at + 2)) if (file[at + 1] === marker) return at;
};
const inserted = (file: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)]);

describe("a JPEG", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "loses its metadata and keeps orientation %i and its profile",
    async (turn) => {
      const file = await told(scene().jpeg(), turn).toBuffer();
      expect(file.toString("latin1")).toContain("SECRET");
      const { ending, width, height, facts } = await stripped(file);
      expect([ending, width, height]).toEqual(turn >= 5 ? ["jpg", 40, 61] : ["jpg", 61, 40]);
      expect(facts.orientation ?? 1).toBe(turn);
      expect(facts.icc).toBeDefined();
    },
  );

  test("loses what's hidden between its tables and scans, in several segments and after the picture", async () => {
    const plain = await scene().jpeg({ progressive: true, quality: 80 }).toBuffer();
    const second = markerAt(plain, 0xda);
    const nextTable = plain.indexOf(Buffer.from([0xff, 0xc4]), second);
    const odd = Buffer.concat([
      inserted(
        inserted(inserted(plain, nextTable, ...hidden), markerAt(plain, 0xdb), ...hidden),
        2,
        ...hidden,
        ...hidden,
      ),
      // Stands in for a second picture, a video or anything else that a phone appends.
      await told(picture(300, 200).jpeg()).toBuffer(),
      Buffer.from(secret),
    ]);
    const { body } = await stripped(odd);
    expect(body.length).toBeLessThanOrEqual(plain.length);
  });

  test("loses fill bytes, restart markers and stray bytes between its segments", async () => {
    const plain = await scene().jpeg().toBuffer();
    const { body: clean } = await stripped(plain);
    const between = (...odd: number[]) =>
      strippedOf(inserted(plain, markerAt(plain, 0xdb), Buffer.from(odd)))?.body;
    for (const odd of [
      [0xff, 0xff],
      [0xff, 0x00],
      [0xff, 0xd0, 0xff, 0xd7],
      [0x12, 0x34],
    ])
      expect([odd, between(...odd)?.equals(clean)]).toEqual([odd, true]);
    expect(between(0xff, 0xd8)).toBeUndefined();
  });

  test("loses the thumbnail in its JFIF header, and keeps Adobe's transform and gray or CMYK", async () => {
    const rgb = Buffer.from(secret.padEnd(27, "."));
    const jfif = Buffer.concat([Buffer.from("JFIF\0\x01\x02\0\0\x01\0\x01\x03\x03", "latin1"), rgb]);
    const plain = await scene().jpeg().toBuffer();
    await stripped(inserted(plain, 2, segment(0xe0, jfif)));
    await stripped(await scene().grayscale().jpeg().toBuffer());
    await stripped(await scene().toColourspace("cmyk").jpeg().toBuffer());
  });

  test("isn't stripped if it's cut off or its segments don't add up", async () => {
    const file = await told(scene().jpeg()).toBuffer();
    for (const end of [1, 3, 20, 200, file.length - 2]) expect(strippedOf(file.subarray(0, end))).toBeNull();
    const longer = Buffer.from(file);
    longer.writeUInt16BE(0xffff, 4);
    expect(strippedOf(longer)).toBeNull();
  });
});

const chunk = (type: string, body: string | Buffer) => {
  const own = Buffer.concat([Buffer.from(type), Buffer.from(body as string, "latin1")]);
  const [bytes, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  bytes.writeUInt32BE(own.length - 4);
  sum.writeUInt32BE(crc32(own));
  return Buffer.concat([bytes, own, sum]);
};

describe("a PNG", () => {
  test("loses its text, its date, private chunks and what follows the picture", async () => {
    const file = await told(scene().png(), 6).toBuffer();
    const data = file.indexOf("IDAT") - 4;
    const end = file.indexOf("IEND") - 4;
    const texts = [
      chunk("tEXt", `Comment\0${secret}`),
      chunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${secret}`),
      chunk("tIME", Buffer.from([7, 226, 1, 1, 1, 1, 1])),
      chunk("prVt", secret),
    ];
    const odd = Buffer.concat([inserted(inserted(file, end, ...texts), data, ...texts), Buffer.from(secret)]);
    const { ending, width, height, facts } = await stripped(odd);
    expect([ending, width, height, facts.orientation]).toEqual(["png", 40, 61, 6]);
    expect(facts.icc).toBeDefined();
  });

  test("keeps its transparency and loses the name of its profile", async () => {
    const file = await scene().ensureAlpha(0.5).png({ palette: true }).toBuffer();
    await stripped(file);
    const named = await told(scene().png()).toBuffer();
    const at = named.indexOf("iCCP");
    const body = named.subarray(at + 4, at + 4 + named.readUInt32BE(at - 4));
    const own = chunk("iCCP", Buffer.concat([Buffer.from(secret), body.subarray(body.indexOf(0))]));
    const renamed = Buffer.concat([named.subarray(0, at - 4), own, named.subarray(at + 8 + body.length)]);
    expect((await stripped(renamed)).facts.icc).toBeDefined();
  });

  test("isn't stripped if it's cut off", async () => {
    const file = await scene().png().toBuffer();
    for (const end of [4, 20, 60, file.length - 1]) expect(strippedOf(file.subarray(0, end))).toBeNull();
  });
});

const riff = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(type);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};

describe("a WebP", () => {
  test.each([{ lossless: false }, { lossless: true }])(
    "loses its metadata and keeps its orientation: %j",
    async (how) => {
      const file = await told(scene().webp(how), 8).toBuffer();
      const odd = Buffer.concat([file, riff("XTRA", Buffer.from(secret))]);
      odd.writeUInt32LE(odd.length - 8, 4);
      const { ending, width, height, facts, moves } = await stripped(
        Buffer.concat([odd, Buffer.from(secret)]),
      );
      expect([ending, width, height, facts.orientation, moves]).toEqual(["webp", 40, 61, 8, false]);
      expect(facts.icc).toBeDefined();
    },
  );

  test("stays animated, and loses what's hidden in its frames", async () => {
    const strip = await sharp({ create: { width: 20, height: 60, channels: 3, background: "#c33" } })
      .composite([{ input: await picture(20, 20).png().toBuffer(), top: 20, left: 0 }])
      .raw()
      .toBuffer();
    const file = await told(
      sharp(strip, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } }).webp({
        loop: 0,
        delay: [90, 90, 90],
      }),
    ).toBuffer();
    const at = file.indexOf("ANMF");
    const body = file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4));
    const frame = riff("ANMF", Buffer.concat([body, riff("XTRA", Buffer.from(secret))]));
    const odd = Buffer.concat([
      file.subarray(0, at),
      frame,
      file.subarray(at + 8 + body.length + (body.length % 2)),
    ]);
    odd.writeUInt32LE(odd.length - 8, 4);
    const { moves, facts } = await stripped(odd);
    expect([moves, facts.pages, facts.delay]).toEqual([true, 3, [90, 90, 90]]);
  });

  test("without an extended header, keeps only its picture", async () => {
    const { width, height } = await stripped(await scene().webp().toBuffer());
    expect([width, height]).toEqual([61, 40]);
    await stripped(await scene().webp({ lossless: true }).toBuffer());
  });

  test("without an extended header, isn't turned by EXIF that browsers ignore", async () => {
    const turned = await told(scene().webp(), 8).toBuffer();
    const at = turned.indexOf("EXIF");
    const exif = turned.subarray(at, at + 8 + turned.readUInt32LE(at + 4));
    const file = Buffer.concat([await scene().webp().toBuffer(), exif, Buffer.alloc(exif.length % 2)]);
    file.writeUInt32LE(file.length - 8, 4);
    const { width, height } = await stripped(file);
    expect([width, height]).toEqual([61, 40]);
  });
});

describe("a GIF", () => {
  const frames = [0, 80, 160].map((at) => Buffer.from(noise.map((byte) => (byte + at) % 251)));
  const moving = () =>
    sharp(Buffer.concat(frames), { raw: { width: 61, height: 120, channels: 3, pageHeight: 40 } })
      .gif({ delay: [80, 90, 100], loop: 3 })
      .toBuffer();
  const extension = (label: number, ...blocks: string[]) =>
    Buffer.concat([
      Buffer.from([0x21, label]),
      ...blocks.flatMap((block) => [Buffer.from([block.length]), Buffer.from(block, "latin1")]),
      Buffer.from([0]),
    ]);
  const firstExtension = (file: Buffer) => 13 + 3 * 2 ** ((file.readUInt8(10) & 7) + 1);

  test("keeps its animation and how often it repeats, without comments, other programs' data and what follows it", async () => {
    const plain = await moving();
    const odd = Buffer.concat([
      inserted(
        plain,
        firstExtension(plain),
        extension(0xfe, secret, secret),
        extension(0xff, "XMP DataXMP", secret),
      ),
      Buffer.from(secret),
    ]);
    const { body, ending, width, height, moves, facts } = await stripped(odd);
    expect([ending, width, height, moves]).toEqual(["gif", 61, 40, true]);
    expect([facts.delay, facts.loop]).toEqual([[80, 90, 100], 3]);
    expect(body.equals(plain)).toBe(true);
    expect(strippedOf(await scene().gif().toBuffer())).toMatchObject({ moves: false });
  });

  test("isn't stripped if it's cut off, has no picture or draws text", async () => {
    const file = await moving();
    for (const end of [12, 20, firstExtension(file), 2_000, file.length - 1])
      expect(strippedOf(file.subarray(0, end))).toBeNull();
    expect(
      strippedOf(Buffer.concat([file.subarray(0, firstExtension(file)), Buffer.from([0x3b])])),
    ).toBeNull();
    expect(strippedOf(inserted(file, firstExtension(file), extension(0x01, secret)))).toBeNull();
  });
});

test("an AVIF or any other kind of file has no original", async () => {
  expect(strippedOf(await scene().avif().toBuffer())).toBeNull();
  expect(strippedOf(Buffer.from("GIF89a"))).toBeNull();
  expect(strippedOf(Buffer.alloc(0))).toBeNull();
});

test("a file with far more parts than a picture needs has no original", async () => {
  const many = (part: Buffer) => Buffer.concat(Array.from({ length: 20_000 }, () => part));
  const [jpg, png, webp] = await Promise.all([
    scene().jpeg().toBuffer(),
    scene().png().toBuffer(),
    scene().webp().toBuffer(),
  ]);
  const inside = (file: Buffer, at: number, part: Buffer) =>
    Buffer.concat([file.subarray(0, at), many(part), file.subarray(at)]);
  const long = Buffer.concat([webp, many(Buffer.from("JUNK\0\0\0\0"))]);
  long.writeUInt32LE(long.length - 8, 4);
  const text = Buffer.from("0000000074455874" + "00000000", "hex");
  const gif = await scene().gif().toBuffer();
  const comment = Buffer.from("21fe00", "hex");
  const afterColors = 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1);
  for (const file of [
    inside(jpg, 2, segment(0xfe, "")),
    inside(png, 33, text),
    long,
    inside(gif, afterColors, comment),
  ])
    expect(strippedOf(file)).toBeNull();
});
