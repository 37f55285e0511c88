import { fileTypeFromFile } from "file-type";
import sharp from "sharp";

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

/** A camera's. A small file may claim many more, and each takes 4 bytes of memory. */
const pixelLimit = 50_000_000;

/** Detected from the bytes; null for any other file. */
export async function pictureTypeOf(path: string): Promise<(typeof types)[keyof typeof types] | null> {
  const found = await fileTypeFromFile(path);
  return found && Object.hasOwn(types, found.ext) ? types[found.ext as keyof typeof types] : null;
}

/** Damaged, truncated, or too many pixels. */
export class UnreadablePicture extends Error {}

export interface SquarePicture {
  pixels: number;
  ending: "avif" | "webp";
  body: Uint8Array;
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Squares from the center, rotated as the EXIF data say, as AVIF and WebP without metadata. One picture at a time,
 * because each may take 200 MB.
 * @param sizes edges in pixels
 * @throws UnreadablePicture
 */
export function squaresOf(path: string, sizes: readonly number[]): Promise<SquarePicture[]> {
  const done = turn.then(() => makeSquares(path, sizes));
  turn = done.catch(() => {});
  return done;
}

async function makeSquares(path: string, sizes: readonly number[]): Promise<SquarePicture[]> {
  const largest = Math.max(...sizes);
  const { data, info } = await sharp(path, { limitInputPixels: pixelLimit, sequentialRead: true })
    .autoOrient()
    .resize(largest, largest, { fit: "cover" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new UnreadablePicture("a picture could not be read", { cause: error });
    });
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
