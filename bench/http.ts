import { once } from "node:events";
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync } from "node:zlib";

export interface Sending {
  method?: "GET" | "POST";
  headers?: Record<string, string | number>;
  body?: string | Buffer;
  /** Without an agent, the request opens its own connection. */
  agent?: Agent;
}

export interface Answer {
  /** 0 if the connection broke. */
  status: number;
  /** Why it broke. */
  broke?: string;
  headers: IncomingHttpHeaders;
  /** The body as sent, still compressed. */
  body: Buffer;
  /** The size of the whole response on the wire, if the request had its own connection. */
  bytes: number;
  /** In ms. */
  took: number;
}

/** The headers that a browser sends when it asks for a page. */
export const browserHeaders = {
  "sec-ch-ua": '"Chromium";v="142", "Not_A Brand";v="99"',
  "sec-ch-ua-mobile": "?0",
  "sec-ch-ua-platform": '"Linux"',
  "Upgrade-Insecure-Requests": "1",
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "Sec-Fetch-Site": "none",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-User": "?1",
  "Sec-Fetch-Dest": "document",
  "Accept-Encoding": "br",
  "Accept-Language": "en-US,en;q=0.9",
};

/**
 * Sends a request with the path unchanged. If the server refuses a body, it may close the connection before it has read
 * all of it, and that's not an error.
 */
export async function send(
  origin: string,
  path: string,
  { method = "GET", headers, body, agent }: Sending = {},
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
  const started = performance.now();
  const sent = request({
    ...{ hostname, port, path, method, agent: agent ?? false },
    headers: { Connection: "keep-alive", ...length, ...headers },
  });
  let broke = "";
  sent.on("error", ({ message }) => {
    broke = message;
  });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.end(body);
  const [response] = await answered.catch(() => []);
  if (!response)
    return { status: 0, broke, headers: {}, body: Buffer.of(), bytes: 0, took: performance.now() - started };
  const { socket, statusCode = 0, headers: received } = response;
  const read = await response.toArray().catch(() => []);
  const took = performance.now() - started;
  const { bytesRead } = socket;
  if (!agent) socket.destroy();
  return { status: statusCode, headers: received, body: Buffer.concat(read), bytes: bytesRead, took };
}

/** Requests a page the way a browser does. Throws if it isn't found. */
export async function getPage(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await send(origin, path, { headers: { ...browserHeaders, ...headers } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return answer;
}

export const textOf = ({ headers, body }: Answer) =>
  (headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body).toString("utf8");

/** Signs in the way a browser does. Returns the Cookie header. */
export async function signIn(origin: string, email: string, password: string): Promise<string> {
  const { status, headers } = await send(origin, "/login", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ email, password }).toString(),
  });
  const session = headers["set-cookie"]?.find((cookie) => cookie.includes("session="))?.split(";")[0];
  // Only the server sends this header, so a proxy's errors don't have it.
  const id = headers["x-request-id"] ?? "none";
  if (!session) throw new Error(`${email} couldn't sign in: ${status}, request ID ${id}`);
  return session;
}

/** The server responded to the request for an event stream with something else. */
export class StreamRefused extends Error {
  constructor(readonly response: IncomingMessage) {
    super(`An event stream answered ${response.statusCode}`);
  }
}

/**
 * Opens an event stream and leaves it open. Resolves when its response begins.
 * @throws {StreamRefused} or an error if the connection breaks
 */
export async function openStream(origin: string, path: string, cookie: string): Promise<IncomingMessage> {
  const headers = { Cookie: cookie, Accept: "text/event-stream", "Sec-Fetch-Site": "same-origin" };
  const [response] = (await once(request(origin + path, { agent: false, headers }).end(), "response")) as [
    IncomingMessage,
  ];
  if (response.statusCode !== 200) {
    response.destroy();
    throw new StreamRefused(response);
  }
  // Closing the stream from here ends it with an error, which is expected.
  response.on("error", () => {});
  await once(response, "data");
  return response;
}
