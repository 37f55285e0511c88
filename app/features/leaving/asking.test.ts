import { stripe } from "../../../tests/support/stripe";

// The stand-in sets the environment, so it comes first.

import { expect, test } from "vitest";
import { reconcile } from "~/features/payments/reconciling.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db } from "~/platform/db.server";
import { buy } from "../../../tests/support/checkouts";
import { makeCreator, newClient, personPassword } from "../../../tests/support/people";
import { requestDeletion } from "./asking.server";
import { removeLeavers } from "./removing.server";

test("a running plan is not renewed, and ends with the account; who cannot be told stops the request", async () => {
  const creator = await makeCreator();
  await buy(creator, "pro", "month");
  const ask = () => requestDeletion(creator, { password: personPassword }, newClient());
  stripe.faults.next(50, "error");
  expect(await ask()).toEqual({ ok: false, refused: "plan-goes-on" });
  stripe.faults.next(0, "error");
  expect(await ask()).toMatchObject({ ok: true });
  const stored = await findSubscription(creator.userId);
  expect(stored?.cancelsAtPeriodEnd).toBe(true);
  await removeLeavers(new Date(Date.now() + 15 * 86_400_000));
  expect(await findSubscription(creator.userId)).toBeNull();
  await reconcile();
  expect(await db.abandonedCustomer.count()).toBe(0);
});
