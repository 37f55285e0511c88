// Checks texts of one line that reach mails and other people's pages. No lookbehind: Safari before 16.4 has none.

/** Joins letters; scripts that are written joined need it. */
const joined =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Tibetan}\\p{Script=Myanmar}\\p{Script=Khmer}]";
const emoji = "\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]*";
/** Signs that take a letter's vowel. A joiner after one changes how the letter looks, even at a word's end. */
const virama = "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]";
const kept = [
  `${virama}[\\u200c\\u200d]`,
  `${joined}[\\u200c\\u200d](?=${joined})`,
  `${emoji}(?:\\u200d${emoji})*`,
  "[0-9#*]\\ufe0f\\u20e3",
  "\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]",
].join("|");

/** Blank or invisible, marks of direction among them: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point */
const invisible = "[\\p{Default_Ignorable_Code_Point}\\p{Cs}\\u2800\\ufff9-\\ufffb]";
const keptOrInvisible = new RegExp(`(${kept})|${invisible}`, "gu");

/** Without unprintable characters except those that join letters and emoji. */
export function withoutInvisible(typed: string): string {
  return typed.replace(keptOrInvisible, (_, printed: string | undefined) => printed ?? "");
}

/** One line without them. */
export function tidyLine(typed: string): string {
  return withoutInvisible(typed)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The text up to its first invisible character; those that join letters and emoji don't end it. */
export function visibleStart(text: string): string {
  for (const found of text.matchAll(keptOrInvisible))
    if (found[1] === undefined) return text.slice(0, found.index);
  return text;
}
