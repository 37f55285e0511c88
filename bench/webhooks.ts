import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../app/paths.ts";
import { demoLogins, demoPassword } from "../prisma/seed/logins.ts";
import { seedDemo } from "../prisma/seed.ts";
import { subscriptionObject } from "../sandbox/stripe/objects/subscription.ts";
import { addSubscription } from "../sandbox/stripe/subscribing.ts";
import type { StripeStandIn } from "../sandbox/stripe.ts";
import { startLocalStripe } from "../scripts/local-stripe.ts";
import { withClient, withDatabase } from "./database.ts";
import { type Answer, send, signIn } from "./http.ts";
import { type ReadMeanwhile, whileReading } from "./load.ts";
import { startProduct } from "./processes.ts";
import { fewestQueries, startQueryCounter } from "./query-counter.ts";
import { budget, median, type Options, p95, type Report } from "./report.ts";

const burstSize = 1_000;

/** Sends bursts of webhooks while people read /discover, and counts the statements of a webhook. */
export async function measureWebhooks(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_webhooks", async (url) => {
    await seedDemo(url);
    const { stripe, environment } = await startLocalStripe({ databaseUrl: url });
    const subscriptions = await makeSubscribers(url, stripe);
    const events = (count: number) => makeEvents(stripe, subscriptions, count);
    try {
      const queries = await countQueries(url, environment, events(20));
      const bursts = await measureBursts(url, environment, () => events(burstSize), options.quick ? 3 : 7);
      return reportOf(queries, bursts);
    } finally {
      await stripe.stop();
    }
  });
}

type SignedEvent = { body: string; signature: string };

/** Gives everyone in the database a customer with a subscription to Pro. Returns the subscriptions' IDs. */
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

/** Makes events about each subscriber in turn. They're signed now, because an old signature is refused. */
function makeEvents({ account, webhooks }: StripeStandIn, ids: string[], count: number): SignedEvent[] {
  for (let index = 0; index < count; index += 1) {
    const row = account.get("subscriptions", ids[index % ids.length] ?? "");
    account.emit("customer.subscription.updated", subscriptionObject(account, row));
  }
  account.tables.events = {};
  return webhooks.take();
}

const isAccepted = ({ status }: Answer) => status >= 200 && status < 300;

/** Sends one webhook over its own connection. */
const sendEvent = (origin: string, { body, signature }: SignedEvent): Promise<Answer> =>
  send(origin, "/webhooks/stripe", {
    method: "POST",
    headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
    body,
  });

async function countQueries(url: string, env: Record<string, string>, events: SignedEvent[]) {
  const counter = await startQueryCounter(url);
  const product = await startProduct(counter.url, { env });
  const counts: number[] = [];
  for (const event of events) {
    // Waits for the job of the event before, whose statements would be counted.
    await pause(150);
    counts.push(await fewestQueries(counter, 1, () => sendEvent(product.origin, event)));
  }
  await product.stop();
  counter.stop();
  return Math.min(...counts);
}

/** The readers request /discover from the first webhook until the jobs are done. */
type Burst = ReadMeanwhile & { answered: Answer[] };

async function measureBursts(
  url: string,
  env: Record<string, string>,
  makeBurst: () => SignedEvent[],
  rounds: number,
): Promise<Burst[]> {
  const product = await startProduct(url, { env });
  try {
    const cookie = await signIn(product.origin, demoLogins.creator, demoPassword);
    const bursts: Burst[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const burst = makeBurst();
      let answered: Answer[] = [];
      const address = product.origin + paths.discover();
      const read = await whileReading(`burst ${round}`, address, cookie, async () => {
        answered = await Promise.all(burst.map((event) => sendEvent(product.origin, event)));
        await untilProcessed(url);
      });
      // The first round warms up.
      if (round > 0) bursts.push({ ...read, answered });
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
    throw new Error("The events weren't processed within two minutes");
  });
}

function reportOf(queries: number, bursts: Burst[]): Report {
  const times = ({ answered }: Burst) => answered.map(({ took }) => took);
  const refused = bursts.flatMap(({ answered }) => answered).filter((one) => !isAccepted(one)).length;
  const slowdown = median(bursts.map(({ ratio }) => ratio));
  return {
    tables: [
      {
        title: `Bursts of ${burstSize} webhooks while four readers load /discover, ms`,
        rows: bursts.map((burst) => ({
          "": burst.name,
          "webhook p95": p95(times(burst)),
          slowest: Math.max(...times(burst)),
          "processed after": burst.took,
          "/discover p95 before": burst.before,
          during: burst.during,
          times: burst.ratio,
        })),
      },
    ],
    limits: [
      // Stripe gives up after 20 s. People notice if a page takes twice as long as usual.
      budget("slowest response to a webhook", Math.max(...bursts.flatMap(times)), 20_000, "ms"),
      budget("webhooks not accepted", refused, 0),
      budget("statements of a webhook", queries, 1),
      budget(
        "p95 of /discover during a burst, as a multiple of the p95 before (median)",
        slowdown,
        2,
        "times",
      ),
    ],
    notes: [
      "During: from the first webhook until the last event has been processed.",
      "The stand-in for Stripe, which jobs read from, runs in the process that sends; PostgreSQL and the readers share the machine.",
    ],
  };
}
