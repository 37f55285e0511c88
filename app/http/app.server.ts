import { resolve } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import sirv from "sirv";
import { pingDatabase } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { createPageHandler } from "./page-handler.server";
import { sendPlainPage } from "./plain-page.server";
import { beginRequest, loadContextOf } from "./request-start.server";
import { securityHeaders } from "./security-headers.server";
import { refuseForeignWrites } from "./write-check.server";

export interface AppOptions {
  /** Remix's build, or a function that makes it anew for each request (development). */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  /** The folder of static files; null where Vite serves them. */
  clientFolder: string | null;
  /** Vite's middleware, in development. */
  vite?: express.RequestHandler;
}

/** What stands in front of Remix: the request's id, health, static files, headers, and the check of writes. */
export function createApp(options: AppOptions, isDraining: () => boolean): express.Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use((request, response, next) => {
    beginRequest(request, response);
    next();
  });
  app.get("/healthz", healthOf(isDraining));
  if (options.vite) app.use(options.vite);
  if (options.clientFolder) app.use(staticFiles(options.clientFolder));
  app.use(addHeaders(options.mode));
  app.use(refuseForeignWrites);
  app.all("*", createPageHandler(options.build, options.mode));
  app.use(answerFailure);
  return app;
}

/** 200 only while the database answers and the process is not on its way out. */
function healthOf(isDraining: () => boolean): express.RequestHandler {
  return async (_request, response) => {
    const answers = pingDatabase().then(
      () => true,
      () => false,
    );
    const healthy = !isDraining() && (await answers);
    response
      .status(healthy ? 200 : 503)
      .type("text/plain")
      .set("Cache-Control", "no-store")
      .send(healthy ? "ok" : "unavailable");
  };
}

/** In development Vite's own inline scripts need to run, so the policy for scripts is left out. */
function addHeaders(mode: AppOptions["mode"]): express.RequestHandler {
  const headers = [...securityHeaders].filter(
    ([name]) => mode === "production" || name.toLowerCase() !== "content-security-policy",
  );
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** Hashed files may be kept for ever, the others for an hour; both lie there compressed. */
function staticFiles(folder: string) {
  const hashed = sirv(resolve(folder, "assets"), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: 31_536_000,
    etag: false,
  });
  const plain = sirv(folder, { brotli: true, gzip: true, maxAge: 3_600, etag: true });
  return express
    .Router()
    .use("/assets", hashed)
    .use((request, response, next) => {
      if (request.method !== "GET" && request.method !== "HEAD") return next();
      plain(request, response, next);
    });
}

/** For what fails outside Remix: an address that cannot be read is the client's, all else is ours. */
function answerFailure(
  error: unknown,
  _request: express.Request,
  response: express.Response,
  _next: express.NextFunction,
) {
  const reference = loadContextOf(response)?.requestId;
  if (response.headersSent) return response.destroy();
  const status = Number((error as { status?: unknown } | null)?.status);
  if (status >= 400 && status < 500) {
    return sendPlainPage(response, {
      status,
      title: "That address cannot be read",
      text: "Please check it and try again.",
      reference,
    });
  }
  log.error({ err: error, requestId: reference }, "request failed outside Remix");
  sendPlainPage(response, {
    status: 500,
    title: "Something went wrong",
    text: "Please try again.",
    reference,
  });
}
