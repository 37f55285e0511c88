import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { jobPool, pool, replicaPool } from "./database-pools.server";
import { env } from "./env.server";
import { replicaHealth, replicaStates } from "./replica.server";

/** For Prometheus. Events are counted in memory, and current states are read on each scrape. */
const registers = [new Registry()];
const [registry = new Registry()] = registers;

const requests = new Counter({
  name: "matchcut_requests_total",
  help: "Requests handled, by route and status class.",
  labelNames: ["route", "status"],
  registers,
});

const durations = new Histogram({
  name: "matchcut_request_seconds",
  help: "From the first byte of a request to the last byte of its response. Excludes event streams.",
  labelNames: ["route"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

/** @param route a route's ID instead of a URL, because each value creates a series */
export function countRequest(route: string, status: number, seconds: number | null): void {
  requests.inc({ route, status: `${Math.floor(status / 100)}xx` });
  if (seconds !== null) durations.observe({ route }, seconds);
}

const mails = new Counter({
  name: "matchcut_mails_total",
  help: "Emails that the provider accepted (sent) or permanently refused (undeliverable), and failures that are retried (failed).",
  labelNames: ["outcome"],
  registers,
});

export function countMail(outcome: "sent" | "undeliverable" | "failed"): void {
  mails.inc({ outcome });
}

const swipes = new Counter({
  name: "matchcut_swipes_total",
  help: "Stored Likes and passes.",
  labelNames: ["kind"],
  registers,
});

export function countSwipe(liked: boolean): void {
  swipes.inc({ kind: liked ? "like" : "pass" });
}

const messages = new Counter({
  name: "matchcut_messages_total",
  help: "Stored messages.",
  registers,
});

export function countMessage(): void {
  messages.inc();
}

const streams = new Gauge({ name: "matchcut_event_streams", help: "Open event streams.", registers });

/** `change` is 1 for a stream that opened and -1 for one that closed. */
export function countStreams(change: 1 | -1): void {
  streams.inc(change);
}

new Gauge({
  name: "matchcut_database_connections",
  help: "A pool's connections, used and idle, and the requests waiting for one.",
  labelNames: ["pool", "state"],
  registers,
  collect() {
    for (const [name, one] of [
      ["pages", pool],
      ["jobs", jobPool],
      ...(replicaPool ? ([["replica", replicaPool]] as const) : []),
    ] as const) {
      this.set({ pool: name, state: "used" }, one.totalCount - one.idleCount);
      this.set({ pool: name, state: "idle" }, one.idleCount);
      this.set({ pool: name, state: "waiting" }, one.waitingCount);
    }
  },
});

if (env.DATABASE_REPLICA_URL) {
  new Gauge({
    name: "matchcut_replica_state",
    help: "1 for the replica's state. Pages read from the replica only if it's current.",
    labelNames: ["state"],
    registers,
    collect() {
      for (const state of replicaStates) this.set({ state }, Number(replicaHealth().state === state));
    },
  });
  new Gauge({
    name: "matchcut_replica_delay_seconds",
    help: "How far behind the replica is. Not a number if unknown.",
    registers,
    collect() {
      this.set(replicaHealth().delay ?? Number.NaN);
    },
  });
}

/** The length of a queue of background work. It comes from the database, so all processes report the same value. */
export interface QueueDepth {
  queue: "jobs" | "jobs_failed" | "mails" | "mails_failed";
  count: number;
  /** Seconds since the oldest job became due. 0 if there are no jobs. */
  seconds: number;
}

const depths = new Gauge({
  name: "matchcut_queue_depth",
  help: "How many items in a queue are due, or have failed.",
  labelNames: ["queue"],
  registers,
});
const ages = new Gauge({
  name: "matchcut_queue_oldest_seconds",
  help: "How long the oldest of them has been waiting.",
  labelNames: ["queue"],
  registers,
});

export async function metricsText(
  queues: readonly QueueDepth[],
): Promise<{ body: string; contentType: string }> {
  for (const { queue, count, seconds } of queues) {
    depths.set({ queue }, count);
    ages.set({ queue }, seconds);
  }
  return { body: await registry.metrics(), contentType: registry.contentType };
}
