import { expect, test } from "vitest";
import { capitalized, cut, firstGrapheme, graphemesOf, shortened } from "./graphemes";

const family = "👨‍👩‍👧‍👦";

test.each([
  ["Ada", "A"],
  ["👩‍💻 Ada", "👩‍💻"],
  ["e\u0301mile", "e\u0301"],
  ["किरण", "कि"],
  ["🇺🇦 Olena", "🇺🇦"],
  ["1️⃣", "1️⃣"],
  ["각".normalize("NFD"), "각".normalize("NFD")],
  ["", ""],
])("the first character of %j is %j", (text, first) => {
  expect(firstGrapheme(text)).toBe(first);
});

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  [`ab${family}`, 5, "ab"],
  [`ab${family}c`, 13, `ab${family}`],
  ["ae\u0301", 2, "a"],
  ["a🇺🇦🇵🇱", 5, "a🇺🇦"],
])("%j cut to %i is %j", (text, most, start) => {
  expect(cut(text, most)).toBe(start);
});

test.each([
  ["ada", "Ada"],
  ["e\u0301mile", "E\u0301mile"],
  ["😀 ada", "😀 ada"],
  ["ßa", "ßa"],
  ["ﬁlm", "ﬁlm"],
  ["თბილისი", "თბილისი"],
  ["", ""],
])("%j starts with a capital letter, if there is one, as %j", (text, written) => {
  expect(capitalized(text)).toBe(written);
});

test("an endless character is cut between code points", () => {
  expect(cut(`a${"\u0301".repeat(500)}`, 100)).toHaveLength(100);
  expect(cut("\u{1f468}\u200d".repeat(100), 52)).toBe(`${"\u{1f468}\u200d".repeat(17)}`);
});

test.each([
  ["two words", 20, "two words"],
  ["a text of several words", 15, "a text of…"],
  ["a text of several words", 17, "a text of several…"],
  ["one averyveryverylongword", 10, "one averyv…"],
  ["日本語の長い文章です", 4, "日本語の…"],
  [`${family}${family}`, 15, `${family}…`],
])("%j shortened to %i is %j", (text, most, preview) => {
  expect(shortened(text, most)).toBe(preview);
});

test("a preview contains only whole characters of the text", () => {
  const text = `${family} e\u0301te\u0301 🇺🇦 किताब 👍🏽 ${"x".repeat(30)}`;
  const whole = graphemesOf(text);
  for (let most = 1; most < text.length; most += 1) {
    if (most < family.length) continue;
    const shown = graphemesOf(cut(text, most));
    expect(shown).toEqual(whole.slice(0, shown.length));
  }
});
