// Checks texts of one line that reach mails and other people's pages. No lookbehind: Safari before 16.4 has none.

/** Joins letters; scripts that are written joined need it. */
const joined =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Tibetan}\\p{Script=Myanmar}\\p{Script=Khmer}]";
const emoji = "\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]*";
const kept = [
  `${joined}[\\u200c\\u200d](?=${joined})`,
  `${emoji}(?:\\u200d${emoji})*`,
  "[0-9#*]\\ufe0f\\u20e3",
  "\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]",
].join("|");

/** Blank or invisible, marks of direction among them: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point */
const invisible = "[\\p{Default_Ignorable_Code_Point}\\p{Cs}\\u2800\\ufff9-\\ufffb]";
const keptOrInvisible = new RegExp(`(${kept})|${invisible}`, "gu");

/** One line, without unprintable characters except those that join letters and emoji. */
export function tidyLine(typed: string): string {
  return typed
    .replace(keptOrInvisible, (_, printed: string | undefined) => printed ?? "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
