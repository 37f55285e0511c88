import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { graphemesOf } from "~/graphemes";

// A server may not have fonts, so the letters are drawn as shapes.

const weights = ["500", "800"] as const;
export type Weight = (typeof weights)[number];

/** The font's files for Latin and for other scripts. Letters that none of them cover are left out. */
const subsets = ["latin", "latin-ext", "greek", "cyrillic", "vietnamese"];

const loaded = new Map<string, Font>();

function fontOf(subset: string, weight: Weight): Font {
  const name = `@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`;
  let font = loaded.get(name);
  if (!font) {
    font = create(readFileSync(createRequire(import.meta.url).resolve(name))) as Font;
    loaded.set(name, font);
  }
  return font;
}

interface Run {
  font: Font;
  text: string;
}

/** Splits text by font, and drops letters that no font has. */
function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    if (last?.font.hasGlyphForCodePoint(code)) {
      last.text += letter;
      continue;
    }
    const subset = subsets.find((one) => fontOf(one, weight).hasGlyphForCodePoint(code));
    if (subset) runs.push({ font: fontOf(subset, weight), text: letter });
  }
  return runs;
}

/** In pixels at `size`. */
function widthOf(text: string, size: number, weight: Weight): number {
  return runsOf(text, weight).reduce(
    (sum, { font, text: own }) => sum + (font.layout(own).advanceWidth * size) / font.unitsPerEm,
    0,
  );
}

/** Whether most of the text can be drawn. */
export function canDraw(text: string, weight: Weight): boolean {
  const letters = [...text].filter((letter) => letter.trim());
  const drawn = runsOf(text, weight).reduce((sum, run) => sum + [...run.text.replace(/\s/g, "")].length, 0);
  return letters.length > 0 && drawn > letters.length * 0.7;
}

/** One line of text as SVG, from the left end of its baseline. */
export function lineShapes(
  text: string,
  { x, y, size, weight, fill }: { x: number; y: number; size: number; weight: Weight; fill: string },
): string {
  let at = x;
  const shapes: string[] = [];
  for (const { font, text: own } of runsOf(text, weight)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(own);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const path = glyph.path.toSVG();
      if (path) {
        const place = `translate(${round(at + xOffset * scale)} ${round(y - yOffset * scale)}) scale(${round(scale, 5)} ${round(-scale, 5)})`;
        shapes.push(`<path transform="${place}" d="${path}"/>`);
      }
      at += xAdvance * scale;
    }
  }
  return `<g fill="${fill}">${shapes.join("")}</g>`;
}

const round = (number: number, digits = 1) => Number(number.toFixed(digits));

/** At most `most` lines that fit into `width`. If some text is left over, the last line ends with an ellipsis. */
export function linesOf(text: string, width: number, size: number, weight: Weight, most: number): string[] {
  const fits = (line: string) => widthOf(line, size, weight) <= width;
  const lines: string[] = [];
  let rest = text.split(/\s+/).filter(Boolean);
  while (rest.length > 0 && lines.length < most) {
    let count = 1;
    while (count < rest.length && fits(rest.slice(0, count + 1).join(" "))) count += 1;
    lines.push(rest.slice(0, count).join(" "));
    rest = rest.slice(count);
  }
  const last = lines.length - 1;
  return lines.map((line, index) => {
    if (index < last || rest.length === 0) return fits(line) ? line : cut(line, fits);
    return cut(`${line} ${rest.join(" ")}`, fits);
  });
}

function cut(line: string, fits: (line: string) => boolean): string {
  // Names can be long, so this limits the length of a line.
  const letters = graphemesOf(line.slice(0, 240)).slice(0, 120);
  const ended = (count: number) => `${letters.slice(0, count).join("").trimEnd()}…`;
  // A binary search, because each try lays out the text, and 60 tries held up every request for 70 ms.
  let [fitting, beyond] = [1, letters.length + 1];
  while (beyond - fitting > 1) {
    const middle = (fitting + beyond) >> 1;
    if (fits(ended(middle))) fitting = middle;
    else beyond = middle;
  }
  return ended(fitting);
}
