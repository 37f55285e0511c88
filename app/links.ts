/** Characters. */
export const longestLink = 2000;

/**
 * Only http(s); https:// is added if there is no scheme. '' stays ''. Null for anything else, and for addresses with
 * credentials, which hide where they lead.
 */
export function safeLink(typed: string): string | null {
  const text = typed.trim();
  if (!text) return "";
  // 'example.com:8080' has a port; 'mailto:someone' has a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  if (hasScheme && !/^https?:\/\//i.test(text)) return null;
  if (/\s/.test(text)) return null;
  // '@kim.cuts' is a handle, not the host kim.cuts; the parser drops an empty user name.
  if (/^(?:https?:)?[\\/]*[^\\/?#]*@/i.test(text)) return null;
  const address = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!url.hostname.includes(".") || url.username || url.password) return null;
  return url.href.length <= longestLink ? url.href : null;
}
