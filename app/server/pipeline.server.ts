import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { readAfterOwnWrites } from "~/http/last-write.server";
import { paths } from "~/paths";
import { pingDatabase } from "~/platform/database-pools.server";
import { log } from "~/platform/log.server";
import { sitePaths } from "~/site-paths";
import { refuseCrossSiteWrites } from "./csrf-check.server";
import { answerEventStream } from "./event-stream.server";
import { sendPlainPage } from "./plain-page.server";
import { limitReceiving } from "./receive-limit.server";
import { createRemixHandler } from "./remix/remix-handler.server";
import { beginRequest, type Exchange } from "./request-start.server";
import type { RouteTable } from "./route-table.server";
import { securityHeaders } from "./security-headers.server";
import { type Middleware, staticFiles } from "./static-files.server";

export interface AppOptions {
  /** Remix's build. In development, it's rebuilt for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  /** Null if Vite serves static files. */
  clientFolder: string | null;
  vite?: Middleware;
}

const neverStored = "private, no-store";

/** Uses plain node:http, because Express took four times as long for the same bytes. */
export function createApp(
  options: AppOptions,
  table: RouteTable,
  isDraining: () => boolean,
): RequestListener {
  const middlewares = [
    ...(options.vite ? [options.vite] : []),
    ...(options.clientFolder ? [staticFiles(options.clientFolder)] : []),
  ];
  const headers = headersFor(options.mode);
  const sendPage = createRemixHandler(options.build, options.mode);

  async function answer(exchange: Exchange) {
    const { request, response, path } = exchange;
    if (path === sitePaths.health()) return answerHealth(response, isDraining());
    for (const middleware of path === null ? [] : middlewares) {
      // Static files have an extension, but Vite's modules may not.
      if (options.vite || path?.includes(".")) await passThrough(middleware, request, response);
    }
    for (const [name, value] of headers) response.setHeader(name, value);
    // The default for responses that don't say how they may be cached.
    response.setHeader("Cache-Control", neverStored);
    if (path === null) return answerUnreadable(exchange);
    if (!table.isIndexed(path)) response.setHeader("X-Robots-Tag", "noindex");
    const needs = table.needsOf(path);
    limitReceiving(exchange, needs.isUpload);
    if (refuseCrossSiteWrites(exchange, needs)) return;
    if (path === paths.live()) return answerEventStream(exchange);
    await readAfterOwnWrites(request, () => sendPage(exchange, needs));
  }
  return (request, response) => {
    const exchange = beginRequest(request, response, table);
    answer(exchange).catch((error: unknown) => answerFailure(error, exchange));
  };
}

/** Never resolves if the middleware responds. */
function passThrough(middleware: Middleware, request: IncomingMessage, response: ServerResponse) {
  return new Promise<void>((done, failed) => {
    middleware(request, response, (error) => (error ? failed(error) : done()));
  });
}

/** Responds with 200 while the database responds and the process isn't stopping. */
async function answerHealth(response: ServerResponse, isDraining: boolean): Promise<void> {
  const answers = pingDatabase().then(
    () => true,
    () => false,
  );
  const healthy = !isDraining && (await answers);
  response.writeHead(healthy ? 200 : 503, { "Content-Type": "text/plain", "Cache-Control": "no-store" });
  response.end(healthy ? "ok" : "unavailable");
}

/** No CSP in development, because Vite's inline scripts need to run. */
function headersFor(mode: AppOptions["mode"]): [string, string][] {
  return [...securityHeaders].filter(
    ([name]) => mode === "production" || name.toLowerCase() !== "content-security-policy",
  );
}

function answerUnreadable({ request, response, context }: Exchange) {
  request.resume();
  sendPlainPage(response, {
    status: 400,
    title: "We can't read that address",
    text: "Please check it and try again.",
    reference: context.requestId,
  });
}

function answerFailure(error: unknown, { response, context }: Exchange) {
  const reference = context.requestId;
  if (response.headersSent) return response.destroy();
  log.error({ err: error, requestId: reference }, "request failed outside Remix");
  sendPlainPage(response, {
    status: 500,
    title: "Something went wrong",
    text: "Please try again.",
    reference,
  });
}
