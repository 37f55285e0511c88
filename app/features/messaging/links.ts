/** A piece of a message: plain text, or an address as it was typed and where it leads. */
export type Piece = string | { label: string; href: string };

const longestAddress = 2000;

/**
 * What may be an address: http or https and everything up to a blank, a quote, an angle bracket, or a sign that
 * is not to be seen (such as the one that turns the direction of writing round). Not in the middle of a word.
 */
const candidate = /(?<![\p{L}\p{N}_])https?:\/\/[^\s"'`<>\p{C}]+/giu;

/**
 * A message as text and links. Only http and https become links, and of these only what leads where it seems to:
 * an address with a user name in it stays text.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(candidate)) {
    const label = withoutClosing(found[0]);
    const href = safeHref(label);
    if (!href) continue;
    if (found.index > from) pieces.push(text.slice(from, found.index));
    pieces.push({ label, href });
    from = found.index + label.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

const openings = { ")": "(", "]": "[", "}": "{" };

/** The sentence's own signs at the end are no part of an address; a bracket is, where it was opened in it. */
function withoutClosing(address: string): string {
  const count = (sign: string) => address.split(sign).length - 1;
  const unopened = new Map(
    Object.entries(openings).map(([closing, opening]) => [closing, count(closing) - count(opening)]),
  );
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    if (/[.,;:!?…*_~]/.test(last)) continue;
    const left = unopened.get(last) ?? 0;
    if (left <= 0) break;
    unopened.set(last, left - 1);
  }
  return address.slice(0, end);
}

function safeHref(address: string): string | null {
  if (address.length > longestAddress || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (url.username || url.password || address.split(/[/\\]/)[2]?.includes("@")) return null;
  return url.href;
}
