// @ts-check
/**
 * Opens the files that people send; see decoding.server.ts. The program gets one job, responds and ends. It's plain
 * JavaScript, because Node runs it directly in development and in tests. The build bundles it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/** @import { PictureJob, Said, SoundFacts, SoundJob, Unopened, VideoFacts, VideoJob } from "./decoding.server" */

/** Thrown for any file that we don't open. Gives the reason. */
class Refused extends Error {
  /** @param {Unopened} answer */
  constructor(answer) {
    super(answer.refused);
    this.answer = answer;
  }
}

// A server that's stopping waits for the file that's being opened. If the server is gone, this process ends, too.
process.on("SIGTERM", () => {});
process.on("SIGINT", () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Members' pages have priority, and if memory runs out, the kernel ends this process instead of the server.
try {
  setPriority(5);
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {}

/** @param {Said} said */
const say = (said, then = () => {}) => process.send?.(said, then);
/** @param {Said} answer */
const finish = (answer) => say(answer, () => process.exit());

process.once("message", async (/** @type {PictureJob | VideoJob | SoundJob} */ job) => {
  try {
    finish({ done: job.kind === "picture" ? await openPicture(job) : await readHeaders(job) });
  } catch (error) {
    if (error instanceof Refused) return finish(error.answer);
    const cause = String(error);
    if (cause.includes("Unsupported WAVE")) return finish({ refused: "codec", cause });
    finish({ refused: /out of memory|allocat/i.test(cause) ? "heavy" : "damaged", cause });
  }
});
say({ ready: true });

/** @type {Record<string, import("./decoding.server").PictureFormat>} */
const formats = { jpeg: "JPEG", png: "PNG", webp: "WebP", heif: "AVIF", gif: "GIF" };

/** @param {PictureJob} job */
async function openPicture({ path, isSquare, widths, webpQuality, avifQuality, mostMegapixels, mostFrames }) {
  checkFrames(readFileSync(path), mostFrames);
  const { default: sharp } = await import("sharp");
  // Use one thread per process, so that two pictures use at most two cores.
  sharp.concurrency(1);
  sharp.cache(false);
  // Without this, libvips could also open SVG, PDF and TIFF.
  sharp.block({ operation: ["VipsForeignLoad"] });
  const loaders = ["Jpeg", "Png", "Webp", "Heif", "Nsgif"];
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}File`) });

  const header = await sharp(path, { limitInputPixels: false }).metadata();
  const format = header.isProgressive ? progressive(header.format) : formats[header.format];
  if (!format) throw new Refused({ refused: "damaged", cause: header.format });
  const limitInputPixels = mostMegapixels[format] * 1_000_000;
  if (header.width * header.height > limitInputPixels) throw new Refused({ refused: "pixels", format });

  const largest = Math.max(...widths);
  const { data, info } = await sharp(path, { limitInputPixels, sequentialRead: true })
    .autoOrient()
    .resize(largest, isSquare ? largest : largest * 2, {
      fit: isSquare ? "cover" : "inside",
      withoutEnlargement: !isSquare,
    })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pictures = [];
  for (const pixels of isSquare ? widths : [...widths.filter((one) => one < width), width]) {
    const scaled = sharp(data, { raw: { width, height, channels } }).resize(
      pixels,
      isSquare ? pixels : undefined,
    );
    // More effort takes several times as long and doesn't make the files smaller.
    const avif = await scaled.clone().avif({ quality: avifQuality, effort: 1 }).toBuffer();
    const webp = await scaled.clone().webp({ quality: webpQuality, effort: 2 }).toBuffer();
    pictures.push({ width: pixels, ending: /** @type {const} */ ("avif"), body: avif });
    pictures.push({ width: pixels, ending: /** @type {const} */ ("webp"), body: webp });
  }
  const [red = 0, green = 0, blue = 0] = await sharp(data, { raw: { width, height, channels } })
    .resize(1, 1, { fit: "fill" })
    .removeAlpha()
    .raw()
    .toBuffer();
  const tone = `#${Buffer.from([red, green, blue]).toString("hex")}`;
  return { width, height, tone, pictures };
}

/** @param {string} format */
const progressive = (format) =>
  format === "jpeg" ? "progressive JPEG" : format === "png" ? "interlaced PNG" : formats[format];

/**
 * Counts frames by the format's own tables. libvips takes time that grows with the square of the number of frames, even
 * if it reads only the header of a WebP.
 * @param {Buffer} file
 * @param {number} most
 */
function checkFrames(file, most) {
  let count = 0;
  for (const frames of framesOf(file)) {
    count += frames;
    // A JPEG isn't an animation, no matter how many scans it has.
    if (count > most) throw new Refused({ refused: file[0] === 0xff ? "heavy" : "frames" });
  }
}

/**
 * Yields the frames of an animation or the items of an AVIF. For a JPEG, yields ten for each scan, because a
 * progressive one has about ten scans, and each costs as much as a picture.
 * @param {Buffer} file
 * @returns {Generator<number>}
 */
function* framesOf(file) {
  if (file.toString("latin1", 0, 4) === "RIFF") {
    for (let at = 12; at + 8 <= file.length; ) {
      if (file.toString("latin1", at, at + 4) === "ANMF") yield 1;
      const bytes = file.readUInt32LE(at + 4);
      at += 8 + bytes + (bytes % 2);
    }
  } else if (file[0] === 0x89) {
    for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at))
      if (file.toString("latin1", at + 4, at + 8) === "fcTL") yield 1;
  } else if (file[0] === 0xff) yield* scansOf(file);
  else if (file.toString("latin1", 0, 3) === "GIF") yield* framesOfGif(file);
  else yield* framesInBoxes(file, 0, file.length);
}

