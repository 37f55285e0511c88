/** Plain text, or a link with its address as typed. */
export type Piece = string | { label: string; href: string };

const longestAddress = 2000;

/**
 * http or https and everything up to white space, a quote, an angle bracket or an invisible character (such as the
 * right-to-left override). Not inside a word.
 */
const candidate = /(?<![\p{L}\p{N}_])https?:\/\/[^\s"'`<>\p{C}]+/giu;

/** An address with a user name in it stays text, because it can disguise where it leads. */
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

/** Strips closing punctuation, but not a bracket that the address opens. */
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
