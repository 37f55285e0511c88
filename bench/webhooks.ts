import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../app/paths.ts";
import { demoLogins, demoPassword } from "../prisma/seed/demo-people.ts";
import { seedDemo } from "../prisma/seed.ts";
import { startLocalStripe } from "../scripts/local-stripe.ts";
import { withClient, withDatabase } from "./databases.ts";
import { signIn, startProduct } from "./product.ts";
import { startQueryCounter } from "./query-counter.ts";
import { median, type Options, quantile, type Report, short } from "./report.ts";
import { type Answered, type SignedEvent, sendEvent } from "./webhooks/sending.ts";
import { makeEvents, makeSubscribers, startReader } from "./webhooks/subscribers.ts";

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

const isAccepted = (status: number) => status >= 200 && status < 300;

type Events = (count: number) => SignedEvent[];

/** Of one webhook, and of a second delivery of it; the fewest of several, as the job queue adds some. */
async function countQueries(url: string, environment: Record<string, string>, events: Events) {
  const counter = await startQueryCounter(url);
  const product = await startProduct(counter.url, { env: environment });
  const count = async (event: SignedEvent) => {
    counter.take();
    const { status } = await sendEvent(product.origin, event);
    if (!isAccepted(status)) throw new Error(`A webhook was answered with ${status}`);
    return counter.take();
  };
  const first: number[] = [];
  const again: number[] = [];
  try {
    for (const event of events(20)) {
      first.push(await count(event));
      await pause(150);
      again.push(await count(event));
      await pause(150);
    }
  } finally {
    await product.stop();
    counter.stop();
  }
  return { first: Math.min(...first), again: Math.min(...again) };
}

interface Burst {
  answered: Answered[];
  /** /discover before, and from the first webhook until the jobs are done; in ms. */
  usual: number[];
  during: number[];
  /** From the first webhook until every event is processed, in ms. */
  processed: number;
}

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
      const burst = await measureBurst(url, product.origin, cookie, events(burstSize));
      // The first warms up.
      if (round > 0) bursts.push(burst);
    }
    return bursts;
  } finally {
    await product.stop();
  }
}

async function measureBurst(
  url: string,
  origin: string,
  cookie: string,
  events: SignedEvent[],
): Promise<Burst> {
  const reader = await startReader(origin + paths.discover(), cookie);
  // It starts within the first second.
  await pause(5_000);
  const started = Date.now();
  const answered = await Promise.all(events.map((event) => sendEvent(origin, event)));
  await untilProcessed(url);
  const over = Date.now();
  const read = await reader.stop();
  const from = (read[0]?.at ?? started) + 500;
  const tookIn = (since: number, until: number) =>
    read.filter(({ at }) => at >= since && at < until).map(({ took }) => took);
  return {
    answered,
    usual: tookIn(from, started - 100),
    during: tookIn(started - 50, over),
    processed: over - started,
  };
}

async function untilProcessed(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(100)) {
      const { rowCount } = await client.query(
        "SELECT FROM payment_events WHERE processed_at IS NULL LIMIT 1",
      );
      if (rowCount === 0) return;
    }
    throw new Error("Events were still waiting after two minutes");
  });
}

function reportOf(queries: { first: number; again: number }, bursts: Burst[]): Report {
  const p95 = (times: number[]) => quantile(times, 0.95);
  const took = bursts.flatMap(({ answered }) => answered.map((one) => one.took));
  const refused = bursts
    .flatMap(({ answered }) => answered)
    .filter(({ status }) => !isAccepted(status)).length;
  const ratios = bursts.map(({ usual, during }) => p95(during) / p95(usual));
  return {
    tables: [
      {
        title: `Bursts of ${burstSize} webhooks while four readers load /discover, ms`,
        columns: [
          "",
          "webhook p50",
          "p95",
          "slowest",
          "processed after",
          "/discover p95 before",
          "during",
          "times",
        ],
        rows: bursts.map(({ answered, usual, during, processed }, round) => [
          `burst ${round + 1}`,
          median(answered.map((one) => one.took)),
          p95(answered.map((one) => one.took)),
          Math.max(...answered.map((one) => one.took)),
          processed,
          p95(usual),
          p95(during),
          p95(during) / p95(usual),
        ]),
      },
      {
        title: "Statements of a webhook",
        columns: ["", "statements"],
        rows: [
          ["the first time", queries.first],
          ["the same event again", queries.again],
        ],
      },
    ],
    limits: [
      {
        kind: "budget",
        what: "slowest answer to a webhook",
        value: Math.max(...took),
        most: timeLimit,
        unit: "ms",
      },
      { kind: "budget", what: "webhooks not accepted", value: refused, most: 0, unit: "" },
      { kind: "budget", what: "statements of a webhook", value: queries.first, most: maxQueries, unit: "" },
      {
        kind: "budget",
        what: "p95 of /discover during a burst against before (median)",
        value: median(ratios),
        most: maxSlowdown,
        unit: "times",
      },
    ],
    notes: [
      `Ratios of the bursts: ${ratios.map(short).join(", ")}. During: from the first webhook until the last event is processed.`,
      "The stand-in for Stripe, which jobs ask, runs in the process that sends; PostgreSQL and readers share the machine.",
    ],
  };
}