/**
 * Counts all frames, because libvips reads all of them before it decodes the first one.
 * @param {Buffer} file
 * @returns {Generator<number>}
 */
function* framesOfGif(file) {
  /**
   * The size of a color table, according to the flags before it.
   * @param {number} flags
   */
  const colors = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let at = 13 + colors(file[10]); at < file.length; at += 1) {
    if (file[at] === 0x2c) {
      yield 1;
      at += 11 + colors(file[at + 9]);
    } else if (file[at] === 0x21) at += 2;
    else return;
    for (let bytes = file[at]; bytes; bytes = file[at]) at += 1 + bytes;
  }
}

/**
 * Stops at the end of the picture, because a camera may have put an entire video after it.
 * @param {Buffer} file
 * @returns {Generator<number>}
 */
function* scansOf(file) {
  for (let at = 2; at >= 0 && at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? 0;
    const isAlone = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (file[at] !== 0xff || isAlone) {
      at = file.indexOf(0xff, at + 1);
      continue;
    }
    if (marker === 0xd9) return;
    if (marker === 0xda) yield 10;
    at += 2 + file.readUInt16BE(at + 2);
  }
}

/** Boxes that contain other boxes, and how many bytes of their own come before those. */
const containers = new Map(
  Object.entries({ meta: 4, moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0, moof: 0, traf: 0 }),
);

/**
 * Yields the items of an AVIF and the samples of a sequence.
 * @param {Buffer} file @param {number} start @param {number} end @returns {Generator<number>}
 */
function* framesInBoxes(file, start, end) {
  for (let at = start; at + 8 <= end; ) {
    const type = file.toString("latin1", at + 4, at + 8);
    const short = file.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    if (at + head > end) return;
    const bytes = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short || end - at;
    if (bytes < head) return;
    const [body, next] = [at + head, Math.min(at + bytes, end)];
    const skip = containers.get(type);
    if (skip !== undefined) yield* framesInBoxes(file, body + skip, next);
    else if (type === "infe" || type === "trun") yield 1;
    else if (type === "iinf" && body + 6 <= next)
      yield file[body] === 0
        ? file.readUInt16BE(body + 4)
        : body + 8 <= next
          ? file.readUInt32BE(body + 4)
          : 0;
    else if ((type === "stsz" || type === "stz2") && body + 12 <= next) yield file.readUInt32BE(body + 8);
    at = next;
  }
}

/** Anything longer or larger than this isn't a real video, and far larger values wouldn't fit into the database. */
const [mostSeconds, mostEdge] = [48 * 3_600, 16_384];

