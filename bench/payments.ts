import { startLocalStripe } from "../scripts/local-stripe.ts";

// Runs the model of payments in a process with the product's code.

const { stripe, environment } = await startLocalStripe({ databaseUrl: process.env.DATABASE_URL ?? "" });
Object.assign(process.env, environment);
// It reads the environment when it loads.
const { checkPayments } = await import("../tests/payments-model/running.ts");
process.send?.(await checkPayments(stripe, JSON.parse(process.argv[2] ?? "")), () => process.exit());
