import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import sirv from "sirv";
import { workerPath } from "~/offline-words";
import { log } from "~/platform/log.server";

/** Vite or sirv. Calls `next` for requests that it doesn't handle. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Documents that the build generates for downloading. */
const downloads = "/downloads/";
const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/**
 * Hashed files are cached forever, and others for an hour. Both are stored compressed. The folder is read at startup.
 * If a file has disappeared since then, as when a deployment replaces the folder, only requests for that file fail.
 */
export function staticFiles(folder: string): Middleware {
  const hashed = sirv(resolve(folder, "assets"), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: 31_536_000,
    etag: false,
    setHeaders: (response, path) => {
      // Pages show their own ID, so that people can quote it. The log still has the file's.
      response.removeHeader("X-Request-Id");
      // Fonts under ASSETS_URL have a different origin than the pages that use them. Nothing else there is read with CORS.
      if (path.endsWith(".woff2")) response.setHeader("Access-Control-Allow-Origin", "*");
    },
  });
  const plain = sirv(folder, {
    brotli: true,
    gzip: true,
    maxAge: 3_600,
    etag: true,
    setHeaders: (response, path) => {
      // Without this, a browser would use an old worker for an hour after a deployment.
      if (path === workerPath) response.setHeader("Cache-Control", "no-cache");
      if (!path.startsWith(downloads)) return;
      response.setHeader("Content-Disposition", `attachment; filename="${path.slice(downloads.length)}"`);
      // sirv doesn't know this type.
      if (path.endsWith(".docx")) response.setHeader("Content-Type", wordType);
    },
  });
  return (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    const whole = request.url ?? "/";
    // sirv either starts sending the file right away or calls `next`. Without a listener, the stream's error would
    // crash the process.
    const guard = (file: Readable) =>
      file.once("error", (error) => {
        log.error({ error }, "couldn't read a static file");
        response.destroy();
      });
    response.once("pipe", guard);
    const leave = () => {
      response.off("pipe", guard);
      request.url = whole;
      next();
    };
    if (!whole.startsWith("/assets/")) return plain(request, response, leave);
    request.url = whole.slice("/assets".length);
    hashed(request, response, leave);
  };
}
