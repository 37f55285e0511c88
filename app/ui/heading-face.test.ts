import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { headingFace } from "./heading-face";

test("names within the heading typeface keep it, and others are set in the text typeface as a whole", () => {
  for (const name of ["June Halvorsen", "José Ñúñez", "O’Brien & Söhne – 24/7"])
    expect(headingFace(name), name).toBeUndefined();
  for (const name of ["Łukasz Nowak", "山田 Taro", "Ana 🎬", "Дмитрий"])
    expect(headingFace(name), name).toBe("plain-face");
});

test("every letter that the font was cut for counts as drawn", () => {
  const program = readFileSync(new URL("../styles/fonts/subset.py", import.meta.url), "utf8");
  const letters = /^text = "(.+)"$/m.exec(program)?.[1] ?? "";
  expect(letters.length).toBeGreaterThan(100);
  expect(headingFace(letters)).toBeUndefined();
});
