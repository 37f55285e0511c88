import { Agent, request } from "node:http";

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

export interface SignedEvent {
  body: string;
  signature: string;
}

export interface Answered {
  /** 0 if the connection broke. */
  status: number;
  /** In ms. */
  took: number;
}

/** One webhook, over a connection of its own. */
export function sendEvent(origin: string, { body, signature }: SignedEvent): Promise<Answered> {
  const started = performance.now();
  return new Promise((done) => {
    const outgoing = request(
      `${origin}/webhooks/stripe`,
      {
        method: "POST",
        agent,
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Content-Length": Buffer.byteLength(body),
          "Stripe-Signature": signature,
        },
      },
      (response) =>
        response
          .resume()
          .once("end", () => done({ status: response.statusCode ?? 0, took: performance.now() - started })),
    ).once("error", () => done({ status: 0, took: performance.now() - started }));
    outgoing.end(body);
  });
}
