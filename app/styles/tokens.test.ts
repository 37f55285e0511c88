import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plainPage } from "~/server/plain-page.server";

const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), "utf8");

type Colors = Record<string, string>;

const rolesIn = (css = ""): Colors =>
  Object.fromEntries([...css.matchAll(/--color-([\w-]+): (#\w+);/g)].map(([, role, value]) => [role, value]));

const [themes, dark] = read("tokens.css").split("@variant dark");
const light = rolesIn(themes);
const schemes = { light, dark: { ...light, ...rolesIn(dark) } };

/** As defined by WCAG. */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/\w/g, "$&$&") : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one = "", other = ""): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

/** DESIGN.md has the same table. */
const promises: [what: string, text: string[], grounds: string[], least: number][] = [
  [
    "text",
    ["ink", "ink-muted", "positive", "warning", "negative", "info"],
    ["surface", "surface-raised", "wash"],
    7,
  ],
  ["text on film", ["on-film", "on-film-muted"], ["film"], 7],
  ["a score", ["band-90", "band-80", "band-70", "band-60"], ["surface", "surface-raised"], 6.3],
  ["a toast and a chosen chip", ["surface"], ["ink"], 7],
  ["what can't be undone", ["surface-raised"], ["negative"], 7],
  ["the main action", ["accent-ink"], ["accent"], 4.95],
  ["an edge", ["edge"], ["surface", "surface-raised", "wash"], 3],
  ["the pencil", ["mark"], ["surface", "surface-raised", "film"], 3],
];

for (const [scheme, colors] of Object.entries(schemes))
  test(`every color keeps its contrast in the ${scheme} scheme`, () => {
    const broken = promises.flatMap(([what, texts, grounds, least]) =>
      texts.flatMap((text) =>
        grounds.flatMap((ground) => {
          const measured = contrast(colors[text], colors[ground]);
          return measured >= least ? [] : [`${what}: ${text} on ${ground} is ${measured.toFixed(2)}`];
        }),
      ),
    );
    expect(broken).toEqual([]);
  });

test("a score on film keeps its contrast", () => {
  const bands = [...read("film.css").matchAll(/\.film \.b\d+ \{\s*--band: (#\w+)/g)].map(
    ([, color]) => color,
  );
  expect(bands).toHaveLength(4);
  for (const { film } of Object.values(schemes))
    for (const band of bands) expect(contrast(band, film), band).toBeGreaterThanOrEqual(7);
});

test("pages that are sent without the app's styles use the same roles' colors in both schemes", async () => {
  const html = await plainPage({ status: 503, title: "Busy", text: "Try again.", reference: "1" }).text();
  const pairs = [...html.matchAll(/light-dark\((#\w+),(#\w+)\)/g)];
  const isRole = ([, day, night]: RegExpExecArray) =>
    Object.keys(light).some((role) => schemes.light[role] === day && schemes.dark[role] === night);
  expect(pairs.length).toBe(8);
  expect(pairs.filter((pair) => !isRole(pair)).map(([pair]) => pair)).toEqual([]);
});

test("no stylesheet is empty", () => {
  const names = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(".css"));
  expect(names.filter((name) => !read(name).includes("{") && !read(name).includes("@import"))).toEqual([]);
});

test("a heading without a class has one of the four sizes of text", () => {
  const sizes = ["h1", "h2", "h3"].map((heading) => {
    const [, name] =
      new RegExp(`\\n {2}${heading} \\{\\n {4}font-size: var\\(--(text-\\w+)\\)`).exec(read("base.css")) ??
      [];
    const [, size] = new RegExp(`--${name}: ([\\d.]+)rem`).exec(read("tokens.css")) ?? [];
    return Number(size) * 16;
  });
  expect(sizes).toEqual([36, 22, 16]);
});
