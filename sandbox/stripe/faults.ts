import type { ServerResponse } from "node:http";

/**
 * How a request fails.
 * - error: 500, stored under the request's idempotency key
 * - done: 500, even though the work was done
 * - invalid: 400, as if the request made no sense
 * - busy: 429
 * - disconnect: cut off before anything happens
 * - lost: the work is done, but the connection is cut before the response
 * - silent: no response
 */
export type Fault = "error" | "done" | "invalid" | "busy" | "disconnect" | "lost" | "silent";

const error = {
  status: 500,
  type: "api_error",
  message: "An error occurred with our connection to our network.",
};
const messages = {
  error,
  done: error,
  invalid: { status: 400, type: "invalid_request_error", message: "This request is invalid" },
  busy: { status: 429, type: "rate_limit_error", message: "Too many requests made to the API too quickly" },
};

/** Faults for the next requests. */
export class Faults {
  private kind: Fault = "error";
  private left = 0;
  private before = 0;
  /** Called before each request is handled, and again before its response. */
  pause: () => Promise<void> = async () => {};

  /**
   * Fails this many requests after the first `after`. With Infinity, requests fail until it's called again with 0.
   */
  next(times: number, kind: Fault, after = 0): void {
    this.left = times;
    this.kind = kind;
    this.before = after;
  }

  /** Whether the SDK is told not to retry. */
  isFinal = false;

  get isDue(): boolean {
    return this.left > 0;
  }

  /** Responds if the request should fail. Returns false if it should be handled as usual. */
  strike(
    response: ServerResponse,
    work: () => void,
    keep: (answer: { status: number; body: string }, after?: () => void) => void,
  ): boolean {
    if (this.left <= 0) return false;
    if (this.before > 0) {
      this.before -= 1;
      return false;
    }
    this.left -= 1;
    // Disconnects first, because a response that has already been written would still arrive.
    if (this.kind === "lost" || this.kind === "disconnect") response.on("error", () => {}).destroy();
    if (this.kind === "lost") work();
    if (this.kind === "lost" || this.kind === "disconnect" || this.kind === "silent") return true;
    const { status, ...error } = messages[this.kind];
    const body = JSON.stringify({ error });
    if (this.kind !== "busy") keep({ status, body }, this.kind === "done" ? work : undefined);
    const retry = this.isFinal ? { "Stripe-Should-Retry": "false" } : {};
    response.writeHead(status, { "Content-Type": "application/json", ...retry });
    response.end(body);
    return true;
  }
}
