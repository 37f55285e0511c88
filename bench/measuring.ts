import { closeDatabase } from "~/platform/db.server";
import type { Case, Measured, ScalePart } from "./scale.ts";
import { buffersOf, sent, statementsOf } from "./statements.ts";

// Measures one part at one size, in a process whose environment names its database.

const [name = "", ...given] = process.argv.slice(2);
const [size = 0, rounds = 0] = given.map(Number);
const { part } = (await import(`./${name}.ts`)) as { part: ScalePart<unknown> };
const warmUp = 12;

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  into.push(performance.now() - start);
}

async function measure(one: Case<unknown>, control: () => Promise<unknown>): Promise<Measured<unknown>> {
  const [controls, times]: [number[], number[]] = [[], []];
  const buffers = { control: 0, work: 0 };
  if (part.countsBuffers) {
    buffers.control = await buffersOf(await statementsOf(control));
    buffers.work = await buffersOf(await statementsOf(one.work));
  }
  let queries = 0;
  const own = Math.round(rounds * (one.shareOfRounds ?? 1));
  for (let round = 0; round < own + warmUp; round += 1) {
    await timed(controls, control);
    const { length } = await statementsOf(() => timed(times, one.work));
    if (round > 0) queries = Math.max(queries, length);
    sent.length = 0;
  }
  return {
    labels: one.labels,
    control: controls.slice(warmUp),
    times: times.slice(warmUp),
    queries,
    buffers,
  };
}

const byKey = part.control?.(size);
const cases = await part.cases(size);
const measured: Measured<unknown>[] = [];
for (const one of cases) {
  const control = one.control ?? byKey;
  if (control) measured.push(await measure(one, control));
}
await new Promise((done) => process.send?.(measured, done));
await closeDatabase();
process.disconnect?.();
