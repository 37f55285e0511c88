import { startLocalStripe } from "../scripts/local-stripe.ts";

// Runs the payments model with the product's code. Runs as a separate process.

const { stripe, environment } = await startLocalStripe({ databaseUrl: process.env.DATABASE_URL ?? "" });
Object.assign(process.env, environment);
// The model reads the environment when it loads, so it's imported after the environment is set.
const { checkPayments } = await import("../tests/payments-model/running.ts");
process.send?.(await checkPayments(stripe, JSON.parse(process.argv[2] ?? "")), () => process.exit());
