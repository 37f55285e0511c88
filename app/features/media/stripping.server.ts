import { crc32 } from "node:zlib";

/** A picture's own file without hidden data. */
export interface Original {
  body: Buffer;
  ending: "jpg" | "png" | "webp" | "gif";
  /** In pixels, after it's turned upright. */
  width: number;
  height: number;
  /** It's an animation. */
  moves: boolean;
}

/**
 * Removes EXIF, XMP, GPS, IPTC, comments, thumbnails and everything after the picture, by leaving out the parts of
 * the file that hold them. Nothing is encoded again, so its pixels stay as they are. Everything that affects how
 * they're shown is kept: the orientation, the color profile, the resolution and an animation's timing. Only parts
 * that are known to be needed are kept.
 *
 * Null for AVIF and HEIC, where metadata can't be cut out without moving the picture's own data, and for files whose
 * parts don't add up or are more than `mostParts`. One pass over at most `mostBytes.image`.
 */
export function strippedOf(file: Buffer): Original | null {
  try {
    if (file.readUInt16BE(0) === 0xffd8) return jpeg(file);
    if (file.readUInt32BE(0) === 0x89504e47) return png(file);
    if (nameAt(file, 0) === "RIFF" && nameAt(file, 8) === "WEBP") return webp(file);
    if (startsWith(file, "GIF8")) return gif(file);
  } catch (error) {
    // A RangeError means that a part claims to be longer than the file.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/**
 * The largest pictures that cameras and editors write have a few thousand parts. Processing more would hold up everyone
 * else.
 */
const mostParts = 20_000;

const nameAt = (file: Buffer, at: number) => file.toString("latin1", at, at + 4);
const startsWith = (part: Buffer, text: string) => part.toString("latin1", 0, text.length) === text;

/** Sideways orientations swap width and height. */
const shown = (width: number, height: number, orientation: number) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

/** The orientation in an EXIF block, from 1 to 8; 1 if there's none. `tiff` begins after the name "Exif". */
function orientationIn(tiff: Buffer): number {
  try {
    const isLittle = tiff.readUInt16BE(0) === 0x4949;
    const two = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < two(first); entry += 1) {
      const at = first + 2 + 12 * entry;
      if (two(at) !== 0x0112) continue;
      const value = two(at + 8);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** An EXIF block that contains only the orientation. */
function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.from("4d4d002a000000080001011200030000000100000000" + "00000000", "hex");
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

const exifName = "Exif\0\0";
const iccName = "ICC_PROFILE\0";

function jpeg(file: Buffer): Original | null {
  const parts = [file.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let orientation: number | undefined;
  let hasScan = false;
  for (let at = 2, left = mostParts; left > 0; left -= 1) {
    // Decoders skip anything before the next marker, so it's left out; fill bytes may repeat 0xff.
    at = file.indexOf(0xff, at);
    if (at < 0) return null;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff || marker === 0) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) {
      if (!size || !hasScan) return null;
      const turned = orientation ?? 1;
      if (turned > 1) parts.splice(1, 0, segmentOf(0xe1, exifName, tiffOf(turned)));
      parts.push(Buffer.from([0xff, 0xd9]));
      return {
        body: Buffer.concat(parts),
        ending: "jpg",
        ...shown(size.width, size.height, turned),
        moves: false,
      };
    }
    if (marker === 0xd8) return null;
    if (marker >= 0xd0 && marker <= 0xd7) {
      at += 2;
      continue;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length || end < at + 4) return null;
    const body = file.subarray(at + 4, end);
    if (marker === 0xe0 && startsWith(body, "JFIF\0")) {
      // Leaves out the thumbnail, and says that it's 0 × 0 pixels.
      const head = Buffer.from(body.subarray(0, 14));
      head.fill(0, 12);
      if (head.length === 14) parts.push(segmentOf(0xe0, "", head));
    } else if (marker === 0xe1 && startsWith(body, exifName)) {
      orientation ??= orientationIn(body.subarray(exifName.length));
    } else if (marker === 0xee && startsWith(body, "Adobe")) {
      parts.push(segmentOf(0xee, "", body.subarray(0, 12)));
    } else if ((marker === 0xe2 && startsWith(body, iccName)) || isOfPicture(marker)) {
      parts.push(file.subarray(at, end));
      if (isFrame(marker)) size ??= { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    }
    at = end;
    if (marker !== 0xda) continue;
    hasScan = true;
    at = endOfScan(file, end);
    if (at < 0) return null;
    parts.push(file.subarray(end, at));
  }
  return null;
}

/** Frame headers (C0 to CF, except for the tables among them) contain the picture's size. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Frame headers and tables, DNL, DQT, DRI, and a scan's header. */
const isOfPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdd);

/** The first marker after a scan's data, in which 0xff is followed by 0 or by a restart marker. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) return -1;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
}

function segmentOf(marker: number, name: string, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + name.length + body.length, 2);
  return Buffer.concat([head, Buffer.from(name, "latin1"), body]);
}

/** Chunks that decide how a PNG looks or moves. */
const pngKept = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT".split(" "),
);

function png(file: Buffer): Original | null {
  const parts = [file.subarray(0, 8)];
  let orientation = 1;
  let frames = 0;
  for (let at = 8, left = mostParts; left > 0; left -= 1) {
    const bytes = file.readUInt32BE(at);
    const type = nameAt(file, at + 4);
    const end = at + 12 + bytes;
    if (end > file.length) return null;
    const body = file.subarray(at + 8, end - 4);
    if (at === 8 && (type !== "IHDR" || bytes !== 13)) return null;
    if (type === "fcTL") frames += 1;
    if (type === "eXIf") orientation = orientationIn(body);
    // The profile's name is free text, so it's replaced.
    else if (type === "iCCP")
      parts.push(chunkOf("iCCP", Buffer.concat([Buffer.from("ICC"), body.subarray(body.indexOf(0))])));
    else if (pngKept.has(type)) parts.push(file.subarray(at, end));
    at = end;
    if (type !== "IEND") continue;
    if (orientation > 1) parts.splice(2, 0, chunkOf("eXIf", tiffOf(orientation)));
    const size = shown(file.readUInt32BE(16), file.readUInt32BE(20), orientation);
    return { body: Buffer.concat(parts), ending: "png", ...size, moves: frames > 1 };
  }
  return null;
}

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, "latin1");
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}

