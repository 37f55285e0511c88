import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { flashCookieName, sessionCookieName } from "~/http/cookies.server";
import { noPerson, personHeader } from "~/offline-words";
import { acceptedEncoding } from "./compression.server";
import type { RouteTable } from "./route-table.server";
import { securityHeaders } from "./security-headers.server";

/** In ms. */
const maxAge = 600_000;
/** In seconds. */
const mostAtEdge = 60;
/**
 * Pages that are cached for seconds. The oldest ones are dropped first, because a robot may request any number of
 * URLs.
 */
const mostBrief = 300;

interface CachedPage {
  body: Buffer;
  headers: Record<string, string>;
  etag: string;
  until: number;
}

interface Asked {
  /** Includes the query. */
  address: string;
  encoding: string;
  /** Pages for Save-Data have no pictures and no heading typeface. */
  savesData: boolean;
  /** Whether the page is cached only for seconds. */
  isBrief: boolean;
}

export type RenderPage = (asked: Asked) => Promise<Response>;

/**
 * Serves public pages to guests from memory, compressed and with an ETag. A page that's requested several times
 * concurrently is rendered once. Other requests, and those for a missing page, go to `pass`.
 * @param table determines which pages are public, spelled as in links, so that no page is cached twice
 * @param sent is called after each response
 */
export function createPageCache(
  { isPublic, publicSecondsOf }: Pick<RouteTable, "isPublic" | "publicSecondsOf">,
  render: RenderPage,
  sent: (request: IncomingMessage, response: ServerResponse) => void,
): (request: IncomingMessage, response: ServerResponse, pass: () => void) => void {
  const pages = new Map<string, CachedPage>();
  const briefPages = new Map<string, CachedPage>();
  const filling = new Map<string, Promise<CachedPage | null>>();

  async function fill(key: string, asked: Asked, age: number): Promise<CachedPage | null> {
    const answer = await render(asked);
    if (answer.status !== 200) return null;
    const body = Buffer.from(await answer.arrayBuffer());
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 20)}"`;
    const encoding = answer.headers.get("Content-Encoding");
    const headers: Record<string, string> = {
      ...Object.fromEntries(securityHeaders),
      "Content-Type": "text/html; charset=utf-8",
      // Browsers revalidate each time. A CDN keeps the page only briefly, so people who hide or leave disappear from it
      // within a minute.
      "Cache-Control": `public, max-age=0, s-maxage=${Math.min(age / 1000, mostAtEdge)}`,
      Vary: "Accept-Encoding, Cookie, Save-Data",
      [personHeader]: noPerson,
      ETag: etag,
      "Content-Length": String(body.length),
      ...(encoding && { "Content-Encoding": encoding }),
    };
    const page = { body, headers, etag, until: Date.now() + age };
    if (asked.isBrief) keepBriefly(key, page);
    else pages.set(key, page);
    return page;
  }

  function keepBriefly(key: string, page: CachedPage) {
    briefPages.delete(key);
    briefPages.set(key, page);
    const [oldest] = briefPages.keys();
    if (briefPages.size > mostBrief && oldest !== undefined) briefPages.delete(oldest);
  }

  function fillOnce(key: string, asked: Asked, age: number): Promise<CachedPage | null> {
    let filled = filling.get(key);
    if (!filled) {
      filled = fill(key, asked, age).finally(() => filling.delete(key));
      filling.set(key, filled);
    }
    return filled;
  }

  function send(page: CachedPage, request: IncomingMessage, response: ServerResponse) {
    if (request.headers["if-none-match"] === page.etag) {
      const { "Content-Length": _, "Content-Encoding": __, ...headers } = page.headers;
      response.writeHead(304, headers).end();
    } else {
      response.writeHead(200, page.headers);
      response.end(request.method === "HEAD" ? undefined : page.body);
    }
    sent(request, response);
  }

  return (request, response, pass) => {
    if (request.method !== "GET" && request.method !== "HEAD") return pass();
    const address = request.url ?? "";
    const isBrief = !isPublic(address);
    const age = isBrief ? 1000 * publicSecondsOf(address) : maxAge;
    if (age === 0) return pass();
    const cookies = request.headers.cookie;
    if (cookies && (cookies.includes(`${sessionCookieName}=`) || cookies.includes(`${flashCookieName}=`)))
      return pass();
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    const savesData = String(request.headers["save-data"]).toLowerCase() === "on";
    const key = `${encoding} ${savesData} ${address}`;
    const page = (isBrief ? briefPages : pages).get(key);
    if (page && page.until > Date.now()) return send(page, request, response);
    fillOnce(key, { address, encoding, savesData, isBrief }, age).then(
      (filled) => (filled ? send(filled, request, response) : pass()),
      pass,
    );
  };
}
