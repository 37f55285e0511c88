import { REBuilder } from "linkify-it";
import { visibleStart } from "~/lines";
import { hidesNetworkAddress, longestLink } from "~/links";

/** Plain text, or a link labeled with its URL as someone typed it. */
export type Piece = string | { label: string; href: string };

/** Punctuation that's part of a word if a letter follows, as in "Hatfield–McCoy", "it’s" and "スター・ウォーズ". */
const insideWords = "[\\u00b7\\u05be\\u05f3\\u05f4\\u0f0b\\u2010\\u2011\\u2013\\u2019\\u2027\\u30fb]";

class Builder extends REBuilder {
  /** Allows underscores in host names: https://sub_domain.example.com */
  override get_domain() {
    const letter = this.get_pseudo_letter().source;
    return new RegExp(`(?:${this.get_xn().source}|${letter}(?:(?:[-_]|${letter}){0,61}${letter})?)`);
  }
  override get_path_extra() {
    return new RegExp(`${insideWords}(?=${this.get_pseudo_letter().source})|`);
  }
}

/** Matches what follows the scheme. */
const afterScheme = new Builder({ urlAuth: true }).get_http_validator();

/** No URL continues past these characters, or past a comma or similar that's followed by another URL. */
const untilStop =
  /^(?:(?![,;|–—·•・](?:https?:\/\/|www\.))[^\s"`<>“”„«»‹›…\u3000-\u3004\u3008-\u301f！（），．：；？｛｝［］])*/i;
const beginning = /https?:\/\/|www\./gi;
/**
 * A Latin letter or digit before a URL makes it part of a word; letters of other scripts and emoji such as 1️⃣ don't.
 */
const wordBefore = /[\p{Script=Latin}\p{N}]\p{Mn}*_*$/u;
const hostBefore = /[\p{Script=Latin}\p{N}]\p{Mn}*[-_]*$|[@/\\.]$/u;

/**
 * Letters of scripts that don't put spaces between words, emoji, and other characters that don't occur in typed URLs.
 */
const unspaced =
  "(?![!-~])[\\p{S}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\p{Extended_Pictographic}]";
/** Matches if text follows without a space. */
const runsOn = new RegExp(
  `^(?:[!-~]*?[\\w~*-]|https?://[!-.0-~]+/(?=\\p{Script=Hiragana}))(?=${unspaced})`,
  "iu",
);

/**
 * In characters. Text is read more than once only where URLs follow each other without a space. Past this limit, the
 * rest isn't linked: 5,000 characters of such URLs took a second.
 */
const mostExamined = 10_000;

/**
 * Finds the links in some text. A URL begins at http(s):// or www. and ends where a reader would end it. A URL with a
 * user name stays text, because it can disguise where it goes.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let examined = 0;
  for (const { 0: prefix, index } of text.matchAll(beginning)) {
    if (index < from) continue;
    const [run = ""] = untilStop.exec(text.slice(index, index + longestLink + 1)) ?? [];
    examined += run.length;
    if (examined > mostExamined) break;
    const label = addressAt(text.slice(Math.max(0, index - 20), index), visibleStart(run), prefix);
    const href = label && hrefOf(label);
    if (!href) continue;
    if (index > from) pieces.push(text.slice(from, index));
    pieces.push({ label, href });
    from = index + label.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

const withScheme = (address: string) => (/^www\./i.test(address) ? `https://${address}` : address);

function addressAt(before: string, typed: string, prefix: string): string | null {
  const isHost = prefix.length === "www.".length;
  if ((isHost ? hostBefore : wordBefore).test(before)) return null;
  const closed = withoutClosing(typed, /[*_~|]+$/.exec(before)?.[0] ?? "");
  const full = withScheme(closed);
  const scheme = full.slice(0, full.indexOf("//"));
  afterScheme.lastIndex = scheme.length;
  const [rest] = afterScheme.exec(full) ?? [];
  if (!rest) return null;
  const address = withoutText(scheme + rest);
  // Keeps 'https://bank.example' from becoming a link in 'https://bank.example:pass@evil.example', no matter what
  // comes before the @. The link would also miss its target in 'https://example.com./a' and 'https://example.com:/a'.
  if (
    !/[/?#]/.test(address.slice(scheme.length + 2)) &&
    /^(?:[\w.~!$&'*+,;=:%-]*@|[.:]+\/)/.test(full.slice(address.length))
  )
    return null;
  const label = address.slice(full.length - closed.length);
  return (isHost ? /^www\.[^./?#:]+\.[^/?#:]*[^\d./?#:]/i : /^https?:\/\/(?:[^/?#]*\.|localhost|\[)/i).test(
    label,
  )
    ? label
    : null;
}

/** Drops the characters that close something opened before the URL: *https://…* */
function withoutClosing(typed: string, opened: string): string {
  const closing = [...opened].reverse().join("");
  const at = closing ? typed.lastIndexOf(closing) : -1;
  return at > 0 && !/[\p{L}\p{N}]/u.test(typed.slice(at + closing.length)) ? typed.slice(0, at) : typed;
}

function withoutText(address: string): string {
  const [start] = runsOn.exec(address) ?? [];
  const host = address.split(/[/?#]/)[2] ?? "";
  const isInHost = start !== undefined && start.length < address.indexOf(host) + host.length;
  // Inside a host such as 'abc日本.jp' and in the title of a wiki page, a URL may change scripts and continue.
  const goesOn =
    start === undefined ||
    (isInHost ? host.includes(".", start.length - address.indexOf(host)) : /\/wiki\//.test(start));
  return withoutPunctuation(goesOn ? address : start);
}

/** Reads from the end. A regular expression started over at each of 1,000 commas, and took 30 ms per message. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  for (;;) {
    if (/[.,;:!?|'’]/.test(address.charAt(end - 1))) end -= 1;
    else if (/['’]s/.test(address.slice(Math.max(0, end - 2), end))) end -= 2;
    else return address.slice(0, end);
  }
}

function hrefOf(label: string): string | null {
  const address = withScheme(label);
  if (address.length > longestLink || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (hidesNetworkAddress(url, address)) return null;
  return url.username || url.password || address.split(/[/\\?#]/)[2]?.includes("@") ? null : url.href;
}
