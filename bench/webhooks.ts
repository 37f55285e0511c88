import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../app/paths.ts";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { subscriptionObject } from "../sandbox/stripe/objects/subscription.ts";
import { addSubscription } from "../sandbox/stripe/subscribing.ts";
import type { StripeStandIn } from "../sandbox/stripe.ts";
import { startLocalStripe } from "../scripts/local-stripe.ts";
import { withClient, withDatabase } from "./databases.ts";
import { type ReadMeanwhile, whileReading } from "./load.ts";
import { signIn, startProduct } from "./product.ts";
import { startQueryCounter } from "./query-counter.ts";
import { budget, median, type Options, p95, type Report, short, tableOf } from "./report.ts";

const burstSize = 1_000;
/** Stripe gives up after 20 s, and a user notices when a page takes twice its usual time. */
const timeLimit = 20_000;
const maxSlowdown = 2;
const maxQueries = 1;

/** Bursts of webhooks while people read /discover, and the statements of a webhook. */
export async function measureWebhooks(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_webhooks", async (url) => {
    await seedDemo(url);
    const { stripe, environment } = await startLocalStripe({ databaseUrl: url });
    const subscriptions = await makeSubscribers(url, stripe);
    const events = (count: number) => makeEvents(stripe, subscriptions, count);
    try {
      const queries = await countQueries(url, environment, events);
      const bursts = await measureBursts(url, environment, events, options.quick ? 3 : 7);
      return reportOf(queries, bursts);
    } finally {
      await stripe.stop();
    }
  });
}

type SignedEvent = { body: string; signature: string };
type Events = (count: number) => SignedEvent[];

/** Gives everyone in the database a customer with a subscription to Pro. Returns the subscriptions' ids. */
async function makeSubscribers(databaseUrl: string, stripe: StripeStandIn): Promise<string[]> {
  return withClient(databaseUrl, async (database) => {
    const { rows } = await database.query<{ user_id: string }>("SELECT user_id FROM user_subscriptions");
    const { account } = stripe;
    const ids: string[] = [];
    for (const { user_id } of rows) {
      const customer = {
        id: account.id("cus"),
        created: account.now(),
        email: "bench@example.com",
        metadata: { user_id },
        balance: 0,
        cardId: account.id("pm"),
      };
      account.add("customers", customer);
      const order = { customer: customer.id, cardId: customer.cardId, price: "price_pro_monthly" };
      ids.push(addSubscription(account, { ...order, metadata: {}, id: account.id("sub") }).id);
      await database.query("UPDATE user_subscriptions SET stripe_customer_id = $1 WHERE user_id = $2", [
        customer.id,
        user_id,
      ]);
    }
    stripe.webhooks.take();
    return ids;
  });
}

/** Signed now; each is another event, of one subscriber after the other. */
function makeEvents({ account, webhooks }: StripeStandIn, ids: string[], count: number): SignedEvent[] {
  for (let index = 0; index < count; index += 1) {
    const row = account.get("subscriptions", ids[index % ids.length] ?? "");
    account.emit("customer.subscription.updated", subscriptionObject(account, row));
  }
  account.tables.events = {};
  return webhooks.take();
}

interface Answered {
  /** 0 if the connection broke. */
  status: number;
  /** In ms. */
  took: number;
}

const isAccepted = ({ status }: Answered) => status >= 200 && status < 300;
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** One webhook, over a connection of its own. */
function sendEvent(origin: string, { body, signature }: SignedEvent): Promise<Answered> {
  const started = performance.now();
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Stripe-Signature": signature,
  };
  return new Promise((done) => {
    const finish = (status = 0) => done({ status, took: performance.now() - started });
    request(`${origin}/webhooks/stripe`, { method: "POST", agent, headers }, (response) =>
      response.resume().once("end", () => finish(response.statusCode)),
    )
      .once("error", () => finish())
      .end(body);
  });
}

async function countQueries(url: string, environment: Record<string, string>, events: Events) {
  const counter = await startQueryCounter(url);
  const product = await startProduct(counter.url, { env: environment });
  const counts: number[] = [];
  try {
    for (const event of events(20)) {
      // The job of the event before ends.
      await pause(150);
      counter.take();
      const answered = await sendEvent(product.origin, event);
      if (!isAccepted(answered)) throw new Error(`A webhook was answered with ${answered.status}`);
      counts.push(counter.take());
    }
    return Math.min(...counts);
  } finally {
    await product.stop();
    counter.stop();
  }
}

/** /discover from the first webhook until the jobs are done. */
type Burst = ReadMeanwhile & { name: string; answered: Answered[] };

async function measureBursts(
  url: string,
  environment: Record<string, string>,
  events: Events,
  rounds: number,
): Promise<Burst[]> {
  const product = await startProduct(url, { env: environment });
  try {
    const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
    const bursts: Burst[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const burst = events(burstSize);
      let answered: Answered[] = [];
      const read = await whileReading(product.origin + paths.discover(), cookie, async () => {
        answered = await Promise.all(burst.map((event) => sendEvent(product.origin, event)));
        await untilProcessed(url);
      });
      // The first warms up.
      if (round > 0) bursts.push({ ...read, name: `burst ${round}`, answered });
    }
    return bursts;
  } finally {
    await product.stop();
  }
}

async function untilProcessed(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(100)) {
      const { rowCount } = await client.query(
        "SELECT FROM payment_events WHERE processed_at IS NULL LIMIT 1",
      );
      if (rowCount === 0) return;
    }
    throw new Error("Events were not processed within two minutes");
  });
}

function reportOf(queries: number, bursts: Burst[]): Report {
  const tookOf = ({ answered }: Burst) => answered.map(({ took }) => took);
  const ratioOf = ({ usual, during }: Burst) => p95(during) / p95(usual);
  const refused = bursts.flatMap(({ answered }) => answered).filter((one) => !isAccepted(one)).length;
  return {
    tables: [
      tableOf(`Bursts of ${burstSize} webhooks while four readers load /discover, ms`, bursts, {
        "": ({ name }) => name,
        "webhook p50": (burst) => median(tookOf(burst)),
        p95: (burst) => p95(tookOf(burst)),
        slowest: (burst) => Math.max(...tookOf(burst)),
        "processed after": ({ took }) => took,
        "/discover p95 before": ({ usual }) => p95(usual),
        during: ({ during }) => p95(during),
        times: ratioOf,
      }),
    ],
    limits: [
      budget("slowest answer to a webhook", Math.max(...bursts.flatMap(tookOf)), timeLimit, "ms"),
      budget("webhooks not accepted", refused, 0),
      budget("statements of a webhook", queries, maxQueries),
      budget(
        "p95 of /discover during a burst against before (median)",
        median(bursts.map(ratioOf)),
        maxSlowdown,
        "times",
      ),
    ],
    notes: [
      `Ratios of the bursts: ${bursts.map(ratioOf).map(short).join(", ")}. During: from the first webhook until the last event is processed.`,
      "The stand-in for Stripe, which jobs ask, runs in the process that sends; PostgreSQL and readers share the machine.",
    ],
  };
}
