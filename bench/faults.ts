import { randomInt } from "node:crypto";
import { runRounds } from "../tests/faults/rounds.ts";
import type { Checked } from "../tests/payments-model/running.ts";
import { withDatabase } from "./databases.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import type { Options, Report } from "./report.ts";

const byCount = ([, one]: [string, number], [, other]: [string, number]) => other - one;

/**
 * The tests do ten rounds and 60 histories, this a thousand and 2,000. The seed is random, or FAULTS_SEED;
 * FAULTS_RUNS and FAULTS_PATH are for histories alone, and leave out the rounds.
 */
export async function measureFaults(options: Options): Promise<Report> {
  const seed = Number(process.env.FAULTS_SEED) || randomInt(2 ** 31);
  const { FAULTS_RUNS: runs, FAULTS_PATH: path } = process.env;
  const payments = await checkHistories(options, {
    seed,
    runs: Number(runs) || (options.quick ? 60 : 2_000),
    path,
  });
  if (runs || path) return payments;
  const messages = await runMessages(options, seed);
  return {
    tables: [...messages.tables, ...payments.tables],
    limits: [...messages.limits, ...payments.limits],
    notes: [...messages.notes, ...payments.notes],
  };
}

async function checkHistories(
  options: Options,
  given: { seed: number; runs: number; path?: string | undefined },
): Promise<Report> {
  const { runs, commands, failure } = await withDatabase(options, "matchcut_bench_payments", (url) =>
    messageOf<Checked>(forkInProduct("bench/faults-payments.ts", url, [JSON.stringify(given)])),
  );
  return {
    tables: [
      {
        title: `${runs} histories of payments, drawn with seed ${given.seed}`,
        columns: ["", "times"],
        rows: Object.entries(commands).sort(byCount),
      },
    ],
    limits: [
      {
        kind: "budget",
        what: "histories after which money, plans and Stripe's books disagree",
        value: failure ? 1 : 0,
        most: 0,
        unit: "",
      },
    ],
    notes: failure ? [failure] : [],
  };
}

async function runMessages({ quick }: Options, seed: number): Promise<Report> {
  const done = await runRounds(quick ? 100 : 1_000, seed);
  return {
    tables: [
      {
        title: `${done.rounds} rounds of faults, drawn with seed ${seed}`,
        columns: ["", "times"],
        rows: [
          ...Object.entries(done.faults).sort(byCount),
          ["messages acknowledged", done.messages],
          ["tries that they took", done.tries],
          ["violations", done.violations.length],
        ],
      },
    ],
    limits: [
      {
        kind: "budget",
        what: "messages lost, doubled, refused or seen in another order",
        value: done.violations.length,
        most: 0,
        unit: "",
      },
    ],
    notes: [...done.violations, "A seed fixes the faults, but not their timing."],
  };
}
