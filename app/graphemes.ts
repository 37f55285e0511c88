// Treats each character that a reader sees as a single one: 👩‍💻, कि, and é made of two code points.

/** Firefox before 125 doesn't have `Intl.Segmenter`, so code points are used there instead. */
const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("en", { granularity: "grapheme" }) : null;

export function graphemesOf(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

/** Longer than any character that people write. */
const longest = 64;

export function firstGrapheme(text: string): string {
  return graphemesOf(text.slice(0, longest))[0] ?? "";
}

/**
 * With a capital first letter, unless that's longer, as in "SS" for "ß". Georgian capitals are only for words set all in
 * capitals, and many fonts don't have them.
 */
export function capitalized(text: string): string {
  const first = firstGrapheme(text);
  const capital = first.toUpperCase();
  const isOne = capital.length === first.length && !/\p{Script=Georgian}/u.test(first);
  return isOne ? capital + text.slice(first.length) : text;
}

/** The beginning of the text, at most `most` code units long, without splitting a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const whole = segmenter?.segment(text.slice(0, most + longest)).containing(most)?.index ?? 0;
  if (whole > 0) return text.slice(0, whole);
  // A single endless character at the start of the text.
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** Shortens a text for a preview, at the end of a word if possible, and adds an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = cut(text, most);
  const [, words = ""] = /\s/.test(text.charAt(start.length)) ? [] : (/^(.*\S)\s+\S*$/s.exec(start) ?? []);
  return `${(words.length >= most / 2 ? words : start).trimEnd()}…`;
}
