import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type express from "express";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

/**
 * Gives a request its id, its line in the log and its load context, and makes one origin of whatever a proxy or a
 * client claims: behind here the host is the configured one.
 */
export function beginRequest(request: express.Request, response: express.Response): void {
  const requestId = randomUUID().slice(0, 13);
  const started = process.hrtime.bigint();
  response.setHeader("X-Request-Id", requestId);
  response.on("finish", () => {
    const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
    log.info({
      requestId,
      method: request.method,
      path: loggedPath(request.path),
      status: response.statusCode,
      ms: Math.round(milliseconds),
    });
  });
  response.locals.givenHost = request.headers.host ?? "";
  delete request.headers["x-forwarded-host"];
  delete request.headers["x-keep-page"];
  request.headers.host = new URL(env.APP_URL).host;
  response.locals.load = {
    requestId,
    clientAddress: request.ip ?? "unknown",
    needsFormToken: false,
  } satisfies AppLoadContext;
}

/** Ids and one-time tokens stay out of the log. */
function loggedPath(path: string): string {
  return path
    .replace(/^\/recover\/[^/]+/, "/recover/:token")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ":id")
    .slice(0, 120);
}

/** The load context of a request that has begun. */
export function loadContextOf(response: express.Response): AppLoadContext {
  return response.locals.load as AppLoadContext;
}

/** The Host header as it came. */
export function givenHostOf(response: express.Response): string {
  return response.locals.givenHost as string;
}
