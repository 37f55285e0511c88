import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

export interface OembedStandIn {
  url: string;
  /** Requests as /host/path?query, in the order they arrived in. */
  asked: string[];
  /** Handles the next request. */
  answerNext(how: (response: ServerResponse, request: IncomingMessage) => void): void;
  stop(): Promise<void>;
}

/**
 * All providers in one: /host/path?url=… responds like a provider's oEmbed endpoint (https://oembed.com), and the
 * thumbnail's URL in its response points to a drawn picture. A page with "missing" in its URL is a 404.
 */
export async function startOembed({ port = 0 } = {}): Promise<OembedStandIn> {
  const asked: string[] = [];
  const next: ((response: ServerResponse, request: IncomingMessage) => void)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const special = next.shift();
    if (special) return special(response, request);
    void answer(new URL(request.url ?? "/", "http://localhost"), response);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answerNext: (how) => next.push(how),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

const stillHosts: Record<string, string> = {
  "www.youtube.com": "i.ytimg.com",
  "vimeo.com": "i.vimeocdn.com",
  "www.tiktok.com": "p16-sign.tiktokcdn-us.com",
  "www.instagram.com": "scontent.cdninstagram.com",
  "soundcloud.com": "i1.sndcdn.com",
};

async function answer({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
  const page = searchParams.get("url");
  if (!page) {
    response.writeHead(200, { "Content-Type": "image/jpeg" });
    response.end(await drawStill(pathname));
    return;
  }
  const host = pathname.split("/")[1] ?? "";
  const stillHost = stillHosts[host];
  if (!stillHost || page.includes("missing")) {
    response.writeHead(404, { "Content-Type": "text/plain" });
    response.end("Not Found");
    return;
  }
  const name = page.split(/[/=]/).findLast((part) => part !== "") ?? "video";
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" });
  response.end(
    JSON.stringify({
      version: "1.0",
      type: "video",
      title: `Video ${name}`,
      thumbnail_url: `https://${stillHost}/vi/${encodeURIComponent(name)}/hqdefault.jpg`,
      thumbnail_width: 480,
      thumbnail_height: 360,
    }),
  );
}

/**
 * A 480 × 360 picture whose color depends on its path. It isn't drawn from SVG, because the product's process doesn't
 * open SVG.
 */
async function drawStill(path: string): Promise<Buffer> {
  const sum = Array.from(path).reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const background = { r: 40 + (sum % 120), g: 60 + ((sum * 7) % 90), b: 70 + ((sum * 13) % 110) };
  const bar = { create: { width: 160, height: 12, channels: 3, background: "#fff" } } as const;
  return sharp({ create: { width: 480, height: 360, channels: 3, background } })
    .composite([{ input: bar, left: 40, top: 300 }])
    .jpeg()
    .toBuffer();
}
