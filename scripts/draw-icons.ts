import { writeFile } from "node:fs/promises";
import sharp from "sharp";

/** The mark from app/shell/logo.tsx, 28 units wide, centered in a square of 32 units. */
const frames = ["M2 4h18l-8 20H2z", "M22 8h8v20H14z"] as const;
const colors = { paper: "#fcfbf9", ink: "#17120e", accent: "#d2330b" };

interface Icon {
  file: string;
  size: number;
  /** The mark's width divided by the icon's. */
  part: number;
  /** A badge is for Android's status bar, which uses only its shape and colors it itself. */
  isBadge?: true;
}

/**
 * A device may cut a maskable icon to a circle of four fifths of its size. The mark's corners are inside that circle.
 */
const icons: Icon[] = [
  { file: "icon-192.png", size: 192, part: 0.75 },
  { file: "icon-512.png", size: 512, part: 0.75 },
  { file: "icon-maskable-192.png", size: 192, part: 0.58 },
  { file: "icon-maskable-512.png", size: 512, part: 0.58 },
  { file: "apple-touch-icon.png", size: 180, part: 0.68 },
  { file: "badge-96.png", size: 96, part: 0.9, isBadge: true },
];

function drawingOf({ size, part, isBadge }: Icon): Buffer {
  const width = 28 / part;
  const start = 16 - width / 2;
  const [first, second] = isBadge ? ["#fff", "#fff"] : [colors.ink, colors.accent];
  const paper = isBadge
    ? ""
    : `<rect x="${start}" y="${start}" width="${width}" height="${width}" fill="${colors.paper}"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${start} ${start} ${width} ${width}">${paper}<path d="${frames[0]}" fill="${first}"/><path d="${frames[1]}" fill="${second}"/></svg>`,
  );
}

/** Draws the app's icons into public/. Run it after changing the mark: npx tsx scripts/draw-icons.ts */
for (const icon of icons) {
  const picture = sharp(drawingOf(icon)).png({ palette: true, effort: 10, compressionLevel: 9 });
  await writeFile(`public/${icon.file}`, await picture.toBuffer());
}
