import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { db, jobDb, pool } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { withIsoTimes } from "~/platform/iso-times";
import { log } from "~/platform/log.server";
import type { ProcessView } from "./overview";

const id = randomUUID();
const startedAt = new Date();

/**
 * In ms. A process that hasn't written its row for `missedAfter` is hanging or was killed. After
 * `forgottenAfter`, its row is deleted.
 */
const missedAfter = 150_000;
const forgottenAfter = 3_600_000;

/** The first eight characters of the fingerprint that scripts/build.ts writes next to server.js. */
async function buildName(): Promise<string> {
  if (!import.meta.env?.PROD) return "development";
  return (await readFile(new URL("../../built-from", import.meta.url), "utf8")).slice(0, 8);
}

/** Writes this process's row. Deletes the rows of processes that have been silent for an hour. */
export async function noteProcess(): Promise<void> {
  const seenAt = new Date();
  const state = {
    seenAt,
    connections: pool.totalCount - pool.idleCount,
    mostConnections: env.DATABASE_POOL,
    waiting: pool.waitingCount,
  };
  try {
    const fixed = { id, host: hostname(), role: env.ROLE, build: await buildName(), startedAt };
    await jobDb.appProcess.upsert({ where: { id }, create: { ...fixed, ...state }, update: state });
    await jobDb.appProcess.deleteMany({ where: { seenAt: { lt: new Date(+seenAt - forgottenAfter) } } });
  } catch (error) {
    log.warn({ err: error }, "couldn't note that this process runs");
  }
}

/** Deletes this process's row when it stops. */
export async function forgetProcess(): Promise<void> {
  await jobDb.appProcess.deleteMany({ where: { id } }).catch(() => {});
}

/** Lists the processes of the last hour, longest-running first. */
export async function listProcesses(): Promise<ProcessView[]> {
  const rows = await db.appProcess.findMany({ orderBy: [{ startedAt: "asc" }, { id: "asc" }], take: 100 });
  return rows.map((row) => ({ ...withIsoTimes(row), isMissed: Date.now() - +row.seenAt > missedAfter }));
}
