import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import {
  type ActionFunction,
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  createRequestHandler,
  data,
  type LoaderFunction,
  type ServerBuild,
} from "@remix-run/node";
import { databaseAway, onOurEnd } from "~/failure-words";
import { rememberWrite } from "~/http/last-write.server";
import { answerFailure, isAnswer, noteFailure, sessionEndedPage, withWritten } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { answerWithin } from "~/platform/database-pools.server";
import { SessionEnded } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { turnForChunk } from "~/server/chunk-turns.server";
import { plainPage, sendPlainPage } from "~/server/plain-page.server";
import { type Exchange, forgetRequest } from "~/server/request-start.server";
import type { RouteNeeds } from "~/server/route-table.server";
import { createRouteSubsetHandler } from "./route-subset.server";

const { origin } = new URL(env.APP_URL);

/**
 * Writes a finished page in one step (`takeBody`) instead of through the Response's stream, which saves 0.04 ms per
 * page.
 */
export function createRemixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): (exchange: Exchange, needs: RouteNeeds) => Promise<void> {
  const handle =
    typeof build === "function"
      ? createRequestHandler(async () => preserveFailedForms(await build()), mode)
      : createRouteSubsetHandler(withoutManifest(preserveFailedForms(build)), mode);
  return async ({ request, response, context }, needs) => {
    let whole: Buffer | string | undefined;
    context.takeBody = (body) => {
      whole = body;
    };
    const rendering = handle(requestOf(request, response), context);
    const answer = await (mode === "production" ? withinTimeout(rendering, request, needs) : rendering);
    if (!answer) return sendLatePage(response, context.requestId);
    for (const cookie of await rememberWrite(request)) response.appendHeader("Set-Cookie", cookie);
    response.statusMessage = answer.statusText;
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) {
      // A second policy wouldn't replace ours: browsers apply both.
      if (name === "cross-origin-resource-policy" || name === "content-security-policy")
        response.setHeader(name, value);
      else if (name !== "cache-control") response.appendHeader(name, value);
      // A refusal is never stored, no matter what the route sets for its usual response.
      else if (answer.status < 400) response.setHeader(name, value);
    }
    if (context.keepOpen && !whole && answer.status === 200 && request.method === "GET") {
      forgetRequest(request);
      context.keepOpen(response);
    } else if (answer.body) await sendBody(answer.body, response);
    else response.end(request.method === "HEAD" ? undefined : whole);
  };
}

/**
 * No client needs manifest requests, because pages contain the whole manifest. A forged request for 3,700 paths is
 * expensive.
 */
const withoutManifest = (build: ServerBuild): ServerBuild => ({
  ...build,
  future: { ...build.future, v3_lazyRouteDiscovery: false },
});

/** Long, because a form waits until its pictures have been scaled, which we do for one picture per member at a time. */
const uploadAnsweredWithin = 120_000;

/** Null after a few seconds, no matter what the response is waiting for. */
async function withinTimeout(
  answer: Promise<Response>,
  request: IncomingMessage,
  { isUpload }: RouteNeeds,
): Promise<Response | null> {
  const limit = isUpload ? uploadAnsweredWithin : answerWithin;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    // An upload may take longer, up to Node's own limit.
    const check = () => {
      if (request.complete) done(null);
      else timer = setTimeout(check, limit);
    };
    timer = setTimeout(check, limit);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}

function sendLatePage(response: ServerResponse, reference: string): void {
  log.warn({ requestId: reference }, "responded before the work was done");
  sendPlainPage(response, {
    status: 503,
    title: "We'll be right back",
    text: "This is taking longer than it should. Please check whether your change went through, and try again in a few seconds.",
    reference,
    headers: { "Retry-After": "5" },
  });
}

/**
 * How many milliseconds a client may go without reading anything. Node waits up to twice as long. A browser with a
 * paused video requests the rest later.
 */
const longestPause = 30_000;

/**
 * Sends a file, never faster than the client reads it. Remix's `writeReadableStreamToWritable` doesn't wait, so each
 * stalled client would hold a whole file in memory (checked with 2.17.5).
 */
async function sendBody(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  response.setTimeout(longestPause);
  try {
    await pipeline(Readable.fromWeb(body as WebStream), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

/** `request.url` is only a path here. The host is the configured one. */
function requestOf(request: IncomingMessage, response: ServerResponse): Request {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(request.headers)) {
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
      signal: disconnectSignal(response),
    }),
  });
}

/** How many bytes of a body arrive without waiting for a turn: more than any form without a file has. */
const unpaced = 256 * 1024;