const pixels = ["VP8 ", "VP8L", "ALPH"];

interface WebpChunk {
  type: string;
  body: Buffer;
}

/** The chunks between two offsets; null if one is longer than what's left, or if there are too many. */
function chunksIn(file: Buffer, start: number, end: number): WebpChunk[] | null {
  const chunks: WebpChunk[] = [];
  for (let at = start; at + 8 <= end; ) {
    const bytes = file.readUInt32LE(at + 4);
    if (at + 8 + bytes > end || chunks.length === mostParts) return null;
    chunks.push({ type: nameAt(file, at), body: file.subarray(at + 8, at + 8 + bytes) });
    at += 8 + bytes + (bytes % 2);
  }
  return chunks;
}

const riffOf = ({ type, body }: WebpChunk) => {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};

function webp(file: Buffer): Original | null {
  const chunks = chunksIn(file, 12, Math.min(file.length, 8 + file.readUInt32LE(4)));
  const [first] = chunks ?? [];
  const size = first && webpSize(first);
  if (!chunks || !first || !size) return null;
  const exif = chunks.find(({ type }) => type === "EXIF")?.body;
  const orientation = exif
    ? orientationIn(startsWith(exif, exifName) ? exif.subarray(exifName.length) : exif)
    : 1;
  const kept: WebpChunk[] = [];
  for (const { type, body } of chunks) {
    if (type === "VP8X") {
      const head = Buffer.from(body);
      // Bits 2 and 3 announce XMP and EXIF.
      head[0] = ((head[0] ?? 0) & ~0b1100) | (orientation > 1 ? 0b1000 : 0);
      kept.push({ type, body: head });
    } else if (type === "ANMF") {
      const frame = chunksIn(body, 16, body.length);
      if (!frame) return null;
      const own = frame.filter((chunk) => pixels.includes(chunk.type)).map(riffOf);
      kept.push({ type, body: Buffer.concat([body.subarray(0, 16), ...own]) });
    } else if (type === "ANIM" || type === "ICCP" || pixels.includes(type)) kept.push({ type, body });
  }
  if (orientation > 1 && first.type === "VP8X") kept.push({ type: "EXIF", body: tiffOf(orientation) });
  const body = Buffer.concat([Buffer.from("WEBP"), ...kept.map(riffOf)]);
  return {
    body: riffOf({ type: "RIFF", body }),
    ending: "webp",
    ...shown(size.width, size.height, first.type === "VP8X" ? orientation : 1),
    moves: kept.filter(({ type }) => type === "ANMF").length > 1,
  };
}

/** Reads the first chunk; null if a WebP can't begin with it. */
function webpSize({ type, body }: WebpChunk): { width: number; height: number } | null {
  if (type === "VP8X") return { width: 1 + body.readUIntLE(4, 3), height: 1 + body.readUIntLE(7, 3) };
  if (type === "VP8 ") return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff };
  if (type !== "VP8L") return null;
  const bits = body.readUInt32LE(1);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

/** Applications whose extensions decide how a GIF looks: how often it repeats, and its color profile. */
const gifKept = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"];

/** A color table's size, from the flags that announce it. */
const colorBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Null for a GIF with a plain text block, which viewers draw and which could say anything. */
function gif(file: Buffer): Original | null {
  const start = 13 + colorBytes(file.readUInt8(10));
  const parts = [file.subarray(0, start)];
  let frames = 0;
  for (let at = start, left = mostParts; left > 0; left -= 1) {
    const kind = file.readUInt8(at);
    if (kind === 0x3b) {
      if (frames === 0) return null;
      parts.push(file.subarray(at, at + 1));
      const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)];
      return { body: Buffer.concat(parts), ending: "gif", width, height, moves: frames > 1 };
    }
    const label = kind === 0x21 ? file.readUInt8(at + 1) : null;
    if (kind === 0x2c) frames += 1;
    else if (label === null || label === 0x01) return null;
    const end = endOfBlocks(file, kind === 0x2c ? at + 11 + colorBytes(file.readUInt8(at + 9)) : at + 2);
    const isKept =
      kind === 0x2c ||
      label === 0xf9 ||
      (label === 0xff && gifKept.includes(file.toString("latin1", at + 3, at + 14)));
    if (isKept) parts.push(file.subarray(at, end));
    at = end;
  }
  return null;
}

/** The offset after a series of blocks. Each one begins with its length, and an empty one ends the series. */
function endOfBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let bytes = file.readUInt8(at); bytes > 0; bytes = file.readUInt8(at)) at += 1 + bytes;
  return at + 1;
}
