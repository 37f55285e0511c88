import { randomInt } from "node:crypto";
import { runRounds } from "../tests/faults/rounds.ts";
import type { Checked } from "../tests/payments-model/running.ts";
import { withDatabase } from "./database.ts";
import { runInProduct } from "./processes.ts";
import { budget, type Options, type Report } from "./report.ts";

const mostFirst = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, times]) => ({ "": name, times }));

/**
 * Runs a thousand rounds of faults and 2,000 payment histories, many more than the tests do. The seed is random unless
 * FAULTS_SEED is set. FAULTS_RUNS and FAULTS_PATH are for repeating histories, and skip the rounds.
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
    runInProduct<Checked>("bench/payments.ts", url, given),
  );
  const title = `${runs} payment histories, drawn with seed ${given.seed}`;
  const what = "histories after which money, plans and Stripe's books disagree";
  return {
    tables: [{ title, rows: mostFirst(commands) }],
    limits: [budget(what, failure ? 1 : 0, 0)],
    notes: failure ? [failure] : [],
  };
}

async function runMessages({ quick }: Options, seed: number): Promise<Report> {
  const done = await runRounds(quick ? 100 : 1_000, seed);
  const { length: violations } = done.violations;
  const counts = { "messages acknowledged": done.messages, "attempts that they took": done.tries };
  return {
    tables: [
      {
        title: `${done.rounds} rounds of faults, drawn with seed ${seed}`,
        rows: [...mostFirst(done.faults), ...mostFirst(counts)],
      },
    ],
    limits: [budget("messages lost, stored twice, refused or seen out of order", violations, 0)],
    notes: [...done.violations, "A seed fixes the faults, but not their timing."],
  };
}
