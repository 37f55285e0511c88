import endings from "tlds" with { type: "json" };
import { withoutInvisible } from "./lines";

/** In characters. */
export const longestLink = 2000;

/**
 * The link, if it's http(s). Adds https:// if there's no scheme. '' stays ''. Null for anything else, and for URLs that
 * hide where they go because they contain credentials or an IP address in an unusual notation. A link without a
 * scheme needs a real top-level domain: 'kim.cuts' is a handle. With https://, any domain is accepted, because it may
 * be newer than our list. Drops invisible characters, such as a mark that was copied along with a URL.
 */
export function safeLink(typed: string): string | null {
  const text = withoutInvisible(typed).trim();
  if (!text) return "";
  if (text.length > longestLink) return null;
  // 'example.com:8080' has a port; 'mailto:someone' has a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  if (hasScheme && !/^https?:\/\//i.test(text)) return null;
  if (/\s/.test(text)) return null;
  // '@kim.cuts' is a handle, not the host kim.cuts; the parser drops an empty user name.
  if (/^(?:https?:)?[\\/]*[^\\/?#]*@/i.test(text)) return null;
  const address = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const labels = url.hostname.replace(/\.$/, "").split(".");
  if (labels.length < 2 || labels.includes("") || url.username || url.password) return null;
  if (hidesNetworkAddress(url, text)) return null;
  if (!hasScheme && !isRealEnding(labels.at(-1) ?? "")) return null;
  return url.href.length <= longestLink ? url.href : null;
}

/** The parser reads '1.5' as 1.0.0.5, and '3221226219' as 192.0.2.235. */
export function hidesNetworkAddress({ hostname }: URL, typed: string): boolean {
  const [, host] = /^(?:https?:)?[\\/]*([^\\/?#:]*)/i.exec(typed) ?? [];
  return /^[\d.]+$/.test(hostname) && host?.replace(/\.$/, "") !== hostname;
}

let realEndings: Set<string> | undefined;

/** Built on first use, because most pages never call this and shouldn't pay for the list. */
function isRealEnding(label: string): boolean {
  realEndings ??= new Set(endings.map((ending) => new URL(`https://a.${ending}`).hostname.slice(2)));
  return realEndings.has(label);
}
