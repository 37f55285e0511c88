import sharp from "sharp";
import { expect, test } from "vitest";
import { drawCard } from "./drawing-cards.server";

// The product opens no JPEG in its own process, but this test reads the cards.
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer"] });

const words = { title: "Maya Okafor", line: "Video Editor in Portland" };

/** Reads the card's colors by name, at a point or along part of a row. Any other color is 'other'. */
async function colorsOf(card: Uint8Array) {
  const { data, info } = await sharp(card).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  const named = { paper: 0xfcfbf9, ink: 0x17120e, accent: 0xd2330b, green: 0x009000 };
  const at = (x: number, y: number) => {
    const pixel = data.subarray((y * info.width + x) * 3).subarray(0, 3);
    const isNear = (color: number) =>
      pixel.every((value, index) => Math.abs(value - ((color >> (16 - 8 * index)) & 255)) < 24);
    return Object.entries(named).find(([, color]) => isNear(color))?.[0] ?? "other";
  };
  const inRow = (y: number, first: number, end: number) =>
    new Set(Array.from({ length: end - first }, (_, index) => at(first + index, y)));
  return { at, inRow };
}

test("a card without work shows its text on paper, and the logo on ink", async () => {
  const { at, inRow } = await colorsOf(await drawCard("a network", words, null));
  expect([at(20, 20), at(1190, 20), at(1067, 307), at(1138, 324)]).toEqual([
    "paper",
    "ink",
    "paper",
    "accent",
  ]);
  expect([...inRow(95, 72, 260)], "our name").toContain("accent");
  expect([...inRow(300, 72, 600)], "the title").toContain("ink");
});

test("a card with work shows it above the diagonal, and below it the name and the logo", async () => {
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: "#009000" } })
    .webp()
    .toBuffer();
  for (const work of [{ picture }, { shapes: '<path fill="#009000" d="M0 0h32v18H0z"/>' }]) {
    const { at, inRow } = await colorsOf(await drawCard("a network", words, work));
    expect([at(20, 20), at(20, 440), at(20, 500), at(1190, 260)]).toEqual([
      "green",
      "green",
      "paper",
      "paper",
    ]);
    expect([at(1059, 410), at(1113, 422)], "the logo").toEqual(["ink", "accent"]);
    expect([...inRow(515, 72, 600)], "the name").toContain("ink");
  }
});

test("a card opens only what we've stored, so a picture in another format is refused", async () => {
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: "#009000" } })
    .png()
    .toBuffer();
  await expect(drawCard("a network", words, { picture })).rejects.toThrow("unsupported image format");
});
