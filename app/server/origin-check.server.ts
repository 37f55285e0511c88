import type { IncomingHttpHeaders } from "node:http";

export type OriginVerdict = "same" | "unknown" | "foreign";

/**
 * OWASP CSRF Prevention: Fetch Metadata, then Origin. 'unknown': the browser sends neither header, so the form needs
 * its token.
 * @param ourOrigins without a trailing slash
 */
export function checkOrigin(headers: IncomingHttpHeaders, ourOrigins: readonly string[]): OriginVerdict {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" ? "same" : "foreign";
  const origin = headers.origin;
  if (origin === undefined) return "unknown";
  return ourOrigins.includes(origin) ? "same" : "foreign";
}
