import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { formKind, readableBytes, tooLargeWords } from "~/http/form.server";
import { env, isProduction } from "~/platform/env.server";
import { logSecurity } from "~/platform/security-log.server";
import { sendPlainPage } from "./plain-page.server";
import type { Exchange } from "./request-start.server";
import type { RouteNeeds } from "./route-table.server";

/**
 * Refuses cross-site, oversized or non-POST writes, and returns whether it did. Remix's own check skips routes without
 * a page and responds to a malformed origin with an empty 500.
 */
export function refuseCrossSiteWrites(exchange: Exchange, needs: RouteNeeds): boolean {
  const { request, response, context, givenHost } = exchange;
  if (request.method === "GET" || request.method === "HEAD") return false;
  const refuse = (page: { status: number; title: string; text: string }) => {
    refuseBody(request, response, { ...page, reference: context.requestId });
    return true;
  };
  if (request.method !== "POST" && !needs.methods.includes(request.method ?? "")) {
    response.setHeader("Allow", ["GET", "HEAD", "POST", ...needs.methods].join(", "));
    return refuse({
      status: 405,
      title: "You can't do that here",
      text: "Please use the links and forms on the page.",
    });
  }
  const ours = [new URL(env.APP_URL).origin, ...(isProduction ? [] : [`http://${givenHost}`])];
  const verdict = needs.isWebhook ? "same" : checkOrigin(request.headers, ours);
  if (verdict === "foreign") {
    logSecurity({ event: "csrf-refused", why: "foreign-origin" }, context.clientAddress);
    return refuse({
      status: 403,
      title: "This form came from another site",
      text: "Please open the page on Matchcut and send the form again.",
    });
  }
  context.needsFormToken = verdict === "unknown";
  // Remix would respond to a malformed or "null" origin with an empty 500.
  delete request.headers.origin;
  const length = Number(request.headers["content-length"]);
  if (!Number.isFinite(length) || request.headers["content-length"] === undefined) {
    if (request.headers["transfer-encoding"] === undefined) return false;
    return refuse({
      status: 411,
      title: "We couldn't tell how long that form is",
      text: "Please send it again.",
    });
  }
  const isUrlencoded = formKind(request.headers["content-type"]) === "urlencoded";
  const limit = isUrlencoded ? Math.min(needs.bodyLimit, readableBytes) : needs.bodyLimit;
  if (length <= limit) return false;
  const words = limit === needs.bodyLimit ? needs.bodyLimitWords : undefined;
  return refuse({ status: 413, ...tooLargeWords, ...(words && { text: words }) });
}

/** Discards the rest of the body, so the browser shows the page instead of a reset connection. */
function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  page: Parameters<typeof sendPlainPage>[1],
) {
  request.resume();
  sendPlainPage(response, { ...page, headers: { Connection: "close" } });
}

type OriginVerdict = "same" | "unknown" | "foreign";

/**
 * OWASP CSRF Prevention: Fetch Metadata, then Origin. "unknown" means that the browser sent neither header, so the form
 * needs its token.
 * @param ourOrigins without a trailing slash
 */
export function checkOrigin(headers: IncomingHttpHeaders, ourOrigins: readonly string[]): OriginVerdict {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" ? "same" : "foreign";
  const origin = headers.origin;
  if (origin === undefined) return "unknown";
  return ourOrigins.includes(origin) ? "same" : "foreign";
}
