import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type StripeStandIn, startStripe } from "../sandbox/stripe";
import { cards, payCheckout, usePortal } from "./support/paying";

const key = "sk_test_stand_in";
const secret = "whsec_stand_in";
const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2027, 0, 31);
const prices = [
  { id: "price_month", name: "Pro", amount: 2_000, interval: "month" },
  { id: "price_once", name: "One post", amount: 2_500, interval: null },
] as const;

/** An app that receives webhooks. */
let app: Server;
let received: { event: Stripe.Event; body: string }[];
let answers: (number | "cut")[];
let stripe: StripeStandIn;
let client: Stripe;

function clientOf(url: string, ownKey = key): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(ownKey, {
    host: hostname,
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

beforeAll(async () => {
  app = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const signature = String(request.headers["stripe-signature"]);
    received.push({ event: Stripe.webhooks.constructEvent(body, signature, secret), body });
    const answer = answers.shift() ?? 200;
    if (answer === "cut") response.destroy();
    else response.writeHead(answer).end();
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
});
afterAll(() => app.close());
beforeEach(async () => {
  received = [];
  answers = [];
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  stripe = await startStripe({ key, prices, webhook: { url, secret }, now: () => start, hasControls: true });
  client = clientOf(stripe.url);
});
afterEach(() => stripe.stop());

const typesOf = () => received.map(({ event }) => event.type);

async function checkout(price = "price_month", customer?: string) {
  const owner = customer ?? (await client.customers.create({ email: "noor@example.com" })).id;
  const session = await client.checkout.sessions.create({
    mode: price === "price_once" ? "payment" : "subscription",
    customer: owner,
    line_items: [{ price, quantity: 1 }],
    success_url: "http://app.invalid/done?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://app.invalid/left",
  });
  return { id: session.id, url: session.url ?? "", customer: owner };
}

async function subscribe(card: string = cards.good) {
  const open = await checkout();
  await payCheckout(open.url, card);
  const session = await client.checkout.sessions.retrieve(open.id);
  return { ...open, subscription: String(session.subscription) };
}

describe("webhooks", () => {
  test("are signed as the SDK expects, and report a purchase in order", async () => {
    await subscribe();
    await stripe.webhooks.settle();
    const types = typesOf();
    for (const type of ["customer.created", "invoice.paid", "customer.subscription.created"])
      expect(types).toContain(type);
    expect(types.at(-1)).toBe("checkout.session.completed");
  });

  test("are sent again until the response is 2xx", async () => {
    answers = [500, "cut", 200];
    await client.customers.create({});
    await stripe.webhooks.settle();
    expect(received).toHaveLength(1);
    await stripe.advance(59_000);
    expect(received).toHaveLength(1);
    await stripe.advance(1_000);
    await stripe.advance(5 * 60_000);
    await stripe.advance(30 * day);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(stripe.webhooks.delivered.map(({ status }) => status)).toEqual([500, 0, 200]);
  });

  test("can be held, sent twice and reordered", async () => {
    stripe.webhooks.hold();
    await subscribe();
    await stripe.advance(hour);
    expect(received).toEqual([]);
    await stripe.webhooks.flush({ order: "newest-first", copies: 2 });
    const types = typesOf();
    expect(types.slice(0, 2)).toEqual(["checkout.session.completed", "checkout.session.completed"]);
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(types.length / 2);
  });

  test("are lost only if a test loses them", async () => {
    stripe.webhooks.lose();
    await client.customers.create({});
    stripe.webhooks.keep();
    await client.customers.create({});
    await stripe.webhooks.settle();
    expect(typesOf()).toEqual(["customer.created"]);
  });
});

describe("the API", () => {
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      ({ statusCode, code, rawType }: Stripe.errors.StripeError) => [statusCode, code ?? rawType],
    );

  test("refuses a different key, an unknown path, an unknown parameter and an unknown object", async () => {
    expect(await codeOf(clientOf(stripe.url, "sk_test_x").customers.create({}))).toEqual([
      401,
      "invalid_request_error",
    ]);
    expect(await codeOf(client.coupons.list())).toEqual([404, "invalid_request_error"]);
    expect(await codeOf(client.customers.create({ name: "Noor" }))).toEqual([400, "parameter_unknown"]);
    expect(await codeOf(client.customers.retrieve("cus_none"))).toEqual([404, "resource_missing"]);
    const portal = { customer: "cus_none", return_url: "http://app.invalid" };
    expect(await codeOf(client.billingPortal.sessions.create(portal))).toEqual([400, "resource_missing"]);
  });

  test("runs a request with an idempotency key once, repeats its response, and refuses the key for another request", async () => {
    const options = { idempotencyKey: "one" };
    const [first, second] = await Promise.all([
      client.customers.create({ email: "a@example.com" }, options),
      client.customers.create({ email: "a@example.com" }, options),
    ]);
    expect(second).toEqual(first);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await codeOf(client.customers.create({ email: "b@example.com" }, options))).toEqual([
      400,
      "idempotency_error",
    ]);
    await stripe.advance(day);
    const later = await client.customers.create({ email: "a@example.com" }, options);
    expect(later.id).not.toBe(first.id);
  });

  test("paginates lists, and expands at most four levels", async () => {
    for (const _ of Array(5)) await client.customers.create({ email: "many@example.com" });
    const all = client.customers.list({ email: "many@example.com", limit: 2 });
    expect(await all.autoPagingToArray({ limit: 100 })).toHaveLength(5);
    const { subscription } = await subscribe();
    const found = await client.subscriptions.retrieve(subscription, { expand: ["latest_invoice.payments"] });
    expect(found.latest_invoice).toMatchObject({ payments: { data: [{ status: "paid" }] } });
    for (const path of ["status.foo", "foo", "latest_invoice.payments.data.payment.payment_intent"])
      expect(await codeOf(client.subscriptions.retrieve(subscription, { expand: [path] }))).toEqual([
        400,
        "invalid_request_error",
      ]);
  });
});

