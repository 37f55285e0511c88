// Cleans up texts that reach emails and other people's pages. Doesn't use lookbehind, which Safari before 16.4 doesn't
// support.

/** Letters of scripts where an invisible joiner between two letters matters. */
const joined =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Tibetan}\\p{Script=Myanmar}\\p{Script=Khmer}]";
/** Tags end the flags of England, Scotland and Wales. */
const emoji =
  "\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]*(?:[\\u{e0020}-\\u{e007e}]+\\u{e007f})?";
/** Signs that remove a letter's vowel. A joiner after one changes how the letter looks, even at the end of a word. */
const virama = "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]";
const kept = [
  `${virama}[\\u200c\\u200d]`,
  // Vowel marks may come before the joiner. Many of them are also in `joined`, so without a limit, 20,000 in a row took
  // 13 seconds.
  `${joined}\\p{M}{0,8}[\\u200c\\u200d](?=${joined})`,
  "\\p{Script=Mongolian}[\\u180b-\\u180f]",
  `${emoji}(?:\\u200d${emoji})*`,
  "[0-9#*]\\ufe0f\\u20e3",
  "\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]",
].join("|");

/**
 * Characters that show nothing, including direction marks. Unicode's property leaves out the Braille blank, the anchors
 * of annotations and objects, a music note without a head, hieroglyph and Khitan blanks, and noncharacters:
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const ignorable =
  "\\p{Default_Ignorable_Code_Point}\\p{Cs}\\u2800\\ufff9-\\ufffc\\u{1d159}\\u{13441}\\u{13442}\\u{16fe4}\\p{Noncharacter_Code_Point}";
const invisible = `[${ignorable}]`;
const keptOrInvisible = new RegExp(`(${kept})|${invisible}`, "gu");

/** The text without unprintable characters, except for those that join letters and emoji. */
export function withoutInvisible(typed: string): string {
  return typed.replace(keptOrInvisible, (_, printed: string | undefined) => printed ?? "");
}

// An emoji may be newer than the server's tables, which treat it as unassigned.
const drawn = new RegExp(`[^\\s\\p{C}\\p{Z}${ignorable}]|\\p{Extended_Pictographic}`, "u");

/** More characters than any name, line, link, address, password or code may have. */
const longestNormalized = 4_000;

/**
 * Text that's too long for any field that's normalized stays as it is: sorting 60 KB of combining marks took a second.
 */
export function normalized(typed: string, form: "NFC" | "NFKC" = "NFC"): string {
  return typed.length > longestNormalized ? typed : typed.normalize(form);
}

/** The digits of any script are consecutive: https://www.unicode.org/reports/tr44/#Numeric_Type_Decimal */
function plainDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}

/** With the digits of any keyboard, such as full-width, Arabic, Persian, Devanagari or Thai ones, as 0 to 9. */
export const withPlainDigits = (typed: string) => typed.replace(/\p{Nd}/gu, plainDigit);

/** Whether any of the text is visible. */
export function isVisible(text: string): boolean {
  return drawn.test(text);
}

/** The text, trimmed and with one character per line break. Empty if none of it is visible. */
export function tidyText(typed: string): string {
  const text = typed.replace(/\r\n?/g, "\n").trim();
  return isVisible(text) ? text : "";
}

/** Like `tidyText`, on a single line. */
export function tidyLine(typed: string): string {
  return withoutInvisible(typed)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The text up to its first invisible character. Characters that join letters and emoji don't end it. */
export function visibleStart(text: string): string {
  for (const character of text.matchAll(keptOrInvisible))
    if (character[1] === undefined) return text.slice(0, character.index);
  return text;
}

const addressDot = /([^\s.])([.\u2024\u3002\ufe52\uff0e\uff61])(?=\p{L})/gu;
const dottedDigits = /\d[\d.]*/g;
const networkAddress = /\d(?:\.\d+){3}/;

/**
 * A name or title for emails, on a single line. Adds spaces to anything that looks like a URL, so that mail clients
 * don't make it a link: 'Frame.io' becomes 'Frame. io'.
 */
export function unlinked(text: string): string {
  const parted = tidyLine(text)
    .replace(/:?[/\\]{2,}/g, " ")
    .replace(addressDot, "$1$2 ")
    .replace(dottedDigits, (digits) => (networkAddress.test(digits) ? digits.replaceAll(".", ". ") : digits))
    .replace(/(\S)([@\uff20])(?=\S)/g, "$1$2 ")
    .replace(/([\p{L}+-]:)(?=[\p{L}\p{N}+/?[])/gu, "$1 ");
  return tidyLine(parted);
}

/** Escapes text for HTML and XML, within elements and attributes. */
export const escapeMarkup = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
