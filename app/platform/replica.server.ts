import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "./log.server";

/**
 * What DATABASE_REPLICA_URL points to: a replica within `mostDelay`, a replica that lags further behind, the primary
 * (as after a failover), or nothing that responds.
 */
export const replicaStates = ["current", "late", "primary", "away"] as const;
type ReplicaState = (typeof replicaStates)[number];

interface ReplicaHealth {
  state: ReplicaState;
  /** In seconds; null if unknown. */
  delay: number | null;
}

/** In seconds. A replica that lags further behind than this isn't used. */
export const mostDelay = 10;

interface Reading {
  /** The reader must see everything up to this position in the database's log. */
  position: number;
  isOnReplica: boolean;
}

const reading = new AsyncLocalStorage<Reading>();
let health: ReplicaHealth = { state: "away", delay: null };
/** The replica's position in the primary's log. */
let reached = 0;

export const replicaHealth = (): ReplicaHealth => health;

export function noteReplica(state: ReplicaState, delay: number | null = null, position = 0): void {
  if (state !== health.state)
    log[state === "current" ? "info" : "warn"](
      { was: health.state, is: state, delay },
      "the replica changed",
    );
  health = { state, delay };
  reached = position;
}

/** Whether reads that may be out of date can use DATABASE_REPLICA_URL. */
export const replicaHas = (position: number): boolean =>
  (health.state === "current" || health.state === "primary") && position <= reached;

/**
 * Runs a request whose sender must see everything up to a given position. Without this, nothing reads from a replica.
 */
export const readUpTo = <Result>(position: number, work: () => Result): Result =>
  reading.run({ position, isOnReplica: false }, work);

/**
 * Declares that the statements of `work` only read, and may be out of date by `mostDelay` unless the reader has just
 * written something. Transactions in it use the primary.
 */
export async function fromReplica<Result>(work: () => Promise<Result>): Promise<Result> {
  const asked = reading.getStore();
  if (!asked || !replicaHas(asked.position)) return work();
  // Prisma sends a statement when its promise is awaited, so that must happen in here.
  return reading.run({ ...asked, isOnReplica: true }, async () => await work());
}

/** Like `fromReplica`, for functions called later, while the response is being sent. */
export const laterFromReplica = <Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
) => AsyncLocalStorage.bind((...given: Given) => fromReplica(() => work(...given)));

export const isOnReplica = (): boolean => reading.getStore()?.isOnReplica ?? false;
