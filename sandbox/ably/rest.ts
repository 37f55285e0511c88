import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Channels } from "./channels.ts";
import { isAllowed, type KeyRing, type TokenRequest } from "./key-ring.ts";
import { AblyError, type PublishedMessage } from "./protocol.ts";

export interface BatchSpec {
  channels: string | string[];
  messages: PublishedMessage | PublishedMessage[];
}

export interface RestParts {
  keys: KeyRing;
  channels: Channels;
  /** Throws if a test has told the stand-in to reject publishing. */
  checkPublish(channel?: string): void;
  onRevoked(): void;
}

/** Per batch, from Ably's documentation of limits. */
const maxChannels = 100;

export async function answerRest(
  parts: RestParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Browsers send cross-origin requests.
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Allow-Headers", request.headers["access-control-request-headers"] ?? "");
  if (request.method === "OPTIONS") {
    response.writeHead(204).end();
    return;
  }
  try {
    const body = await readJson(request);
    send(response, 201, answerTo(parts, request, body));
  } catch (error) {
    const refusal = error instanceof AblyError ? error : new AblyError(50000, String(error));
    send(response, refusal.statusCode, { error: refusal });
  }
}

function answerTo(parts: RestParts, request: IncomingMessage, body: unknown): unknown {
  const { pathname } = new URL(request.url ?? "/", "http://ably.invalid");
  const authorization = request.headers.authorization;
  const [, kind = "", name = "", what = ""] = pathname.split("/").map(decodeURIComponent);
  if (request.method === "GET" && kind === "time") return [Date.now()];
  if (request.method === "POST") {
    if (kind === "keys" && what === "requestToken") {
      if (name !== parts.keys.keyName) throw new AblyError(40101, "Key unknown");
      return parts.keys.issue(body as TokenRequest, parts.keys.hasKey(authorization));
    }
    if (kind === "keys" && what === "revokeTokens") return revoke(parts, authorization, body);
    if (kind === "messages" && !name) return publishBatch(parts, authorization, body as BatchSpec[]);
    if (kind === "channels" && what === "messages") {
      parts.checkPublish();
      return publish(parts, authorization, name, asList(body as PublishedMessage));
    }
  }
  throw new AblyError(40400, `Not found: ${request.method} ${pathname}`);
}

function publishBatch(parts: RestParts, authorization: string | undefined, specs: BatchSpec[]) {
  if (!parts.keys.hasKey(authorization)) parts.keys.bearer(authorization);
  parts.checkPublish();
  if (specs.flatMap((spec) => spec.channels).length > maxChannels)
    throw new AblyError(
      90010,
      "Max number of channels permitted in a single bulk publish request exceeded",
      400,
    );
  return specs.map(({ channels, messages }) => {
    const results = asList(channels).map((channel) => {
      try {
        return publish(parts, authorization, channel, asList(messages));
      } catch (error) {
        return { channel, error };
      }
    });
    const failureCount = results.filter((result) => "error" in result).length;
    return { successCount: results.length - failureCount, failureCount, results };
  });
}

function publish(
  parts: RestParts,
  authorization: string | undefined,
  channel: string,
  messages: PublishedMessage[],
) {
  if (!parts.keys.hasKey(authorization) && !isAllowed(parts.keys.bearer(authorization), "publish", channel))
    throw new AblyError(40160, "Operation not permitted with provided capability");
  parts.checkPublish(channel);
  const { id, channelSerial } = parts.channels.publish(channel, messages);
  return { channel, messageId: id, serials: messages.map(() => `${channelSerial}:${randomUUID()}`) };
}

function revoke(parts: RestParts, authorization: string | undefined, body: unknown) {
  if (!parts.keys.hasKey(authorization)) throw new AblyError(40162, "Token revocation needs the key");
  const answer = parts.keys.revoke((body as { targets: string[] }).targets);
  parts.onRevoked();
  return answer;
}

const asList = <Item>(given: Item | Item[]): Item[] => (Array.isArray(given) ? given : [given]);

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new AblyError(40000, "The body isn't JSON");
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(text);
}
