import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Answer {
  status: number;
  headers: Map<string, string>;
  headBytes: number;
  bodyBytes: number;
  body: Buffer;
  /** Decoded. */
  text: string;
}

/** For a page; `cookie` and others are added. */
export const browserHeaders = {
  Connection: "keep-alive",
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

/** Over a raw socket that counts every byte. */
export function get(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  const url = new URL(address);
  const lines = Object.entries({ Host: url.host, ...browserHeaders, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return new Promise((done, failed) => {
    const socket = connect(Number(url.port), url.hostname);
    let received = Buffer.alloc(0);
    socket.once("connect", () =>
      socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`),
    );
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = read(received);
      if (!answer) return;
      socket.destroy();
      done(answer);
    });
    socket.once("error", failed);
    socket.once("end", () => failed(new Error(`${address}: the answer ended early`)));
  });
}

function read(received: Buffer): Answer | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...lines] = received.subarray(0, end).toString("latin1").split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const wire = received.subarray(end + 4);
  const length = headers.get("content-length");
  if (length === undefined ? !wire.toString("latin1").endsWith("0\r\n\r\n") : wire.length < Number(length))
    return null;
  const body = length === undefined ? joined(wire) : wire;
  const encoding = headers.get("content-encoding");
  const plain =
    encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
  return {
    status: Number(first.split(" ")[1]),
    headers,
    headBytes: end + 4,
    bodyBytes: wire.length,
    body,
    text: plain.toString("utf8"),
  };
}

function joined(wire: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = wire.indexOf("\r\n", at);
    const size = Number.parseInt(wire.subarray(at, line).toString("latin1"), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(wire.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
