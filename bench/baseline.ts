import { join } from "node:path";
import { fill, type participant, type people, type Stage, withDatabase } from "./database.ts";
import { type Running, serverCore, startProduct } from "./processes.ts";
import type { Options } from "./report.ts";

/** The folder of an earlier checkout, installed and built, to measure alongside this one. */
export const baselineFolder = process.env.BENCH_BASELINE;

/**
 * Runs an earlier build on a separate database, with that build's schema but the same rows. Stores people and sessions
 * with the earlier checkout's benchmark, which knows its columns.
 */
export function withBaseline<Result>(
  folder: string,
  { adminUrl }: Options,
  stagesWith: (peopleOf: typeof people) => Stage[],
  use: (server: Running, cookieOf: (person: number) => string) => Promise<Result>,
): Promise<Result> {
  return withDatabase({ adminUrl }, "matchcut_baseline", async (url) => {
    const load = (file: string) => import(join(folder, file));
    const { migrate } = await load("scripts/migrate.ts");
    await migrate(url);
    const database: { participant: typeof participant; people: typeof people } =
      await load("bench/database.ts");
    await fill(url, stagesWith(database.people));
    const { productEnvironment } = await load("bench/processes.ts");
    const server = await startProduct(url, { core: serverCore, cwd: folder, env: productEnvironment });
    try {
      return await use(server, (person) => database.participant(person).cookie);
    } finally {
      await server.stop();
    }
  });
}
