import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "~/features/media/components/picture";
import { DrawnCover } from "./components/cover";

const draw = (personId: string, styleIds: number[]) =>
  renderToStaticMarkup(createElement(DrawnCover, { cover: { personId, styleIds } }));
/** A UUID that depends only on the index. */
const idOf = (number: number) => {
  const digits = (BigInt(number + 1) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).slice(-32);
  return digits.padStart(32, "0").replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
};

test("a drawn cover shows the logo, takes less than 600 bytes, differs from person to person, and has their styles' colors", () => {
  const drawn = new Set<string>();
  for (let person = 0; person < 3000; person += 1) {
    const styles = [[], [1 + (person % 20)], [1 + (person % 20), 1 + ((person * 7) % 20)]][person % 3] ?? [];
    const svg = draw(idOf(person), styles);
    expect(Buffer.byteLength(svg)).toBeLessThan(600);
    expect(svg).not.toMatch(/NaN|undefined|-0[^.]/);
    // The large logo, as wide as the picture, begins near the picture's top left corner.
    const [, x, y, echo] = /d="M(\S+) (\S+?)h[\d.]+l[^z]+zM(\S+) /.exec(svg)?.map(Number) ?? [];
    expect(Math.max(Math.abs(x ?? Infinity), Math.abs(y ?? Infinity))).toBeLessThan(9);
    // The small one begins left of it if three of the picture's 32 units are free there, and right of it otherwise.
    expect(Math.sign((echo ?? Number.NaN) - (x ?? 0))).toBe((x ?? 0) >= 3 ? -1 : 1);
    drawn.add(svg);
  }
  expect(drawn.size).toBeGreaterThan(2500);
  expect(draw(idOf(1), [3])).toBe(draw(idOf(1), [3]));
  const colorsOf = (svg: string) => [...svg.matchAll(/hsl\((\d+)/g)].map(([, hue]) => hue);
  expect(colorsOf(draw(idOf(1), [3, 9]))).toEqual(colorsOf(draw(idOf(2), [3, 9])));
  expect(colorsOf(draw(idOf(1), [3, 9]))).not.toEqual(colorsOf(draw(idOf(1), [4, 9])));
});

test("a small picture loads its narrowest width on every screen", () => {
  const picture = { mediaId: idOf(1), width: 1600, height: 900, widths: [360, 720], tone: null };
  const html = renderToStaticMarkup(createElement(Picture, { picture, isFirst: true }));
  expect([...html.matchAll(/\/(\d+)\.(?:avif|webp)/g)].map(([, width]) => width)).toEqual(["360", "360"]);
  expect(html).toContain('loading="eager"');
});
