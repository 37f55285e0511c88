import { stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { describe, expect, test } from "vitest";
import { findClosing } from "~/features/accounts/closing.server";
import { startLeaving } from "~/features/accounts/departing.server";
import { suspendPerson } from "~/features/accounts/suspending.server";
import { planOf } from "~/features/plans/plan-in-force.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db, SessionEnded, transaction } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { formatLongDate } from "~/ui/dates";
import { runDue } from "../../../sandbox/stripe/clockwork";
import { begin, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { cards, payCheckout } from "../../../tests/support/paying";
import { makeAdmin, makeCreator, type Person, signInAgain } from "../../../tests/support/people";
import { announceUndos } from "./announcing.server";
import { setRenewal } from "./changing-plan.server";
import { startCheckout } from "./checking-out.server";
import { converge, followSuspension } from "./converging.server";
import { liftAndTell } from "./lifting.server";
import { standingWords } from "./payment-words";

const day = 86_400_000;

async function suspend(admin: Person, person: Person, until: Date | null): Promise<string> {
  const input = { reason: "payment", words: "", until } as const;
  const done = await transaction((tx) => suspendPerson(tx, admin, person.userId, input));
  if (!done.ok) throw new Error(done.refused);
  return done.suspensionId;
}

const lift = (admin: Person, person: Person) => transaction((tx) => liftAndTell(tx, admin, person.userId));
const cancels = async ({ userId }: Person) => (await findSubscription(userId))?.cancelsAtPeriodEnd;
const queued = () =>
  db.$queryRaw<
    object[]
  >`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'payments:follow-suspension'`;

const toClosed = {
  suspended: async (admin: Person, person: Person) => void (await suspend(admin, person, null)),
  leaving: async (_: Person, person: Person) => {
    const { id: userId, passwordHash } = await db.user.findUniqueOrThrow({ where: { id: person.userId } });
    await transaction((tx) => startLeaving(tx, { userId, passwordHash }));
  },
};

const charged = async (person: Person) => {
  const customer = await customerOf(person);
  return Object.values(stripe.account.tables.charges).filter(
    (one) => one.customer === customer && one.status === "succeeded",
  );
};
const mailsTo = ({ userId }: Person) =>
  db.outboxMail.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: { subject: true, textBody: true },
  });

test("a permanent suspension ends the renewal, even if its job runs twice concurrently; after it's lifted, only the member can resume the renewal", async () => {
  const [admin, person] = [await makeAdmin(), await makeCreator()];
  await buy(person, "pro", "month");
  const id = await suspend(admin, person, null);
  expect(await queued()).toHaveLength(1);
  await Promise.all([followSuspension(id), followSuspension(id)]);
  expect([await cancels(person), (await planOf(person)).plan]).toEqual([true, "pro"]);
  await lift(admin, person);
  await followSuspension(id);
  await converge(person.userId);
  expect([await cancels(person), (await planOf(person)).plan]).toEqual([true, "pro"]);
  expect(await setRenewal(await signInAgain(person), true)).toMatchObject({ ok: true });
  await followSuspension(id);
  expect(await cancels(person)).toBe(false);
});

