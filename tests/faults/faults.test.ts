import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runsAll } from "../support/scope";
import { runRounds } from "./rounds";

/** A failing run prints its seed. */
const seed = Number(process.env.FAULTS_SEED) || randomInt(2 ** 31);

// Runs two deployments concurrently, because most of a round is spent waiting for restarts.
test.runIf(runsAll).concurrent.each([seed, seed + 1])(
  "no acknowledged message is lost, duplicated or seen in a different order, whatever breaks (seed %i)",
  async (own) => {
    const { violations } = await runRounds(100, own);
    expect(violations).toEqual([]);
  },
  600_000,
);
