import { fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { takingTurns } from "../taking-turns";

const types = { jpg: "jpeg", png: "png", apng: "png", webp: "webp", avif: "avif" } as const;

// No picture is read twice, and libvips would find a cached one by its file name.
sharp.cache(false);
// libvips could also open SVG, PDF and TIFF.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadPngFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadHeifFile",
  ],
});

/** Enough for a camera. A small file may claim many more, and each pixel takes 4 bytes of memory. */
const pixelLimit = 50_000_000;

/** Detected from the bytes; null for any other file. */
export async function pictureTypeOf(path: string): Promise<(typeof types)[keyof typeof types] | null> {
  const found = await fileTypeFromFile(path);
  return found && Object.hasOwn(types, found.ext) ? types[found.ext as keyof typeof types] : null;
}

/** Damaged, truncated, too many pixels, or too slow to decode. */
export class UnreadablePicture extends Error {}

export interface SquarePicture {
  pixels: number;
  ending: "avif" | "webp";
  body: Uint8Array;
}

/** The stored widths of a picture, in pixels; never larger than the original. */
const widths = [360, 720, 1440] as const;
/** Height by width; a longer one becomes narrower. */
const tallest = 2;

export interface ScaledPictures {
  width: number;
  height: number;
  pictures: { width: number; ending: "avif" | "webp"; body: Uint8Array }[];
}

/** One picture at a time, because each may take 200 MB. Sizes are in pixels. */
export const inTurn = takingTurns(1);
/** The fixed cost of encoding, in pixels, so that many small pictures do not hold up a large one. */
const encoding = 1_000_000;
/** Seconds. The largest takes two. */
const patience = 10;

async function inTurnOf<Done>(by: string, path: string, work: () => Promise<Done>): Promise<Done> {
  const { width, height } = await sharp(path).metadata().catch(unreadable);
  return inTurn(work, by, encoding + width * height);
}

function unreadable(error: unknown): never {
  throw new UnreadablePicture("a picture could not be read", { cause: error });
}

/**
 * Squares from the center, rotated as the EXIF data say, as AVIF and WebP without metadata.
 * @param by the owner: members take turns
 * @param sizes edges in pixels
 * @throws UnreadablePicture
 */
export function squaresOf(by: string, path: string, sizes: readonly number[]): Promise<SquarePicture[]> {
  return inTurnOf(by, path, () => makeSquares(path, sizes));
}

/**
 * A picture at up to three widths, rotated as the EXIF data say, as AVIF and WebP without metadata.
 * @param by the owner: members take turns
 * @throws UnreadablePicture
 */
export function scaledPicturesOf(by: string, path: string): Promise<ScaledPictures> {
  return inTurnOf(by, path, () => makeScaled(path));
}

async function decode(path: string, width: number, height: number, fit: "cover" | "inside") {
  return sharp(path, { limitInputPixels: pixelLimit, sequentialRead: true })
    .autoOrient()
    .resize(width, height, { fit, withoutEnlargement: fit === "inside" })
    .toColourspace("srgb")
    .timeout({ seconds: patience })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
}

async function makeScaled(path: string): Promise<ScaledPictures> {
  const largest = Math.max(...widths);
  const { data, info } = await decode(path, largest, largest * tallest, "inside");
  const { width, height, channels } = info;
  const pictures: ScaledPictures["pictures"] = [];
  for (const pixels of [...widths.filter((one) => one < width), width]) {
    const scaled = sharp(data, { raw: { width, height, channels } }).resize(pixels);
    pictures.push(
      {
        width: pixels,
        ending: "avif",
        body: await scaled.clone().avif({ quality: 50, effort: 3 }).toBuffer(),
      },
      { width: pixels, ending: "webp", body: await scaled.clone().webp({ quality: 72 }).toBuffer() },
    );
  }
  return { width, height, pictures };
}

async function makeSquares(path: string, sizes: readonly number[]): Promise<SquarePicture[]> {
  const largest = Math.max(...sizes);
  const { data, info } = await decode(path, largest, largest, "cover");
  const { width, height, channels } = info;
  const pictures: SquarePicture[] = [];
  for (const pixels of sizes) {
    const square = sharp(data, { raw: { width, height, channels } }).resize(pixels, pixels);
    pictures.push(
      { pixels, ending: "avif", body: await square.clone().avif({ quality: 50, effort: 4 }).toBuffer() },
      { pixels, ending: "webp", body: await square.clone().webp({ quality: 75 }).toBuffer() },
    );
  }
  return pictures;
}
