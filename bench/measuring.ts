import { closeDatabase } from "~/platform/db.server";
import type { Case, Measured, Part, Task } from "./scale.ts";
import { buffersOf, statementsOf } from "./statements.ts";

// Measures one part at one size, in a process whose environment names its database.

type Act = () => Promise<unknown>;

const { name, size, rounds }: Task = JSON.parse(process.argv[2] ?? "");
const { part } = (await import(`./${name}.ts`)) as { part: Part };
const warmUp = 12;

async function timed(act: Act): Promise<{ took: number; queries: number }> {
  const start = performance.now();
  const { length } = await statementsOf(act);
  return { took: performance.now() - start, queries: length };
}

async function measure({ groups, work, control = byKey, shareOfRounds = 1 }: Case): Promise<Measured> {
  if (!control) throw new Error(`${groups} has no control`);
  const count = async (act: Act) => (part.countsBuffers ? await buffersOf(act) : 0);
  const buffers = { control: await count(control), work: await count(work) };
  const all = { control: [] as number[], work: [] as number[] };
  const queries = { control: 0, work: 0 };
  for (let round = 0; round < Math.round(rounds * shareOfRounds) + warmUp; round += 1)
    for (const [side, act] of Object.entries({ control, work }) as ["control" | "work", Act][]) {
      const one = await timed(act);
      all[side].push(one.took);
      // The first round isn't counted, because it fills the caches.
      if (round > 0) queries[side] = Math.max(queries[side], one.queries);
    }
  return { groups, control: all.control.slice(warmUp), times: all.work.slice(warmUp), queries, buffers };
}

const byKey = part.control?.(size);
const measured: Measured[] = [];
for (const one of part.cases(size)) measured.push(await measure(one));
await new Promise((done) => process.send?.(measured, done));
await closeDatabase();
process.disconnect?.();
