import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { flashCookieName, sessionCookieName } from "~/http/cookies.server";
import { nobody, personHeader } from "~/offline-words";
import { acceptedEncoding } from "./compression.server";
import { securityHeaders } from "./security-headers.server";

/** In ms. */
const maxAge = 600_000;

interface CachedPage {
  body: Buffer;
  headers: Record<string, string>;
  etag: string;
  until: number;
}

export type RenderPage = (path: string, encoding: string) => Promise<Response>;

/** Serves public pages to guests from memory, compressed and with an ETag. False for other requests. */
export function createPageCache(
  publicPaths: ReadonlySet<string>,
  render: RenderPage,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const pages = new Map<string, CachedPage>();

  async function fill(key: string, path: string, encoding: string): Promise<CachedPage | null> {
    const answer = await render(path, encoding);
    if (answer.status !== 200) return null;
    const body = Buffer.from(await answer.arrayBuffer());
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 20)}"`;
    const headers: Record<string, string> = {
      ...Object.fromEntries(securityHeaders),
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      Vary: "Accept-Encoding, Cookie",
      [personHeader]: nobody,
      ETag: etag,
      "Content-Length": String(body.length),
      ...(encoding ? { "Content-Encoding": encoding } : {}),
    };
    const page = { body, headers, etag, until: Date.now() + maxAge };
    pages.set(key, page);
    return page;
  }

  function send(page: CachedPage, request: IncomingMessage, response: ServerResponse) {
    if (request.headers["if-none-match"] === page.etag) {
      const { "Content-Length": _, "Content-Encoding": __, ...headers } = page.headers;
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, page.headers);
    response.end(request.method === "HEAD" ? undefined : page.body);
  }

  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const path = request.url ?? "";
    if (!publicPaths.has(path)) return false;
    const cookies = request.headers.cookie;
    if (cookies && (cookies.includes(`${sessionCookieName}=`) || cookies.includes(`${flashCookieName}=`)))
      return false;
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    const key = `${encoding} ${path}`;
    const page = pages.get(key);
    if (page && page.until > Date.now()) {
      send(page, request, response);
      return true;
    }
    fill(key, path, encoding).then(
      (filled) => (filled ? send(filled, request, response) : response.writeHead(503).end()),
      () => response.writeHead(503).end(),
    );
    return true;
  };
}
