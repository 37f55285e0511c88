import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { countRequest } from "~/platform/metrics.server";
import { readTarget } from "./request-target.server";
import type { RouteTable } from "./route-table.server";

const unreadable = "unreadable";

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The path without the query. Null if it's malformed. */
  path: string | null;
  context: AppLoadContext;
  /** The host as the client or a proxy sent it. */
  givenHost: string;
}

const host = new URL(env.APP_URL).host;

/**
 * Sets up the request's ID, log line and load context. The configured host replaces anything that a proxy or client
 * claims.
 */
export function beginRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { loggedPath, routeOf }: Pick<RouteTable, "loggedPath" | "routeOf">,
): Exchange {
  const requestId = randomUUID().slice(0, 13);
  const started = process.hrtime.bigint();
  const target = readTarget(request.url ?? "");
  const path = target?.path ?? null;
  if (target) request.url = target.path + target.search;
  response.setHeader("X-Request-Id", requestId);
  response.on("finish", () => {
    const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
    countAnswer(response, path === null ? unreadable : routeOf(path), context.keepOpen ? null : milliseconds);
    log.info({
      requestId,
      method: request.method,
      path: path === null ? unreadable : loggedPath(path),
      status: response.statusCode,
      ms: Math.round(milliseconds),
    });
  });
  const givenHost = request.headers.host ?? "";
  delete request.headers["x-forwarded-host"];
  delete request.headers["x-keep-page"];
  request.headers.host = host;
  const context: AppLoadContext = {
    requestId,
    clientAddress: clientAddressOf(request),
    needsFormToken: false,
    hasArrived: () => request.complete,
  };
  return { request, response, path, context, givenHost };
}

/** @param milliseconds null for an event stream, which isn't a slow page */
function countAnswer(response: ServerResponse, route: string, milliseconds: number | null): void {
  const isStream = String(response.getHeader("Content-Type")).startsWith("text/event-stream");
  // Files, health checks and streams have no route.
  const isInFront = route === "not-found" && response.statusCode < 400;
  const seconds = isStream || milliseconds === null ? null : milliseconds / 1000;
  countRequest(isInFront ? "in-front" : route, response.statusCode, seconds);
}

/** Frees the request's headers while its response stays open, because there may be thousands of those. */
export function forgetRequest(request: IncomingMessage): void {
  request.headers = {};
  request.rawHeaders = [];
}

/** Each trusted proxy appends the address that called it. The outermost one is the client's. */
function clientAddressOf(request: IncomingMessage): string {
  const near = request.socket.remoteAddress ?? "unknown";
  if (env.TRUST_PROXY === 0) return near;
  const claimed = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const hops = [
    near,
    ...claimed
      .map((address) => address.trim())
      .filter(Boolean)
      .reverse(),
  ];
  return hops[Math.min(env.TRUST_PROXY, hops.length - 1)] ?? near;
}
