import { randomInt } from "node:crypto";
import { runRounds } from "../tests/faults/rounds.ts";
import type { Options, Report } from "./report.ts";

/** The tests do a hundred rounds, this a thousand; the seed is random, or FAULTS_SEED. */
export async function measureFaults({ quick }: Options): Promise<Report> {
  const seed = Number(process.env.FAULTS_SEED) || randomInt(2 ** 31);
  const done = await runRounds(quick ? 100 : 1_000, seed);
  return {
    tables: [
      {
        title: `${done.rounds} rounds of faults, drawn with seed ${seed}`,
        columns: ["", "times"],
        rows: [
          ...Object.entries(done.faults).sort(([, one], [, other]) => other - one),
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
