import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { memoryReportArgs, type Running } from "../processes.ts";
import { startProduct } from "../product.ts";
import type { Participant } from "./participants.ts";
import { openAll } from "./streams.ts";

interface Memory {
  /** MB without V8's new space, whose size is a setting and which holds nothing long-lived. */
  resident: number;
  /** MB; the rest is heap fragmentation left by requests. */
  used: number;
}

/** Opens the streams by requesting `pathOf`. */
export async function measureMemory(
  url: string,
  participants: Participant[],
  pathOf?: (participant: Participant) => string,
) {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-bench-"));
  const file = join(folder, "memory.json");
  const product = await startProduct(url, { nodeArgs: memoryReportArgs(file) });
  const warm = await openAll(product.origin, participants.slice(0, 1_000), pathOf);
  for (const { socket } of warm) socket.destroy();
  const before = await memoryOf(product, file);
  const listeners = await openAll(product.origin, participants, pathOf);
  const after = await memoryOf(product, file);
  for (const { socket } of listeners) socket.destroy();
  await product.stop();
  await rm(folder, { recursive: true });
  const each = (of: keyof Memory) => ((after[of] - before[of]) * 1_000) / participants.length;
  return { before, after, used: each("used"), resident: each("resident") };
}

/** V8 returns memory gradually: collects several times. */
async function memoryOf(product: Running, file: string): Promise<Memory> {
  for (let round = 0; round < 12; round += 1) {
    product.signal("SIGUSR2");
    await pause(1_000);
  }
  const { rss, heapTotal, heapUsed, nursery } = JSON.parse(await readFile(file, "utf8"));
  return { resident: (rss - nursery) / 1e6, used: (rss - heapTotal + heapUsed) / 1e6 };
}
