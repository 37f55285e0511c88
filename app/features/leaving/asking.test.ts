import { stripe } from "../../../tests/support/stripe";

// The stand-in sets the environment, so it comes first.

import { expect, test } from "vitest";
import { reconcile } from "~/features/payments/reconciling.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db } from "~/platform/db.server";
import { begin, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
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

test("what is open for payment is expired by a job, and once more when the account is gone", async () => {
  const creator = await makeCreator();
  await begin(creator, priceOf("pro", "month"));
  const customer = await customerOf(creator);
  await requestDeletion(creator, { password: personPassword }, newClient());
  const jobs = await db.$queryRaw<object[]>`
    SELECT FROM graphile_worker.jobs WHERE key = ${`payments:converge:${customer}`}`;
  expect(jobs).toHaveLength(1);
  const nameless = () => db.user.count({ where: { leftAt: { not: null } } });
  const before = await nameless();
  await removeLeavers(new Date(Date.now() + 15 * 86_400_000));
  expect(await findSubscription(creator.userId)).toBeNull();
  // Nothing was paid, so nothing is kept.
  expect(await nameless()).toBe(before);
  await reconcile();
  const sessions = Object.values(stripe.account.tables.sessions).filter((one) => one.customer === customer);
  expect(sessions.map(({ status }) => status)).toEqual(["expired"]);
});
