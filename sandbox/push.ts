import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PushedMessage {
  endpoint: string;
  /** In seconds. */
  timeToLive: number;
  topic: string | undefined;
  body: Buffer;
}

export interface PushStandIn {
  url: string;
  /** Accepted messages, in order. */
  messages: PushedMessage[];
  /** The browsers behind these endpoints have unsubscribed. */
  gone: Set<string>;
  /** Handles the next request. */
  answerNext(status: number, headers?: Record<string, string>): void;
  stop(): Promise<void>;
}

/** RFC 8030 doesn't require push services to accept more. */
const mostBytes = 4096;

/**
 * All push services in one: /host/path accepts what's sent to https://host/path, as specified in RFC 8030, encrypted as
 * in RFC 8291 and signed as in RFC 8292.
 */
export async function startPush({ port = 0 } = {}): Promise<PushStandIn> {
  const messages: PushedMessage[] = [];
  const gone = new Set<string>();
  const next: [number, Record<string, string>][] = [];
  const server = createServer(async (request, response) => {
    const endpoint = `https:/${request.url ?? ""}`;
    const body = await bodyOf(request);
    const refusal = refusalOf(request, endpoint, body);
    const special = next.shift();
    if (refusal) return end(response, ...refusal);
    if (special) return end(response, ...special);
    if (gone.has(endpoint)) return end(response, 410, {});
    const { ttl, topic } = request.headers;
    messages.push({ endpoint, timeToLive: Number(ttl), topic: topic?.toString(), body });
    end(response, 201, { Location: `${endpoint}/message/${messages.length}` });
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    gone,
    answerNext: (status, headers = {}) => next.push([status, headers]),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

function end(response: ServerResponse, status: number, headers: Record<string, string>): void {
  response.writeHead(status, headers).end();
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function refusalOf(
  { method, headers }: IncomingMessage,
  endpoint: string,
  body: Buffer,
): [number, Record<string, string>] | null {
  if (method !== "POST") return [405, { Allow: "POST" }];
  if (!/^\d+$/.test(String(headers.ttl))) return [400, {}];
  if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic))) return [400, {}];
  if (headers["content-encoding"] !== "aes128gcm" || body.length < 86) return [400, {}];
  if (body.length > mostBytes) return [413, {}];
  if (!headers.authorization) return [401, {}];
  return isSigned(headers.authorization, new URL(endpoint).origin) ? null : [403, {}];
}

/** "vapid t=<JWT>, k=<public key>", valid for this service and for a day at most. */
function isSigned(authorization: string, audience: string): boolean {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65) return false;
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const options = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
  if (!verify("sha256", signed, options, Buffer.from(signature, "base64url"))) return false;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const seconds = exp - Date.now() / 1000;
  return aud === audience && seconds > 0 && seconds <= 86_400 && /^(mailto:|https:)/.test(sub);
}
