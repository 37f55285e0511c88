import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { headingFace } from "./heading-face";

test("names with only the heading typeface's letters use it, and all others are set in the text typeface as a whole", () => {
  for (const name of ["June Halvorsen", "José Ñúñez", "O’Brien & Söhne – 24/7"])
    expect(headingFace(name), name).toBeUndefined();
  for (const name of ["Łukasz Nowak", "山田 Taro", "Ana 🎬", "Дмитрий"])
    expect(headingFace(name), name).toBe("plain-face");
});

test("headingFace knows every letter that the font contains", () => {
  const program = readFileSync(new URL("../styles/fonts/subset.py", import.meta.url), "utf8");
  const letters = /^text = "(.+)"$/m.exec(program)?.[1] ?? "";
  expect(letters.length).toBeGreaterThan(100);
  expect(headingFace(letters)).toBeUndefined();
});
