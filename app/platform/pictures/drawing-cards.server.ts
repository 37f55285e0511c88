import sharp, { type Sharp } from "sharp";
import { takingTurns } from "../taking-turns";
import { canDraw, lineShapes, linesOf, type Weight } from "./text-shapes.server";

// This opens only our own drawings and pictures that we've already scaled. decoding.server.ts opens the files that
// people send.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer", "VipsForeignLoadWebpBuffer"] });

const inTurn = takingTurns(1);

const [width, height] = [1200, 630];
const [paper, ink, muted, accent] = ["#fcfbf9", "#17120e", "#564f49", "#d2330b"];
const margin = 72;

export interface CardWords {
  title: string;
  line: string;
}

/** The work that a card shows: a stored picture, or SVG shapes in a box of 32 by 18 units. */
export type CardWork = { picture: Uint8Array } | { shapes: string };

/**
 * A JPEG of 1200 × 630 pixels for link previews: text next to the logo, or below someone's work, along the logo's
 * diagonal. Leaves out letters that our font doesn't have.
 * @param by the network that requests it; networks take turns
 */
export function drawCard(by: string, words: CardWords, work: CardWork | null): Promise<Uint8Array> {
  return inTurn(() => (work ? drawWork(words, work) : drawTitle(words)), by);
}

/** The logo's two frames, starting at a corner. */
const mark = (x: number, y: number, scale: number, near: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M0 0h18l-8 20H0z" fill="${near}"/><path d="M20 4h8v20H12z" fill="${accent}"/></g>`;

const svg = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );

const jpeg = (picture: Sharp) =>
  picture.flatten({ background: paper }).jpeg({ quality: 82, mozjpeg: true }).toBuffer();

/** If the title can't be drawn, the line replaces it. */
function textOf({ title, line }: CardWords): [title: string, line: string] {
  return canDraw(title, "800") ? [title, line] : [line, ""];
}

interface Place {
  x: number;
  y: number;
  size: number;
  weight: Weight;
  fill: string;
}

const leading = 1.12;
const linesAt = (lines: readonly string[], place: Place): string =>
  lines
    .map((line, index) => lineShapes(line, { ...place, y: place.y + index * place.size * leading }))
    .join("");

/** tan(12°). */
const slope = 0.2126;

/** Draws the text on a paper background and, to the right of the diagonal, the logo on ink. */
function drawTitle(words: CardWords): Promise<Uint8Array> {
  const [title, line] = textOf(words);
  const size = title.length > 40 ? 68 : 84;
  const titles = linesOf(title, 780, size, "800", 4);
  const lines = linesOf(line, 780, 34, "500", 2);
  const step = size * leading;
  const top = height / 2 + 40 - ((titles.length - 1) * step + lines.length * 50) / 2;
  return jpeg(
    sharp(
      svg(
        `<path fill="${paper}" d="M0 0h${width}v${height}H0z"/>
         <path fill="${ink}" d="M${920 + height * slope} 0H${width}v${height}H920z"/>
         ${mark(1046, 265, 4.2, paper)}
         ${lineShapes("Matchcut", { x: margin, y: 108, size: 40, weight: "800", fill: accent })}
         ${linesAt(titles, { x: margin, y: top, size, weight: "800", fill: ink })}
         ${linesAt(lines, { x: margin, y: top + (titles.length - 1) * step + 66, size: 34, weight: "500", fill: muted })}`,
      ),
    ),
  );
}

/** Draws the work with its diagonal edge, then the name of the person who made it. */
async function drawWork(words: CardWords, work: CardWork): Promise<Uint8Array> {
  const [title, line] = textOf(words);
  const low = 470;
  const ground =
    "picture" in work
      ? await sharp(work.picture, { limitInputPixels: 10_000_000 })
          .resize(width, low, { fit: "cover" })
          .extend({ bottom: height - low, background: paper })
          .toBuffer()
      : svg(`<g transform="scale(37.5)">${work.shapes}</g>`);
  const overlay = svg(
    `<path fill="${paper}" d="M0 ${low}L${width} ${low - width * slope}V${height}H0z"/>
     ${linesAt(linesOf(title, 1056, 60, "800", 1), { x: margin, y: 536, size: 60, weight: "800", fill: ink })}
     ${linesAt(linesOf(line, 1056, 32, "500", 1), { x: margin, y: 590, size: 32, weight: "500", fill: muted })}
     ${mark(1044, 380, 3, ink)}`,
  );
  return jpeg(sharp(ground).composite([{ input: overlay }]));
}