/** Nothing is read from the connection before a route reads the body. Node discards the rest. */
function unreadBody(request: IncomingMessage): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let read = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= createReadableStreamFromReadable(request).getReader();
        const { done, value } = await reader.read();
        if (done) return controller.close();
        read += value.byteLength;
        if (read > unpaced) await turnForChunk();
        controller.enqueue(value);
      },
      cancel: () => reader?.cancel(),
    },
    { highWaterMark: 0 },
  );
}

/** For routes that read a body. */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

type Route = NonNullable<ServerBuild["routes"][string]>;

/** After an unexpected failure, every action keeps the form, as the route's `handle` specifies. */
function preserveFailedForms(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && withFailure(route)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function withFailure(route: Route): Route {
  const { loader, action, default: page, handle } = route.module;
  if (!page) return withPlainFailure(route);
  if (!action) return route;
  const failing: ActionFunction = async (args) => {
    try {
      return await action(args);
    } catch (error) {
      if (error instanceof SessionEnded) throw sessionEndedPage(args);
      if (isAnswer(error) || args.request.signal.aborted) throw withWritten(args, error);
      return answerFailure(args, error, (handle ?? {}) as RouteHandle);
    }
  };
  // After a refused form, the loader may find that its page is gone.
  const afterAction: LoaderFunction | undefined =
    loader &&
    (async (args) => {
      try {
        return await loader(args);
      } catch (error) {
        throw withWritten(args, error);
      }
    });
  return { ...route, module: { ...route.module, loader: afterAction, action: failing } };
}

/**
 * Routes without a page serve files and whatever script or other servers request. While the database is unavailable,
 * they say so, as pages do. A person who opens one in a browser gets a page instead of Remix's JSON.
 */
function withPlainFailure(route: Route): Route {
  const { loader, action } = route.module;
  const failing =
    (run: ActionFunction): ActionFunction =>
    async (args) => {
      try {
        const answer = await run(args);
        return answer instanceof Response ? readable(args.request, answer) : answer;
      } catch (error) {
        const answer = args.request.signal.aborted ? null : plainAnswer(args, error);
        if (!answer) throw error;
        return answer;
      }
    };
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && { loader: failing(loader) }),
      action: failing(action ?? refuseWrite),
    },
  };
}

/** Without it, Remix would respond in JSON that the server has failed. */
const refuseWrite: ActionFunction = () => {
  throw data(null, { status: 405, headers: { Allow: "GET, HEAD" } });
};

/** Whether a person opened the route in a browser. */
const isOpened = ({ method, headers }: Request) =>
  method !== "POST" && /\btext\/html\b/.test(headers.get("Accept") ?? "");

/** A refusal meant for script becomes a page if a person opens its URL. */
function readable(request: Request, answer: Response): Response {
  const { status, headers } = answer;
  const isData = headers.get("Content-Type")?.startsWith("application/json");
  return status >= 400 && isData && isOpened(request)
    ? plainPage({ status, ...refusalWords(status) })
    : answer;
}

/** Null if Remix's own response is right: for a redirect or a thrown response. */
function plainAnswer({ request, context }: ActionFunctionArgs, error: unknown): Response | null {
  if (error instanceof Response) return null;
  if (error instanceof SessionEnded) return new Response("Please sign in\n", { status: 401 });
  const opensPage = isOpened(request);
  if (isAnswer(error)) {
    const { status = 500, headers } = (error as { init?: ResponseInit | null }).init ?? {};
    const words = refusalWords(status);
    if (status < 400) return null;
    if (opensPage) return plainPage({ status, ...words });
    return Response.json({ refused: `${words.title}. ${words.text}` }, { status, headers });
  }
  const { requestId: reference } = context;
  const isAway = noteFailure({ context }, error);
  const status = isAway ? 503 : 500;
  const headers: Record<string, string> = isAway ? { "Retry-After": "5" } : {};
  const { title, text } = refusalWords(status);
  if (opensPage) return plainPage({ status, title, text, reference, headers });
  return new Response(`${title}. ${text}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
  });
}

function refusalWords(status: number): { title: string; text: string } {
  switch (status) {
    case 401:
      return { title: "You're signed out", text: "Please sign in and open this address again." };
    case 403:
      return { title: "You don't have access to this", text: "Your account can't open this address." };
    case 404:
      return { title: "Page not found", text: "There's nothing at this address." };
    case 405:
      return { title: "You can't do that here", text: "Please use the links and forms on the page." };
    case 429:
      return { title: "Too many requests", text: "Please try again in a few minutes." };
    case 503:
      return { title: "We'll be right back", text: databaseAway };
    default:
      return status < 500
        ? {
            title: "This didn't work",
            text: "There's a problem with the address or with the data sent to it.",
          }
        : { title: "Something went wrong", text: `${onOurEnd}; please try again.` };
  }
}
