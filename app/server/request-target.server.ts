import { env } from "~/platform/env.server";

const { origin } = new URL(env.APP_URL);

/**
 * The path and query of a request's target as everything behind reads them: dots resolved, whatever host it names
 * left out. Null for one that no page can have: '*', broken percent-encoding, NUL, and in its path control characters or
 * backslashes, which the router would take for slashes.
 */
export function readTarget(target: string): { path: string; search: string } | null {
  const isAbsolute = /^https?:\/\//i.test(target);
  if (!isAbsolute && !target.startsWith("/")) return null;
  try {
    const url = new URL(isAbsolute ? target : origin + target);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
    if (/[\\\u0000-\u001f\u007f]/.test(decodeURIComponent(url.pathname))) return null;
    // PostgreSQL takes no NUL in a text, and a query's texts are searched for.
    if (url.search.includes("%00")) return null;
    // Remix before single fetch asked for one route's data with it; nobody does any more.
    if (url.searchParams.has("_data")) url.searchParams.delete("_data");
    return { path: url.pathname, search: url.search };
  } catch {
    return null;
  }
}