/** @param {VideoJob | SoundJob} job */
async function readHeaders({ kind, bytes, mostRead, mostReads }) {
  const { CustomSource, EncodedPacketSink, Input, MP3, MP4, OGG, QTFF, WAVE, WEBM } = await import(
    "mediabunny"
  );
  let [bytesLeft, readsLeft] = [mostRead, mostReads];
  /** Set once the file's headers have been read. @type {VideoFacts | SoundFacts | undefined} */
  let facts;
  /** @type {Promise<unknown>} */
  let reading = Promise.resolve();
  /** @param {number} first @param {number} end @returns {Promise<Uint8Array>} */
  const fetch = (first, end) =>
    new Promise((done) => {
      bytesLeft -= end - first;
      readsLeft -= 1;
      // Don't throw here, because the library might catch the error and continue.
      if (bytesLeft < 0 || readsLeft < 0)
        return finish(facts ? { done: facts } : { refused: "damaged", cause: "too much to read" });
      /** @type {Uint8Array[]} */
      const chunks = [];
      /** @param {{ chunk: Uint8Array | null }} message */
      const take = ({ chunk }) => {
        if (chunk) return void chunks.push(chunk);
        process.off("message", take);
        done(new Uint8Array(Buffer.concat(chunks)));
      };
      process.on("message", take);
      say({ read: { first, last: end - 1 } });
    });
  /** @param {number} first @param {number} end */
  const read = (first, end) => {
    const next = reading.then(() => fetch(first, end));
    reading = next;
    return next;
  };
  const gap = kind === "video" ? await findGap() : null;
  const source = new CustomSource({
    getSize: () => bytes - (gap ? gap.end - gap.start : 0),
    read: (first, end) => (gap ? readAround(gap, first, end) : read(first, end)),
    maxCacheSize: 4 * 2 ** 20,
    prefetchProfile: "fileSystem",
  });
  const formats = kind === "video" ? [MP4, QTFF, WEBM] : [MP3, WAVE, MP4, OGG];
  const input = new Input({ source, formats });
  const sound = await input.getPrimaryAudioTrack();
  const track = kind === "video" ? await input.getPrimaryVideoTrack() : sound;
  if (!track) throw new Refused({ refused: sound ? "sound" : "damaged" });
  const codec = await track.getCodec();
  if (!codec || ["prores", "ac3", "eac3", "dts"].includes(codec))
    throw new Refused({ refused: "codec", cause: String(track.internalCodecId) });
  const isStream = (await input.getFormat()) === MP3;
  const announced = await input.getDurationFromMetadata([track]);
  const seconds = announced || (isStream ? await guessLength() : await input.computeDuration([track]));
  const [width, height] = track.isVideoTrack()
    ? [Math.round(await track.getDisplayWidth()), Math.round(await track.getDisplayHeight())]
    : [1, 1];
  const milliseconds = Math.round(1000 * seconds);
  const isSound =
    [width, height, milliseconds].every((number) => Number.isFinite(number) && number > 0) &&
    seconds <= mostSeconds &&
    Math.max(width, height) <= mostEdge;
  if (!isSound) throw new Refused({ refused: "damaged", cause: `${width} × ${height}, ${milliseconds} ms` });
  facts = kind === "video" ? { width, height, milliseconds } : { milliseconds };
  // An MP3 has no such tables, so it plays even if it was cut off.
  if (!isStream && !(await isWhole())) throw new Refused({ refused: "damaged", cause: "cut off" });
  return facts;

  /**
   * Estimates the length of an MP3 whose header doesn't state it. To know it exactly, we'd have to read the whole file.
   */
  async function guessLength() {
    const first = sound && (await new EncodedPacketSink(sound).getFirstPacket());
    return first ? (bytes / first.byteLength) * first.duration : 0;
  }

  /** Whether the file has the first and last bytes that its tables promise. */
  async function isWhole() {
    if (await endsBeforeSegment()) return false;
    let end = 0;
    for (const one of [...(await input.getVideoTracks()), ...(await input.getAudioTracks())]) {
      const packets = new EncodedPacketSink(one);
      const last = (await packets.getFirstPacket()) && (await packets.getPacket(Number.POSITIVE_INFINITY));
      if (!last) return false;
      end = Math.max(end, last.timestamp + last.duration);
    }
    // A track's last frame may stay on screen for a while.
    return end <= mostSeconds && (!announced || end >= 0.9 * announced - 1);
  }

  /** Whether the file is shorter than a WAV or the segment of a WebM says. */
  async function endsBeforeSegment() {
    const head = Buffer.from(await read(0, Math.min(bytes, 4_096)));
    // Programs that don't know the size yet state the largest one that fits.
    if (head.toString("latin1", 0, 4) === "RIFF") {
      const size = head.readUInt32LE(4);
      return size < 0x7fff_0000 && size > bytes;
    }
    const end = segmentEndIn(head);
    return end !== null && Number.isFinite(end) && end > bytes;
  }

  /**
   * The part of a WebM that needn't be read to know its length. A browser's recording states neither its length nor
   * where its clusters are, so it would have to be read to the end. Each cluster has its time, so the last ones do.
   */
  async function findGap() {
    const tailBytes = 8 * 2 ** 20;
    if (bytes < 2 * tailBytes) return null;
    const head = Buffer.from(await read(0, 64 * 1024));
    if (segmentEndIn(head) !== Number.POSITIVE_INFINITY) return null;
    const start = head.toString("latin1").search(cluster);
    const tail = Buffer.from(await read(bytes - tailBytes, bytes));
    const end = tail.toString("latin1").search(cluster);
    return start < 0 || end < 0 ? null : { start, end: bytes - tailBytes + end };
  }

  /**
   * Reads the file as if it had no gap.
   * @param {{ start: number, end: number }} gap @param {number} first @param {number} end
   */
  async function readAround(gap, first, end) {
    const skipped = gap.end - gap.start;
    const before = first < gap.start ? await read(first, Math.min(end, gap.start)) : new Uint8Array();
    const after =
      end > gap.start ? await read(Math.max(first, gap.start) + skipped, end + skipped) : new Uint8Array();
    return new Uint8Array(Buffer.concat([before, after]));
  }
}

/** The start of a WebM's cluster: its ID, its size, and the ID of its time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are bytes
const cluster = /\x1fC\xb6u[\s\S]{1,8}\xe7/;

/**
 * Where the segment of a WebM ends. Infinity if it was recorded live; null for other files.
 * @param {Buffer} head
 */
function segmentEndIn(head) {
  const at = head.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67])) + 4;
  if (head.readUInt32BE() !== 0x1a45dfa3 || at < 4) return null;
  const length = Math.clz32(head[at] ?? 0) - 23;
  if (length < 1 || length > 8 || at + length > head.length) return null;
  const size = Number(
    BigInt(`0x${head.subarray(at, at + length).toString("hex")}`) % 2n ** BigInt(7 * length),
  );
  return size >= 2 ** (7 * length) - 1 ? Number.POSITIVE_INFINITY : at + length + size;
}
