import { startLocalStripe } from "../scripts/local-stripe.ts";

// Runs the model of payments in a process with the product's code.

const { seed, runs, path } = JSON.parse(process.argv[2] ?? "{}") as {
  seed: number;
  runs: number;
  path?: string;
};
const { stripe, environment } = await startLocalStripe({ databaseUrl: process.env.DATABASE_URL ?? "" });
Object.assign(process.env, environment);
// It reads the environment when it loads.
const { checkPayments } = await import("../tests/payments-model/running.ts");
process.send?.(await checkPayments(stripe, { seed, runs, path }), () => process.exit());
