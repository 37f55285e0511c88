/** The path in a parameter of a page's URL. Undefined if it's missing or unusable. */
export function wayOn(request: Request, parameter = "redirectTo"): string | undefined {
  return safePath(new URL(request.url).searchParams.get(parameter), "") || undefined;
}

/**
 * A path on this site, or the fallback. Rejects other origins, protocol-relative URLs, and backslashes and control
 * characters, which browsers may read as either.
 */
export function safePath(target: string | null | undefined, fallback: string): string {
  if (!target?.startsWith("/") || target.startsWith("//") || target.length > 2000) return fallback;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
  if (/[\\\u0000-\u0020\u007f]/.test(target)) return fallback;
  const url = new URL(target, "http://matchcut.invalid");
  // '/..//evil.example' is a path only until its dots are resolved.
  if (url.host !== "matchcut.invalid" || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
