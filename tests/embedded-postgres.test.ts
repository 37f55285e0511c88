import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { startPostgres } from "../scripts/embedded-postgres.ts";
import { until } from "./support/until";

async function firstValue(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: "array" });
  await client.end();
  return rows[0]?.[0];
}

test("a killed database restarts at the same address with its data", async () => {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-revived-"));
  await chmod(folder, 0o711);
  const cluster = await startPostgres(folder, { durable: true });
  try {
    await firstValue(cluster.url(), "CREATE TABLE kept AS SELECT 7 AS n");
    expect(await cluster.revive()).toBe(false);
    const [pid] = (await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");
    await until(() => expect(firstValue(cluster.url(), "SELECT 1")).rejects.toThrow());
    expect(await cluster.revive()).toBe(true);
    expect(await firstValue(cluster.url(), "SELECT n FROM kept")).toBe(7);
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
