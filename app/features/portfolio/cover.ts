import type { PictureView } from "~/features/media/media";
import { coverOf, type SampleView } from "./sample";

export interface CoverView {
  personId: string;
  /** The person's visual styles, which give a drawn cover its colors. */
  styleIds: readonly number[];
  /** Null if the person has no picture, so the cover is drawn. */
  picture: PictureView | null;
}

export function coverViewOf(
  personId: string,
  styleIds: readonly number[],
  samples: readonly SampleView[] | undefined,
): CoverView {
  return { personId, styleIds, picture: coverOf(samples ?? [])?.picture ?? null };
}

export interface Drawing {
  ground: string;
  near: string;
  far: string;
  /** SVG paths of the left and right halves of the logo, on a grid of 32 by 18 units. */
  lefts: string;
  rights: string;
}

/** The drawing depends only on the person and their styles, so it's the same everywhere. */
export function drawingOf({ personId, styleIds }: Pick<CoverView, "personId" | "styleIds">): Drawing {
  const seed = seedOf(personId);
  const [first, second] = [styleIds[0], styleIds[1]];
  const hue = first === undefined ? seed % 360 : hueOf(first);
  const other = second === undefined ? (hue + 20 + (seed % 70)) % 360 : hueOf(second);
  const size = 0.9 + ((seed >>> 4) % 5) / 10;
  const whole = { size, x: ((seed >>> 8) % 12) - 4, y: -4 - ((seed >>> 12) % 4) };
  // A second logo, a third as large, on the side with more room.
  const isLeft = whole.x > 2;
  const echo = {
    size: size / 3,
    x: isLeft ? whole.x - size * 10 : whole.x + size * 29,
    y: 3 + ((seed >>> 16) % 7),
  };
  return {
    ground: `hsl(${hue} 28% 17%)`,
    near: `hsl(${hue} 36% 38%)`,
    far: `hsl(${other} 42% 62%)`,
    lefts: leftOf(whole) + leftOf(echo),
    rights: rightOf(whole) + rightOf(echo),
  };
}

/** 137° is near the golden angle, so styles with neighboring IDs get very different colors. */
const hueOf = (styleId: number) => (styleId * 137) % 360;

/** FNV-1a, 32 bits. */
function seedOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

interface Place {
  size: number;
  x: number;
  y: number;
}

/** The outlines of the logo's two frames. `x` and `y` place their top left corner. */
const leftOf = ({ size, x, y }: Place) =>
  `M${short(x)} ${short(y)}h${short(18 * size)}l${short(-8 * size)} ${short(20 * size)}H${short(x)}z`;
const rightOf = ({ size, x, y }: Place) =>
  `M${short(x + 20 * size)} ${short(y + 4 * size)}h${short(8 * size)}v${short(20 * size)}h${short(-16 * size)}z`;

const short = (number: number) => String(Math.round(number * 10) / 10);
