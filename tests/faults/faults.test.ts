import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runsAll } from "../support/scope";
import { runRounds } from "./rounds";

/** Fixed, so that runs can be compared, except in a full run, which picks a new one. A failing run prints its seed. */
const seed = Number(process.env.FAULTS_SEED) || (runsAll ? randomInt(2 ** 31) : 25);
const rounds = runsAll ? 100 : 4;

// Runs two deployments concurrently, because most of a round is spent waiting for restarts.
test.concurrent.each(runsAll ? [seed, seed + 1] : [seed])(
  "no acknowledged message is lost, duplicated or seen in a different order, whatever breaks (seed %i)",
  async (own) => {
    const { violations } = await runRounds(rounds, own);
    expect(violations).toEqual([]);
  },
  600_000,
);
