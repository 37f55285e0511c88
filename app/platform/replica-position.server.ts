import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { pingPool, pool, replicaPingPool } from "./database-pools.server";
import { mostDelay, noteReplica, replicaHas } from "./replica.server";

const pollInterval = 1_000;

/** Positions in the log as numbers, which are exact up to eight petabytes. */
const numberOf = (position: string) => `pg_wal_lsn_diff(${position}, '0/0')::float8`;

/**
 * A position after everything that has been committed so far. If it's unknown, it counts as later than any replica's
 * position.
 */
export async function currentPosition(): Promise<number> {
  const text = `SELECT ${numberOf("pg_current_wal_insert_lsn()")} AS position`;
  const { rows } = await pool.query<{ position: number }>({ name: "replica-written", text });
  return rows[0]?.position ?? Number.MAX_SAFE_INTEGER;
}

/** Identifies a database cluster, to tell servers of different clusters apart. */
const server = "extract(epoch FROM pg_postmaster_start_time())::float8 AS server";
const primaryText = `SELECT ${server}, ${numberOf("pg_current_wal_flush_lsn()")} AS position`;
const replicaText = `SELECT ${server}, pg_is_in_recovery() AS "isReplica",
  ${numberOf("pg_last_wal_replay_lsn()")} AS position`;

interface Found {
  server: number;
  position: number;
}

/**
 * The primary's position at a given time. Until the replica gets there, its delay is at least the time that has passed
 * since then.
 */
let target: { position: number; at: number } | undefined;

/** Queries the positions of the primary and the replica. */
export async function pollReplica(): Promise<void> {
  if (!replicaPingPool) return;
  const [primary, replica] = await Promise.all([
    firstOf<Found>(pingPool, primaryText),
    firstOf<Found & { isReplica: boolean }>(replicaPingPool, replicaText),
  ]);
  if (!replica) return noteReplica("away");
  if (!replica.isReplica && replica.server === primary?.server)
    return noteReplica("primary", 0, Number.MAX_SAFE_INTEGER);
  // A second primary has a different history.
  if (!replica.isReplica) return noteReplica("away");
  // Until the replica reaches the first target, its delay is unknown.
  if (!target && primary)
    target = { position: primary.position, at: Date.now() - 1_000 * mostDelay - pollInterval };
  if (target && replica.position < target.position) {
    const delay = (Date.now() - target.at) / 1_000;
    return noteReplica(delay > mostDelay ? "late" : "current", delay, replica.position);
  }
  if (primary) target = { position: primary.position, at: Date.now() };
  noteReplica("current", 0, replica.position);
}

const firstOf = <Row extends pg.QueryResultRow>(asked: pg.Pool, text: string): Promise<Row | undefined> =>
  asked.query<Row>(text).then(
    ({ rows }) => rows[0],
    () => undefined,
  );

/** Resolves once the replica's position is known and, from then on, keeps it current within a second or two. */
export async function startReplicaPolling(): Promise<{ stop(): void }> {
  let isOver = false;
  const poll = async () => {
    while (!isOver) {
      await pause(pollInterval, undefined, { ref: false });
      if (!isOver) await pollReplica();
    }
  };
  await pollReplica();
  if (replicaPingPool) void poll();
  return {
    stop: () => {
      isOver = true;
    },
  };
}

/**
 * Makes a job wait up to five seconds until the replica has everything that has been committed so far. Returns false if
 * it doesn't.
 */
export async function untilReplicaIsCurrent(): Promise<boolean> {
  if (!replicaPingPool) return false;
  const position = await currentPosition();
  for (let polls = 0; polls < 5 && !replicaHas(position); polls += 1) await pause(pollInterval);
  return replicaHas(position);
}
