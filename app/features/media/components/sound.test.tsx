import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Waveform } from "./sound";

test.each([
  ["no peaks", null],
  ["one peak", [100]],
  ["the maximum number of peaks", Array.from({ length: 200 }, (_, index) => index % 101)],
])("a waveform of %s fills its frame and stays inside", (_what, peaks) => {
  const html = renderToStaticMarkup(<Waveform peaks={peaks} />);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(html) ?? [];
  const strokes = [...html.matchAll(/M(\d+) ([\d.]+)(?:v([\d.]+)|h(\d+))/g)].map(
    ([, x, y, down = 0, right = 0]) => [Number(x) + Number(right), Number(y) + Number(down)],
  );
  expect(strokes).toHaveLength(peaks?.length ?? 1);
  for (const [x = 0, y = 0] of strokes) {
    expect(x).toBeLessThanOrEqual(Number(width));
    expect(y).toBeLessThanOrEqual(Number(height));
  }
  const [last = 0] = strokes.at(-1) ?? [];
  expect(Number(width) - last).toBeLessThanOrEqual(3);
});
