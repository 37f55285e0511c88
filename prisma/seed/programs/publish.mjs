// npm run publish: copies the pictures that the data names from ./pictures to ../media, under the names and in the
// sizes that the seed stores, and writes the sizes to ../data/pictures.json.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const here = fileURLToPath(new URL(".", import.meta.url));
const media = join(here, "../media");
const dataFile = join(here, "../data/pictures.json");
const data = JSON.parse(readFileSync(dataFile, "utf8"));
const folders = ["", "b", "c", "clips"].map((folder) => join(here, "pictures", folder));
const find = (name) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
const toneOf = async (file) => {
  const { channels } = await sharp(file).stats();
  const colors = channels.slice(0, 3);
  return `#${colors.map(({ mean }) => Math.round(mean).toString(16).padStart(2, "0")).join("")}`;
};

/** A picture's AVIF files: NAME-s, NAME and NAME-l. */
async function takeAvif(picture) {
  const drawn = ["-s", "", "-l"].map((size) => find(`${picture.id}${size}.avif`)).filter(Boolean);
  for (const file of drawn) await take(picture, file, (target) => copyFileSync(file, target));
  return drawn.at(-1);
}

/** The oldest pictures are drawn as WebP; their IDs begin with 'more-'. */
async function takeWebp(picture) {
  const base = join(here, "pictures/more", picture.id.replace(/^more-/, ""));
  const source = [`${base}-1440.webp`, `${base}.webp`].find((file) => existsSync(file));
  if (!source) return undefined;
  const { width } = await sharp(source).metadata();
  for (const pixels of [360, 720, 1440].filter((one) => one <= width)) {
    const scaled = await sharp(source).resize(pixels).avif({ quality: 55, effort: 5 }).toBuffer();
    await take(picture, scaled, (target) => writeFileSync(target, scaled));
  }
  return source;
}

async function take(picture, file, store) {
  const { width, height } = await sharp(file).metadata();
  store(join(media, `${picture.id}-${width}.avif`));
  picture.widths = [...new Set([...picture.widths, width])].sort((one, other) => one - other);
  if (width >= picture.width) Object.assign(picture, { width, height });
}

let count = 0;
for (const picture of data.pictures) {
  const isOld = picture.id.startsWith("more-");
  const largest = isOld ? await takeWebp(picture) : await takeAvif(picture);
  if (!largest) continue;
  count += 1;
  picture.tone = await toneOf(largest);
  const file = picture.file && find(basename(picture.file));
  if (file) copyFileSync(file, join(media, picture.file));
}
for (const { id } of data.portraits) {
  const file = find(`${id}.avif`);
  if (!file) continue;
  count += 1;
  for (const [pixels, avif, webp] of [
    [96, 50, 75],
    [320, 45, 68],
  ]) {
    const square = sharp(file).resize(pixels, pixels);
    await square
      .clone()
      .avif({ quality: avif, effort: 4 })
      .toFile(join(media, `${id}-${pixels}.avif`));
    await square
      .clone()
      .webp({ quality: webp })
      .toFile(join(media, `${id}-${pixels}.webp`));
  }
}
writeFileSync(dataFile, `${JSON.stringify(data, null, 2)}\n`);
console.log(`Took ${count} pictures and portraits.`);
