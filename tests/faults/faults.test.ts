import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runRounds } from "./rounds";

/** New for each run. A failing run prints its seed. */
const seed = Number(process.env.FAULTS_SEED) || randomInt(2 ** 31);

// Two deployments at once: most of a round is waiting for restarts.
test.concurrent.each([seed, seed + 1])(
  "no acknowledged message is lost, doubled or seen in another order, whatever breaks (seed %i)",
  async (own) => {
    const { violations } = await runRounds(100, own);
    expect(violations).toEqual([]);
  },
  600_000,
);
