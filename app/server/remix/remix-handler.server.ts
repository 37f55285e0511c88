import type { IncomingMessage, ServerResponse } from "node:http";
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from "@remix-run/node";
import { answerWithin } from "~/platform/database-pools.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { sendPlainPage } from "~/server/plain-page.server";
import { type Exchange, forgetRequest } from "~/server/request-start.server";
import type { RouteNeeds } from "~/server/route-table.server";
import { keepFailedForms } from "./failed-actions.server";
import { createRouteSubsetHandler } from "./route-subset.server";

const { origin } = new URL(env.APP_URL);

/**
 * Runs Remix behind node:http as its own adapters do, but writes a page that is there in one piece at once
 * (`takeBody`), not through the Response's stream: 0.05 ms less a page.
 */
export function createRemixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): (exchange: Exchange, needs: RouteNeeds) => Promise<void> {
  const handle =
    typeof build === "function"
      ? createRequestHandler(async () => keepFailedForms(await build()), mode)
      : createRouteSubsetHandler(withoutManifest(keepFailedForms(build)), mode);
  return async ({ request, response, context }, needs) => {
    let whole: Buffer | string | undefined;
    context.takeBody = (body) => {
      whole = body;
    };
    const rendering = handle(requestOf(request, response, needs), context);
    const answer = await (mode === "production" ? inTime(rendering, request) : rendering);
    if (!answer) return sendLatePage(response, context.requestId);
    response.statusMessage = answer.statusText;
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) response.appendHeader(name, value);
    if (context.keepOpen && !whole && answer.status === 200 && request.method === "GET") {
      forgetRequest(request);
      context.keepOpen(response);
    } else if (answer.body) await writeReadableStreamToWritable(answer.body, response);
    else response.end(request.method === "HEAD" ? undefined : whole);
  };
}

/** Pages name every route to the browser, so nobody asks for some; a made-up question of 3,700 paths costs much to answer. */
const withoutManifest = (build: ServerBuild): ServerBuild => ({
  ...build,
  future: { ...build.future, v3_lazyRouteDiscovery: false },
});

/** Null for an answer that is not there some seconds after the request was: whatever it waits for, its sender need not. */
async function inTime(answer: Promise<Response>, request: IncomingMessage): Promise<Response | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    // An upload may take its time to arrive; Node ends one that takes for ever.
    const check = () => {
      if (request.complete) done(null);
      else timer = setTimeout(check, answerWithin);
    };
    timer = setTimeout(check, answerWithin);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}

function sendLatePage(response: ServerResponse, reference: string): void {
  log.warn({ requestId: reference }, "answered before the work was done");
  sendPlainPage(response, {
    status: 503,
    title: "We'll be right back",
    text: "This takes longer than it should. Please look whether it arrived, and try again in a few seconds.",
    reference,
    headers: { "Retry-After": "5" },
  });
}

/**
 * What every route and Remix read. A browser sends three times as many, and Remix copies them twice for each loader:
 * 0.09 ms less a page of three loaders.
 */
const readHeaders = [
  "accept-encoding",
  "content-length",
  "content-type",
  "cookie",
  "host",
  "origin",
  "save-data",
  "sec-fetch-site",
  "user-agent",
];

/** The host is the configured one by now. */
function requestOf(request: IncomingMessage, response: ServerResponse, needs: RouteNeeds): Request {
  const headers: [string, string][] = [];
  for (const name of needs.readsHeaders.length > 0 ? [...readHeaders, ...needs.readsHeaders] : readHeaders) {
    const value = request.headers[name];
    if (typeof value === "string") headers.push([name, value]);
  }
  const { method = "GET" } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(origin + request.url, {
    method,
    headers,
    ...(hasBody && {
      body: unreadBody(request),
      duplex: "half",
      signal: leavingOf(response),
    }),
  });
}

/** A body that nobody takes from the socket before a route reads it; what is left unread then, node lets run off. */
function unreadBody(request: IncomingMessage): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= createReadableStreamFromReadable(request).getReader();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => reader?.cancel(),
    },
    { highWaterMark: 0 },
  );
}

/** Tells a door that reads a body that its sender has left. */
function leavingOf(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