test("the email about a lifted suspension says what's left of the plan, and where to resume it", async () => {
  const admin = await makeAdmin();
  const [subscriber, poster, free, short] = await Promise.all(
    [1, 2, 3, 4].map(() => makeCreator({ timeZone: "Asia/Tokyo" })),
  );
  if (!subscriber || !poster || !free || !short) throw new Error("no one");
  await buy(subscriber, "pro", "month");
  await buy(poster, "pay_per_post", null);
  await buy(short, "pro", "month");
  for (const person of [subscriber, poster, free]) {
    await suspend(admin, person, null);
    expect(await lift(admin, person)).toEqual({ ok: true });
  }
  await suspend(admin, short, new Date(Date.now() + 7 * day));
  await lift(admin, short);
  const textOf = async (person: Person) => {
    const mail = (await mailsTo(person)).at(-1);
    expect(mail?.subject).toBe("Your suspension is lifted");
    return mail?.textBody ?? "";
  };
  const { periodEnd } = await planOf(subscriber);
  const end = formatLongDate(periodEnd, { zone: "Asia/Tokyo", now: Date.now() });
  const text = await textOf(subscriber);
  expect(text).toContain(`Your Pro plan is paid until ${end}. The suspension ended its renewal`);
  expect(text).toContain("resume it on your billing page");
  expect(text).toContain("/settings/billing");
  expect(await textOf(poster)).toContain("Your Pay-Per-Post plan is paid until");
  expect(await textOf(free)).not.toMatch(/plan|billing/);
  // The temporary suspension changed nothing about the plan.
  expect(await textOf(short)).not.toMatch(/renewal|billing/);
});

test("a renewal that a suspension ended stays ended, even if the provider was unavailable until the suspension was lifted; a later purchase renews", async () => {
  const [admin, person] = [await makeAdmin(), await makeCreator()];
  await buy(person, "pro", "month");
  stripe.faults.next(Infinity, "busy");
  const id = await suspend(admin, person, null);
  await expect(followSuspension(id)).rejects.toThrow();
  await lift(admin, person);
  stripe.faults.next(0, "busy");
  await followSuspension(id);
  expect(await cancels(person)).toBe(true);

  const other = await makeCreator();
  await buy(other, "pay_per_post", null);
  const second = await suspend(admin, other, null);
  await lift(admin, other);
  stripe.account.move(2_000);
  await buy(await signInAgain(other), "pro", "month");
  stripe.account.move(-2_000);
  await followSuspension(second);
  expect(await cancels(other)).toBe(false);
});

test("what the member decides after the suspension was lifted counts, even if the suspension's job didn't run until then", async () => {
  const [admin, person] = [await makeAdmin(), await makeCreator()];
  await buy(person, "pro", "month");
  await setRenewal(person, false);
  const id = await suspend(admin, person, null);
  await lift(admin, person);
  await setRenewal(await signInAgain(person), true);
  await followSuspension(id);
  expect(await cancels(person)).toBe(false);
});

test.each(["suspended", "leaving"] as const)(
  "a failed renewal isn't tried again once its account is %s",
  async (how) => {
    const [admin, person] = [await makeAdmin(), await makeCreator()];
    await buy(person, "pro", "month", cards.failsLater);
    stripe.account.move(32 * day);
    runDue(stripe.account);
    await converge(person.userId);
    expect(await findSubscription(person.userId)).toMatchObject({ status: "past_due" });
    const before = (await charged(person)).length;
    await toClosed[how](admin, person);
    // The card works again, so the provider would succeed if it tried.
    const customer = await customerOf(person);
    for (const one of Object.values(stripe.account.tables.subscriptions))
      if (one.customer === customer) stripe.account.get("cards", one.cardId).number = cards.good;
    await converge(person.userId);
    stripe.account.move(5 * day);
    runDue(stripe.account);
    stripe.account.move(-37 * day);
    expect(await charged(person)).toHaveLength(before);
    expect((await planOf(person)).plan).toBe("free");
  },
);

test("a temporary suspension leaves the subscription alone, and lifting a permanent one leaves the owner's own cancellation", async () => {
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
  // Nothing to do for someone who has never paid.
  await followSuspension(await suspend(admin, await makeCreator(), null));
});

