import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from "@remix-run/node";
import type express from "express";
import { createNarrowedHandler } from "./narrow-build.server";
import { loadContextOf } from "./request-start.server";

/** Runs Remix behind Express as its own adapter does, but sends a body that is there in one piece in one write. */
export function createPageHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): express.RequestHandler {
  const handle =
    typeof build === "function" ? createRequestHandler(build, mode) : createNarrowedHandler(build, mode);
  return async (request, response, next) => {
    try {
      const context = loadContextOf(response);
      let whole: Buffer | string | undefined;
      context.takeBody = (body) => {
        whole = body;
      };
      const answer = await handle(requestOf(request, response), context);
      response.statusMessage = answer.statusText;
      response.status(answer.status);
      for (const [name, value] of answer.headers) response.append(name, value);
      if (answer.body) await writeReadableStreamToWritable(answer.body, response);
      else response.end(request.method === "HEAD" ? undefined : whole);
    } catch (error) {
      next(error);
    }
  };
}

/** The host is the configured one by now; the signal tells a door that nobody waits any more. */
function requestOf(request: express.Request, response: express.Response): Request {
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(`${request.protocol}://${request.headers.host}${request.originalUrl}`, {
    method: request.method,
    headers: Object.entries(request.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
    signal: leaving.signal,
    ...(hasBody ? { body: createReadableStreamFromReadable(request), duplex: "half" } : {}),
  });
}
