import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Answer {
  status: number;
  headers: Map<string, string>;
  /** On the wire. */
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

/** Over a connection of its own, whose socket counts every byte. */
export async function get(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = request(address, { agent: false, headers: { ...browserHeaders, ...headers } }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { socket, rawHeaders, statusCode = 0, statusMessage } = response;
  const body = Buffer.concat(await response.toArray());
  const total = socket.bytesRead;
  socket.destroy();
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : [],
  );
  const lines = [
    `HTTP/1.1 ${statusCode} ${statusMessage}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  const headBytes = Buffer.byteLength(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const received = new Map(fields.map(([name, value]) => [name.toLowerCase(), value]));
  const encoding = received.get("content-encoding");
  const plain =
    encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
  return {
    status: statusCode,
    headers: received,
    headBytes,
    bodyBytes: total - headBytes,
    body,
    text: plain.toString("utf8"),
  };
}
