import { stripe } from "../support/stripe";

// The stand-in sets environment variables, so the import above has to come first.

import { expect, test } from "vitest";
import { runsAll } from "../support/scope";
import { checkPayments } from "./running";

const runs = Number(process.env.MODEL_RUNS ?? (runsAll ? 60 : 3));
const seed = Number(process.env.MODEL_SEED ?? 24);

test(
  "money and plans agree, whatever customers, admins, banks and Stripe do",
  async () => {
    const { failure } = await checkPayments(stripe, { seed, runs, path: process.env.MODEL_PATH });
    expect(failure).toBeNull();
  },
  runs * 5_000 + 120_000,
);