describe("the hosted pages", () => {
  const look = async (url: string) => (await fetch(url)).text();

  test("list the test cards, link back, and run no script", async () => {
    const { url } = await checkout();
    const text = await look(url);
    for (const number of Object.values(cards)) expect(text).toContain(number.replace(/(.{4})(?=.)/g, "$1 "));
    expect(text).toContain('href="http://app.invalid/left"');
    expect(text).not.toContain("<script");
    expect((await fetch(url)).headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test.each([
    [{ number: "4242 4242 4242 4241" }, "card number is invalid"],
    [{ expiry: "12/26" }, "expiration date is in the past"],
    [{ expiry: "13/40" }, "expiration date is incomplete"],
    [{ cvc: "1" }, "security code is incomplete"],
    [{ number: '"><b>' }, "&quot;&gt;&lt;b&gt;"],
  ])("refuse %j, and charge nothing", async (wrong, words) => {
    const { url } = await checkout();
    const body = new URLSearchParams({ number: cards.good, expiry: "01/27", cvc: "123", ...wrong });
    const answer = await fetch(url, { method: "POST", body });
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain(words);
    expect(stripe.account.tables.charges).toEqual({});
  });

  test("say so if a session has ended", async () => {
    const { url, id } = await checkout("price_once");
    await payCheckout(url);
    expect(await look(url)).toContain("already paid");
    const late = await checkout();
    await stripe.advance(day);
    expect(await look(late.url)).toContain("expired");
    expect(await client.checkout.sessions.retrieve(id)).toMatchObject({ status: "complete" });
    await stripe.webhooks.settle();
    expect(typesOf().filter((type) => type === "checkout.session.expired")).toHaveLength(1);
  });

  test("cancel and resume subscriptions, move the clock, and list invoices in the portal", async () => {
    const { customer, subscription } = await subscribe();
    const { url } = await client.billingPortal.sessions.create({
      customer,
      return_url: "http://app.invalid/b",
    });
    await usePortal(url, "cancel", { subscription });
    expect(await client.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at_period_end: true });
    await usePortal(url, "keep", { subscription });
    await usePortal(url, "clock", { subscription });
    expect(await client.subscriptions.retrieve(subscription)).toMatchObject({
      status: "active",
      cancel_at_period_end: false,
      items: { data: [{ current_period_start: Date.UTC(2027, 1, 28) / 1000 }] },
    });
    const text = await look(url);
    expect(text).toContain("SANDBOX-0002");
    expect(text).toContain("Sandbox only");
    await usePortal(url, "cancel", { subscription });
    await usePortal(url, "clock", { subscription });
    expect(await client.subscriptions.retrieve(subscription)).toMatchObject({ status: "canceled" });
    expect(await look(url)).toContain("You don't have a subscription");
  });

  test("can't cancel another customer's subscription in the portal", async () => {
    const other = await subscribe();
    const { customer } = await checkout();
    const { url } = await client.billingPortal.sessions.create({
      customer,
      return_url: "http://app.invalid/b",
    });
    await usePortal(url, "cancel", { subscription: other.subscription });
    expect(await client.subscriptions.retrieve(other.subscription)).toMatchObject({
      cancel_at_period_end: false,
    });
  });
});

describe("billing periods", () => {
  test("end on the last day of each month if the first one began on the 31st", async () => {
    const { subscription } = await subscribe();
    const ends: string[] = [];
    for (const days of [0, 28, 31, 30]) {
      await stripe.advance(days * day);
      const { items } = await client.subscriptions.retrieve(subscription);
      ends.push(new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10));
    }
    expect(ends).toEqual(["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
  });

  test("retry a failed payment eight times in two weeks, and give each event its own time", async () => {
    const { subscription } = await subscribe(cards.failsLater);
    await stripe.advance(90 * day);
    const { ended_at, cancellation_details } = await client.subscriptions.retrieve(subscription);
    expect(ended_at).toBe((start + 42 * day) / 1000);
    expect(cancellation_details?.reason).toBe("payment_failed");
    await stripe.webhooks.settle();
    const failed = received.filter(({ event }) => event.type === "invoice.payment_failed");
    expect(failed.map(({ event }) => (event.created - start / 1000) / 86_400)).toEqual([
      28, 29, 31, 33, 35, 37, 39, 41, 42,
    ]);
  });
});

test("each customer has their own clock, which sets the time of what they do later", async () => {
  const [one, other] = [await subscribe(), await subscribe()];
  await stripe.webhooks.settle();
  received = [];
  await stripe.endPeriod(one.customer);
  expect(typesOf()).toContain("invoice.paid");
  const startOf = async (id: string) =>
    (await client.subscriptions.retrieve(id)).items.data[0]?.current_period_start;
  expect(await startOf(one.subscription)).toBe(Date.UTC(2027, 1, 28) / 1000);
  expect(await startOf(other.subscription)).toBe(start / 1000);
  const moment = Date.UTC(2027, 1, 28) / 1000 + 60;
  expect(await client.subscriptions.cancel(one.subscription)).toMatchObject({ ended_at: moment });
  expect(
    (
      await client.checkout.sessions.create({
        mode: "payment",
        customer: one.customer,
        line_items: [{ price: "price_once", quantity: 1 }],
        success_url: "http://app.invalid/done",
      })
    ).created,
  ).toBe(moment);
});

test("all data is stored in a file, including the clock", async () => {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-stripe-"));
  const options = { key, prices, webhook: { secret }, file: join(folder, "stripe.json"), now: () => start };
  const before = await startStripe(options);
  await before.advance(3 * day);
  const { id } = await clientOf(before.url).customers.create({ email: "kept@example.com" });
  await before.stop();
  const after = await startStripe(options);
  const customer = await clientOf(after.url).customers.retrieve(id);
  expect(customer).toMatchObject({ email: "kept@example.com", created: (start + 3 * day) / 1000 });
  expect(after.account.now()).toBe((start + 3 * day) / 1000);
  await after.stop();
  await rm(folder, { recursive: true });
});

test("another process can move the clock, hold webhooks and cause faults", async () => {
  const tell = async (name: string, told: object = {}) =>
    (await fetch(`${stripe.url}/_control/${name}`, { method: "POST", body: JSON.stringify(told) })).status;
  const { customer } = await subscribe();
  expect(await tell("hold")).toBe(200);
  const before = received.length;
  expect(await tell("end-period", { customer })).toBe(200);
  expect(received.length).toBe(before);
  expect(await tell("flush", { order: "shuffled", copies: 2 })).toBe(200);
  expect(received.length).toBeGreaterThan(before);
  expect(await tell("fail", { times: 1, kind: "error" })).toBe(200);
  await expect(client.prices.list()).rejects.toMatchObject({ statusCode: 500 });
  expect((await client.prices.list()).data).toHaveLength(2);
  expect(await tell("end-period", { customer: randomUUID() })).toBe(400);
  expect(await tell("no-such-control")).toBe(404);
});

test("the demo's stand-in doesn't serve these control paths", async () => {
  const plain = await startStripe({ key, prices, webhook: { secret } });
  const { status } = await fetch(`${plain.url}/_control/lose`, { method: "POST" });
  await plain.stop();
  expect(status).toBe(404);
});
