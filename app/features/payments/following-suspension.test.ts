import { stripe } from "../../../tests/support/stripe";

// The stand-in sets the environment, so it comes first.

import { expect, test } from "vitest";
import { liftSuspension, suspendPerson } from "~/features/accounts/suspending.server";
import { planOf } from "~/features/plans/reading.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db, transaction } from "~/platform/db.server";
import { buy } from "../../../tests/support/checkouts";
import { makeAdmin, makeCreator, type Person } from "../../../tests/support/people";
import { setRenewal } from "./changing-plan.server";
import { followSuspension } from "./converging.server";

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

test("one for good ends the subscription with its period, also twice at once, and lifting it renews it", async () => {
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

test("one until a time leaves the subscription, and what somebody had canceled stays canceled", async () => {
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
  // Nobody who never paid is in the way.
  await followSuspension(await suspend(admin, await makeCreator(), null));
});

test("a second suspension holds, though the provider was away while the first was lifted", async () => {
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
