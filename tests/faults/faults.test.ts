import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runsAll } from "../support/scope";
import { runRounds } from "./rounds";

/** The same each time, but where everything runs: there it is new, and a failing run prints it. */
const seed = Number(process.env.FAULTS_SEED) || (runsAll ? randomInt(2 ** 31) : 25);
const rounds = runsAll ? 100 : 10;

// Two deployments at once: most of a round is waiting for restarts.
test.concurrent.each([seed, seed + 1])(
  "no acknowledged message is lost, doubled or seen in another order, whatever breaks (seed %i)",
  async (own) => {
    const { violations } = await runRounds(rounds, own);
    expect(violations).toEqual([]);
  },
  600_000,
);