describe("an open checkout", () => {
  test.each(["suspended", "leaving"] as const)("is expired once its account is %s", async (how) => {
    const [admin, person] = [await makeAdmin(), await makeCreator()];
    const url = await begin(person, priceOf("pro", "month"));
    await toClosed[how](admin, person);
    const again = startCheckout(person, priceOf("pay_per_post", null));
    await expect(again).rejects.toThrow(SessionEnded);
    await converge(person.userId);
    expect((await payCheckout(url)).status).toBe(410);
    expect(await db.payment.findMany({ where: { userId: person.userId } })).toMatchObject([
      { status: "expired" },
    ]);
  });

  test.each(["pay_per_post", "pro"] as const)(
    "that's paid after all (%s) is refunded and ended, once",
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
      const title = "We refunded your payment";
      expect(await db.notification.count({ where: { userId: person.userId, title } })).toBe(1);
      const [mail, ...others] = (await mailsTo(person)).filter(({ subject }) => subject === title);
      expect(others).toEqual([]);
      // The person can't open a page that requires signing in.
      expect(mail?.textBody).not.toContain("/settings/");
    },
  );

  test.each(["pay_per_post", "pro"] as const)(
    "that's paid after all (%s) and then charged back is ended without a refund",
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

test("the email about a subscription that was never charged doesn't say that it was refunded", async () => {
  const person = await makeCreator();
  await announceUndos(person, [
    { act: "cancel", why: "closed", subscriptionId: "sub_uncharged", refundIntent: null },
  ]);
  const [mail] = await mailsTo(person);
  expect(mail?.subject).toBe("We canceled your subscription");
  expect(mail?.textBody).not.toContain("refunded");
  const other = await makeCreator();
  await announceUndos(other, [
    { act: "cancel", why: "closed", subscriptionId: "sub_charged", refundIntent: "pi_charged" },
  ]);
  expect((await mailsTo(other))[0]?.textBody).toContain("we canceled the purchase and refunded it");
});

test("after several suspensions, only what began before the last one was lifted stops renewing, and an account counts as closed from the start of the current one", async () => {
  const [person, other] = [await makeCreator(), await makeCreator()];
  const daysAgo = (days: number) => new Date(Date.now() - days * day);
  const permanent = { userId: person.userId, reason: "spam", endsRenewals: true };
  await db.suspension.createMany({
    data: [
      { ...permanent, createdAt: daysAgo(9), endedAt: daysAgo(6) },
      { ...permanent, createdAt: daysAgo(5), endedAt: daysAgo(2) },
      { ...permanent, createdAt: daysAgo(20), endedAt: daysAgo(12) },
      { ...permanent, userId: other.userId, createdAt: daysAgo(4), endedAt: daysAgo(1) },
    ],
  });
  const closing = await findClosing(person.userId);
  expect(closing.unfollowed).toHaveLength(3);
  expect(closing.closedAt).toBeNull();
  expect(closing.endsWhatBeganBefore?.getTime()).toBeCloseTo(daysAgo(2).getTime(), -4);
  // The account counts as closed since the suspension, even though its owner then also leaves.
  await db.suspension.create({ data: { ...permanent, createdAt: daysAgo(1) } });
  await toClosed.leaving(person, person);
  expect((await findClosing(person.userId)).closedAt?.getTime()).toBeCloseTo(daysAgo(1).getTime(), -4);
});

test.each([
  ["pro", { status: "past_due" }, "You're on Free now."],
  ["pro", { ended: true }, "You're on Free now."],
  ["pro", {}, "Your Pro plan is paid until November 24, 2025. The suspension"],
  ["agency", { subscriptionId: null }, "You still have the Agency plan we gave you."],
  ["pay_per_post", { subscriptionId: null }, "Your Pay-Per-Post plan is paid until November 24, 2025."],
] as const)(
  "a lifted suspension's email says what's left of a plan: %s %o",
  (plan, { ended, ...given }: { ended?: true; status?: string; subscriptionId?: null }, words) => {
    const periodEnd = new Date("2025-11-24T12:00:00Z");
    const now = periodEnd.getTime() + (ended ? 1 : -1) * day;
    const stored = { plan, status: "active", subscriptionId: "sub_1", periodEnd, ...given };
    const [first] = standingWords(stored, { zone: "UTC", now });
    expect(first?.startsWith(words)).toBe(true);
  },
);
