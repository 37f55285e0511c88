import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Account } from "./stripe/account.ts";
import { Api } from "./stripe/api/api.ts";
import { runDue } from "./stripe/clockwork.ts";
import { Controls } from "./stripe/controls.ts";
import { Faults } from "./stripe/faults.ts";
import { pageHeaders } from "./stripe/pages/page.ts";
import { answerPage } from "./stripe/pages/pages.ts";
import type { PriceRow } from "./stripe/rows.ts";
import { Webhooks } from "./stripe/webhooks.ts";

export type SandboxPrice = Pick<PriceRow, "id" | "name" | "amount" | "interval">;

export interface StripeOptions {
  /** The secret key that's accepted. */
  key: string;
  prices: readonly SandboxPrice[];
  /** Where webhooks go. Without a URL, events are only kept for `webhooks.take`. */
  webhook: { url?: string; secret: string };
  port?: number;
  /** 127.0.0.1 by default. */
  host?: string;
  /** The host name in the stand-in's URLs, 127.0.0.1 by default. */
  hostname?: string;
  /** The file that keeps the state between starts. */
  file?: string;
  /** The time in milliseconds; the real clock by default. */
  now?: () => number;
  /** Whether due events run on a timer. Otherwise, they run on each request and on `advance`. */
  ticks?: boolean;
  /** Whether /_control is served, which requires no key. */
  hasControls?: boolean;
}

export interface StripeStandIn
  extends Pick<Controls, "advance" | "endPeriod" | "account" | "webhooks" | "faults"> {
  /** http://host:port, for STRIPE_API_HOST. */
  url: string;
  /** Requests to the API, including failed ones. */
  requests(): number;
  stop(): Promise<void>;
}

/**
 * Stripe's protocol for one account with one key: customers, prices, checkout sessions, subscriptions, schedules,
 * invoices, refunds, disputes, the hosted checkout and portal pages with test cards, and signed webhooks. Renewals,
 * retries and expiries follow its clock. Under /_control, tests in another process move the clock and cause faults.
 */
export async function startStripe(options: StripeOptions): Promise<StripeStandIn> {
  const account = new Account(options.now ?? Date.now, options.file);
  const created = account.now();
  for (const price of options.prices) account.add("prices", { ...price, created, active: true });
  const webhooks = new Webhooks(options.webhook, () => account.present());
  account.onEvent = (event) => webhooks.add(event);
  const faults = new Faults();
  const controls = new Controls(account, webhooks, faults);
  const api = new Api(account, options.key);
  let requests = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://stripe.invalid");
    const body = await read(request);
    if (options.hasControls && pathname.startsWith("/_control/"))
      return controls.answer(request.method, pathname, body, response);
    if (!pathname.startsWith("/v1/")) return showPage(account, request, pathname, body, response);
    requests += 1;
    await faults.pause();
    const work = () => api.answer(request, body, response);
    if (faults.strike(response, work, (failed, after) => api.keep(request, body, failed, after))) return;
    const send = work();
    await faults.pause();
    send();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.listen(options.port ?? 0, options.host ?? "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://${options.hostname ?? "127.0.0.1"}:${port}`;
  account.url = url;
  const tick = () => {
    if (runDue(account)) account.save();
    webhooks.sendDue();
  };
  const ticking = options.ticks ? setInterval(tick, 1_000).unref() : undefined;

  return {
    url,
    account,
    webhooks,
    faults,
    advance: (ms) => controls.advance(ms),
    endPeriod: (customerId) => controls.endPeriod(customerId),
    requests: () => requests,
    async stop() {
      clearInterval(ticking);
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      account.save();
    },
  };
}

function showPage(
  account: Account,
  request: IncomingMessage,
  pathname: string,
  body: string,
  response: ServerResponse,
): void {
  runDue(account);
  const shown = answerPage(account, pathname, request.method === "POST" ? new URLSearchParams(body) : null);
  runDue(account);
  account.save();
  if ("redirect" in shown) response.writeHead(303, { ...pageHeaders, Location: shown.redirect }).end();
  else response.writeHead(shown.status, pageHeaders).end(shown.text);
}

/** Larger than any request from the SDK or form on a page. */
const bodyLimit = 1_000_000;

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > bodyLimit) throw new Error("Request body too large");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
