import { env } from "~/platform/env.server";

const { origin } = new URL(env.APP_URL);

/** In characters. Our longest path holds a signed token; matching 15,000 slashes took 19 ms and 6 MB. */
const longestPath = 2_048;

/**
 * Normalized: dots are resolved, and any host is dropped. Null for targets that no page has: "*", overlong paths,
 * broken percent-encoding, NUL, and control characters or backslashes in the path, which the router would read as
 * slashes.
 */
export function readTarget(target: string): { path: string; search: string } | null {
  const isAbsolute = /^https?:\/\//i.test(target);
  if (!isAbsolute && !target.startsWith("/")) return null;
  try {
    const url = new URL(isAbsolute ? target : origin + target);
    if (url.pathname.length > longestPath) return null;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
    if (/[\\\u0000-\u001f\u007f]/.test(decodeURIComponent(url.pathname))) return null;
    // PostgreSQL text can't contain NUL, and some pages search for what's in the query.
    if (url.search.includes("%00")) return null;
    // Before single fetch, this parameter requested one route's data. No client uses it now.
    if (/_data|%/.test(url.search) && url.searchParams.has("_data")) url.searchParams.delete("_data");
    return { path: url.pathname, search: url.search };
  } catch {
    return null;
  }
}
