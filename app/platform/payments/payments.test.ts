import { payCheckout, stripe } from "../../../tests/support/stripe";

// The stand-in sets the environment, so it must be imported first.

import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "../db.server";
import { env } from "../env.server";
import { payments } from "./payments.server";

afterEach(() => vi.unstubAllEnvs());

test("with a key, payments go to Stripe at the plans' prices", async () => {
  const tiers = await db.subscriptionTier.findMany({ where: { name: "agency" } });
  const price = await payments?.findPrice(env.STRIPE_PRICE_AGENCY_YEARLY[0] ?? "");
  expect(price).toMatchObject({ amountCents: tiers[0]?.yearlyCents, interval: "year", isSold: true });
});

test("reads an event that the stand-in sent", async () => {
  if (!payments) throw new Error("Payments are off");
  const customerId = await payments.createCustomer({ userId: "u", email: "noor@example.com" }, randomUUID());
  const { url } = await payments.startCheckout(
    {
      customerId,
      price: { id: env.STRIPE_PRICE_PAY_PER_POST[0] ?? "", interval: null },
      reference: "r",
      successUrl: "http://app.invalid/payment-success",
      cancelUrl: "http://app.invalid/pricing",
    },
    randomUUID(),
  );
  stripe.webhooks.take();
  await payCheckout(url ?? "");
  const events = stripe.webhooks.take().map(({ body, signature }) => payments?.readEvent(body, signature));
  expect(events.at(-1)).toMatchObject({ type: "checkout.session.completed", customerId, chargeId: null });
});

test("without a key, there are no payments", async () => {
  vi.resetModules();
  vi.stubEnv("STRIPE_SECRET_KEY", "");
  expect((await import("./payments.server")).payments).toBeNull();
});
