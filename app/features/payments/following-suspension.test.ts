import { stripe } from "../../../tests/support/stripe";

// The stand-in sets environment variables, so it comes first.

import { describe, expect, test } from "vitest";
import { startLeaving } from "~/features/accounts/departing.server";
import { liftSuspension, suspendPerson } from "~/features/accounts/suspending.server";
import { planOf } from "~/features/plans/plan-in-force.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db, transaction } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { begin, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { cards, payCheckout } from "../../../tests/support/paying";
import { makeAdmin, makeCreator, type Person } from "../../../tests/support/people";
import { setRenewal } from "./changing-plan.server";
import { startCheckout } from "./checking-out.server";
import { converge, followSuspension } from "./converging.server";

const day = 86_400_000;

async function suspend(admin: Person, person: Person, until: Date | null): Promise<string> {
  const input = { reason: "payment", words: "", until } as const;
  const done = await transaction((tx) => suspendPerson(tx, admin, person.userId, input));
  if (!done.ok) throw new Error(done.refused);
  return done.suspensionId;
}

const lift = (admin: Person, person: Person) => transaction((tx) => liftSuspension(tx, admin, person.userId));
const cancels = async ({ userId }: Person) => (await findSubscription(userId))?.cancelsAtPeriodEnd;
const queued = () =>
  db.$queryRaw<
    object[]
  >`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'payments:follow-suspension'`;

test("a permanent one ends the subscription with its period, also twice at once, and lifting it restores the renewal", async () => {
  const [admin, person] = [await makeAdmin(), await makeCreator()];
  await buy(person, "pro", "month");
  const id = await suspend(admin, person, null);
  expect(await queued()).toHaveLength(1);
  await Promise.all([followSuspension(id), followSuspension(id)]);
  expect([await cancels(person), (await planOf(person)).plan]).toEqual([true, "pro"]);
  await lift(admin, person);
  expect(await queued()).toHaveLength(2);
  await followSuspension(id);
  await followSuspension(id);
  expect(await cancels(person)).toBe(false);
});

test("a temporary one leaves the subscription alone, and what its person had canceled stays canceled", async () => {
  const [admin, person, other] = [await makeAdmin(), await makeCreator(), await makeCreator()];
  await buy(person, "pro", "month");
  await followSuspension(await suspend(admin, person, new Date(Date.now() + 7 * day)));
  expect(await cancels(person)).toBe(false);
  await buy(other, "pro", "month");
  await setRenewal(other, false);
  const id = await suspend(admin, other, null);
  await followSuspension(id);
  await lift(admin, other);
  await followSuspension(id);
  expect(await cancels(other)).toBe(true);
  // Someone who never paid causes no error.
  await followSuspension(await suspend(admin, await makeCreator(), null));
});

describe("a checkout that is open", () => {
  const toClosed = {
    suspended: async (admin: Person, person: Person) => void (await suspend(admin, person, null)),
    leaving: async (_: Person, person: Person) => {
      const { id: userId, passwordHash } = await db.user.findUniqueOrThrow({ where: { id: person.userId } });
      await transaction((tx) => startLeaving(tx, { userId, passwordHash }));
    },
  };

  test.each(["suspended", "leaving"] as const)("is expired once its account is %s", async (how) => {
    const [admin, person] = [await makeAdmin(), await makeCreator()];
    const url = await begin(person, priceOf("pro", "month"));
    await toClosed[how](admin, person);
    expect(await startCheckout(person, priceOf("pay_per_post", null))).toMatchObject({ refused: "closed" });
    await converge(person.userId);
    expect((await payCheckout(url)).status).toBe(410);
    expect(await db.payment.findMany({ where: { userId: person.userId } })).toMatchObject([
      { status: "expired" },
    ]);
  });

  test.each(["pay_per_post", "pro"] as const)(
    "and was paid after all (%s) is refunded, and ends, once",
    async (plan) => {
      const [admin, person] = [await makeAdmin(), await makeCreator()];
      const url = await begin(person, priceOf(plan, plan === "pro" ? "month" : null));
      await suspend(admin, person, null);
      stripe.account.move(2_000);
      await payCheckout(url);
      stripe.account.move(-2_000);
      for (let times = 0; times < 2; times += 1) await converge(person.userId);
      const customer = await customerOf(person);
      const charges = Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer);
      expect(charges.map(({ amount, refunded }) => amount - refunded)).toEqual([0]);
      expect((await planOf(person)).plan).toBe("free");
      for (const { status } of (await payments?.listSubscriptions(customer)) ?? [])
        expect(status).toBe("canceled");
      const title = "We gave your payment back";
      expect(await db.notification.count({ where: { userId: person.userId, title } })).toBe(1);
    },
  );

  test.each(["pay_per_post", "pro"] as const)(
    "and was paid after all (%s), then charged back, ends without a refund",
    async (plan) => {
      const [admin, person] = [await makeAdmin(), await makeCreator()];
      const url = await begin(person, priceOf(plan, plan === "pro" ? "month" : null));
      await suspend(admin, person, null);
      stripe.account.move(2_000);
      await payCheckout(url, cards.disputed);
      stripe.account.move(-2_000);
      for (let times = 0; times < 2; times += 1) await converge(person.userId);
      const customer = await customerOf(person);
      expect(Object.values(stripe.account.tables.refunds)).not.toContainEqual(
        expect.objectContaining({ customer }),
      );
      expect((await planOf(person)).plan).toBe("free");
      for (const { status } of (await payments?.listSubscriptions(customer)) ?? [])
        expect(status).toBe("canceled");
    },
  );
});

test("a second suspension holds, even if the provider was unavailable while the first was lifted", async () => {
  const [admin, person] = [await makeAdmin(), await makeCreator()];
  await buy(person, "pro", "month");
  const first = await suspend(admin, person, null);
  await followSuspension(first);
  await lift(admin, person);
  stripe.faults.next(Infinity, "busy");
  await expect(followSuspension(first)).rejects.toThrow();
  const second = await suspend(admin, person, null);
  stripe.faults.next(0, "busy");
  await followSuspension(second);
  await followSuspension(first);
  expect(await cancels(person)).toBe(true);
  await lift(admin, person);
  await followSuspension(second);
  expect(await cancels(person)).toBe(false);
});
