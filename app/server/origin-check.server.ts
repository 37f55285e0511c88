import type { IncomingHttpHeaders } from "node:http";

export type OriginVerdict = "same" | "unknown" | "foreign";

/**
 * Where an unsafe request comes from (OWASP CSRF Prevention: Fetch Metadata, then Origin).
 * 'same': a page of ours sent it. 'unknown': the browser says nothing, so the form must carry its token.
 * @param ourOrigins the origins that count as ours, without a trailing slash
 */
export function judgeOrigin(headers: IncomingHttpHeaders, ourOrigins: readonly string[]): OriginVerdict {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" ? "same" : "foreign";
  const origin = headers.origin;
  if (origin === undefined) return "unknown";
  return ourOrigins.includes(origin) ? "same" : "foreign";
}
