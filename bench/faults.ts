import { randomInt } from "node:crypto";
import { runRounds } from "../tests/faults/rounds.ts";
import type { Checked } from "../tests/payments-model/running.ts";
import { withDatabase } from "./databases.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import { budget, type Options, type Report } from "./report.ts";

const byCount = ([, one]: [string, number], [, other]: [string, number]) => other - one;
const columns = ["", "times"];

/**
 * The tests do ten rounds and 60 histories, this a thousand and 2,000. The seed is random, or FAULTS_SEED;
 * FAULTS_RUNS and FAULTS_PATH are for histories alone, and leave out the rounds.
 */
export async function measureFaults(options: Options): Promise<Report> {
  const seed = Number(process.env.FAULTS_SEED) || randomInt(2 ** 31);
  const { FAULTS_RUNS: given, FAULTS_PATH: path } = process.env;
  const runs = Number(given) || (options.quick ? 60 : 2_000);
  const payments = await checkHistories(options, { seed, runs, path });
  if (given || path) return payments;
  const messages = await runMessages(options, seed);
  return {
    tables: [...messages.tables, ...payments.tables],
    limits: [...messages.limits, ...payments.limits],
    notes: [...messages.notes, ...payments.notes],
  };
}

async function checkHistories(
  options: Options,
  given: { seed: number; runs: number; path: string | undefined },
): Promise<Report> {
  const { runs, commands, failure } = await withDatabase(options, "matchcut_bench_payments", (url) =>
    messageOf<Checked>(forkInProduct("bench/faults-payments.ts", url, [JSON.stringify(given)])),
  );
  const title = `${runs} histories of payments, drawn with seed ${given.seed}`;
  const what = "histories after which money, plans and Stripe's books disagree";
  return {
    tables: [{ title, columns, rows: Object.entries(commands).sort(byCount) }],
    limits: [budget(what, failure ? 1 : 0, 0)],
    notes: failure ? [failure] : [],
  };
}

async function runMessages({ quick }: Options, seed: number): Promise<Report> {
  const done = await runRounds(quick ? 100 : 1_000, seed);
  const rows = [
    ...Object.entries(done.faults).sort(byCount),
    ["messages acknowledged", done.messages],
    ["tries that they took", done.tries],
    ["violations", done.violations.length],
  ] satisfies [string, number][];
  return {
    tables: [{ title: `${done.rounds} rounds of faults, drawn with seed ${seed}`, columns, rows }],
    limits: [budget("messages lost, doubled, refused or seen in another order", done.violations.length, 0)],
    notes: [...done.violations, "A seed fixes the faults, but not their timing."],
  };
}
