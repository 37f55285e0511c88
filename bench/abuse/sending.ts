import { Agent, request } from "node:http";
import type { Attack } from "./attacks.ts";

export interface Sent {
  status: number;
  bytes: number;
  took: number;
}

/** In ms and MB. */
export interface Counted {
  longest: number;
  busy: number;
  taken: number;
  grown: number;
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** Verbatim. A server that refuses a body may close the connection before reading all of it: status 0. */
export function send(
  origin: string,
  { method, path, headers, body, signedIn }: Attack,
  cookie: string,
): Promise<Sent> {
  const started = performance.now();
  const { hostname, port } = new URL(origin);
  return new Promise((done) => {
    const sent = { status: 0, bytes: 0, took: 0 };
    const finish = () => done({ ...sent, took: performance.now() - started });
    const outgoing = request(
      {
        hostname,
        port,
        path,
        method,
        agent,
        headers: {
          "Sec-Fetch-Site": "same-origin",
          "Accept-Encoding": "br",
          ...(signedIn ? { Cookie: cookie } : {}),
          ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (incoming) => {
        sent.status = incoming.statusCode ?? 0;
        incoming.on("data", (chunk: Buffer) => {
          sent.bytes += chunk.length;
        });
        incoming.on("end", finish).on("error", finish);
      },
    );
    outgoing.on("error", finish);
    outgoing.end(body);
  });
}

/** The cost of `act` to the process behind the probe. */
export async function counting(probe: string, act: () => Promise<unknown>): Promise<Counted> {
  await (await fetch(`${probe}/begin`)).text();
  await act();
  return (await (await fetch(`${probe}/end`)).json()) as Counted;
}
