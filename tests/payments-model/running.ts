import fc from "fast-check";
import type { StripeStandIn } from "../../sandbox/stripe";
import { makeAdmin, makeContributor, makeCreator } from "../support/people";
import { histories } from "./commands";
import { violationsAfter } from "./invariants";
import { World } from "./world";

export interface Checked {
  /** How many commands ran until the first failure, or in total. */
  runs: number;
  /** How often each command ran. */
  commands: Record<string, number>;
  /** What failed and how to repeat it; null if nothing failed. */
  failure: string | null;
}

/**
 * Runs the real payments code through random histories, and checks each one once it has settled. A seed fixes what's
 * drawn; with the `path` that a failure prints, the run begins with that history.
 */
export async function checkPayments(
  stripe: StripeStandIn,
  { seed, runs, path }: { seed: number; runs: number; path?: string | undefined },
): Promise<Checked> {
  const world = new World(stripe, await makeAdmin(), await makeContributor());
  const commands: Record<string, number> = {};
  const property = fc.asyncProperty(
    fc.limitShrink(histories, 200),
    fc.boolean(),
    async (history, arrives) => {
      world.begin(await Promise.all([makeCreator(), makeCreator()]));
      try {
        await fc.asyncModelRun(() => ({ model: world, real: world }), history);
        const violations = await violationsAfter(world, arrives);
        if (violations.length > 0) throw new Error(violations.join("\n"));
      } finally {
        for (const [name] of String(history).matchAll(/\w+(?=\()/g))
          commands[name] = (commands[name] ?? 0) + 1;
        await world.clear();
      }
    },
  );
  // Otherwise, fast-check would begin with small values, and so with short histories.
  const parameters = { seed, numRuns: runs, unbiased: true, ...(path ? { path } : {}) };
  const { failed, numRuns, numShrinks, counterexample, counterexamplePath, errorInstance } = await fc.check(
    property,
    parameters,
  );
  const [history, arrives] = counterexample ?? [];
  const error = errorInstance instanceof Error ? errorInstance.stack : String(errorInstance);
  const failure = failed
    ? `Run ${numRuns}, seed ${seed}, path ${counterexamplePath} (${numShrinks} shrinks):
${history}; the last webhooks ${arrives ? "arrive" : "are lost"}
${error}`
    : null;
  return { runs: numRuns, commands, failure };
}
