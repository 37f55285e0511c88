import { stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { describe, expect, test } from "vitest";
import { createRecoveryLink } from "~/features/accounts/recovering.server";
import { suspendPerson } from "~/features/accounts/suspending.server";
import { openText } from "~/features/notifications/mailing.server";
import { changePlan, previewChange } from "~/features/payments/changing-plan.server";
import { startCheckout } from "~/features/payments/checking-out.server";
import { converge, convergeCustomer } from "~/features/payments/converging.server";
import { liftAndTell } from "~/features/payments/lifting.server";
import { executeRefund } from "~/features/payments/paying-back.server";
import { decideRefund, requestRefund } from "~/features/payments/refunding.server";
import { sumOf } from "~/features/payments/refunds";
import { findOwed, joinAfresh, startOver } from "~/features/payments/starting-over.server";
import { findRefund } from "~/features/payments/waiting-refunds.server";
import { db, pool, transaction } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { PaymentRefused, type PaymentsPort } from "~/platform/payments/payments-port.server";
import { failRefund } from "../../../sandbox/stripe/charging";
import { begin, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { payCheckout } from "../../../tests/support/paying";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  newClient,
  type Person,
  signInAgain,
} from "../../../tests/support/people";
import { removeLeavers, requestDeletion } from "./removing.server";
import { switchRole } from "./switching.server";

// What happens to an account's payments when its owner switches types, leaves or starts over.

const day = 86_400_000;

async function suspend(admin: Person, person: Person, until: Date | null): Promise<void> {
  const input = { reason: "payment", words: "", until } as const;
  await transaction((tx) => suspendPerson(tx, admin, person.userId, input));
}

const charged = async (person: Person) => {
  const customer = await customerOf(person);
  return Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer);
};
const living = async (person: Person) => {
  const customer = await customerOf(person);
  return Object.values(stripe.account.tables.subscriptions).filter(
    (one) => one.customer === customer && one.status !== "canceled",
  );
};

describe("a creator who becomes a Service Provider", () => {
  test("can't start a checkout, and an open one is expired", async () => {
    const person = await makeCreator();
    const url = await begin(person, priceOf("pro", "month"));
    expect(await switchRole(person, "contributor")).toEqual({ ok: true });
    // `person` still says creator here, as in a request that began before the switch.
    expect(await startCheckout(person, priceOf("agency", "month"))).toMatchObject({ refused: "closed" });
    const customerId = await customerOf(person);
    expect(
      await db.$queryRaw`SELECT FROM graphile_worker.jobs WHERE key = ${`payments:converge:${customerId}`}`,
    ).toHaveLength(1);
    await convergeCustomer(customerId);
    expect((await payCheckout(url)).status).toBe(410);
  });

  test.each([
    ["pro", "month"],
    ["pay_per_post", null],
  ] as const)("gets back, once, a payment made just before the switch: %s", async (plan, interval) => {
    const person = await makeCreator();
    const url = await begin(person, priceOf(plan, interval));
    // The checkout was paid at Stripe, but we haven't heard about it yet.
    await payCheckout(url);
    expect(await switchRole(person, "contributor")).toEqual({ ok: true });
    for (let times = 0; times < 2; times += 1) await converge(person.userId);
    expect((await charged(person)).map(({ amount, refunded }) => amount - refunded)).toEqual([0]);
    expect(await living(person)).toEqual([]);
    const title = "We refunded your payment";
    expect(await db.notification.count({ where: { userId: person.userId, title } })).toBe(1);
  });

  test("gets the payment back even if the plan is stored at the same time", async () => {
    const person = await makeCreator();
    await payCheckout(await begin(person, priceOf("pro", "month")));
    const [done] = await Promise.all([switchRole(person, "contributor"), converge(person.userId)]);
    await converge(person.userId);
    const renewing = await living(person);
    expect(renewing).toHaveLength(done.ok ? 0 : 1);
  });
});

describe("email to an unconfirmed address", () => {
  const unconfirmed = async () => {
    const person = await makeCreator();
    await db.user.update({ where: { id: person.userId }, data: { confirmedAt: null } });
    return { ...person, isConfirmed: false };
  };
  const subjectsTo = async ({ email }: Person) =>
    (await db.outboxMail.findMany({ where: { toAddress: email }, orderBy: { createdAt: "asc" } })).map(
      ({ subject }) => subject,
    );

  test("includes everything about money once it has paid: receipts, refunds, suspensions and the account's end", async () => {
    const [admin, person] = [await makeAdmin(), await unconfirmed()];
    await buy(person, "pay_per_post", null);
    const [payment] = await db.payment.findMany({ where: { userId: person.userId } });
    const cents = payment?.amountCents ?? 0;
    await requestRefund(person, payment?.id ?? "", { cents, reason: "" });
    const { id } = await db.refundRequest.findFirstOrThrow({ where: { userId: person.userId } });
    await decideRefund(admin, id, { approve: false, cents, note: "It was used.", isAbuse: true });
    await suspend(admin, person, new Date(Date.now() + day));
    await transaction((tx) => liftAndTell(tx, admin, person.userId));
    const { password } = person;
    // The suspension ended the session.
    await requestDeletion(await signInAgain(person), { password }, newClient());
    await removeLeavers(new Date(Date.now() + 12 * day));
    const leaving = await db.outboxMail.findMany({ where: { userId: person.userId, kind: "leaving" } });
    // The address may belong to someone else, who must not decide whether the account stays.
    for (const { textBody } of leaving) expect(openText(textBody)).not.toContain("/come-back/");
    const before = await subjectsTo(person);
    await removeLeavers(new Date(Date.now() + 15 * day));
    expect([...before, ...(await subjectsTo(person))]).toEqual([
      "You're on Pay-Per-Post",
      "Your refund was declined",
      "Your account is suspended",
      "Your suspension is lifted",
      "Your Matchcut account will be deleted in 14 days",
      "Your Matchcut account will be deleted in three days",
      "Your Matchcut account has been deleted",
    ]);
  });

  test("includes a first payment that we refund right away", async () => {
    const [admin, person] = [await makeAdmin(), await unconfirmed()];
    const url = await begin(person, priceOf("pay_per_post", null));
    await suspend(admin, person, null);
    stripe.account.move(2_000);
    await payCheckout(url);
    stripe.account.move(-2_000);
    await converge(person.userId);
    expect(await subjectsTo(person)).toEqual(["We refunded your payment"]);
  });

  test("includes nothing if the account has never paid", async () => {
    const [admin, person] = [await makeAdmin(), await unconfirmed()];
    await begin(person, priceOf("pro", "month"));
    await suspend(admin, person, new Date(Date.now() + day));
    await transaction((tx) => liftAndTell(tx, admin, person.userId));
    const { password } = person;
    await requestDeletion(await signInAgain(person), { password }, newClient());
    await removeLeavers(new Date(Date.now() + 15 * day));
    expect(await subjectsTo(person)).toEqual([]);
  });
});

describe("starting over an unconfirmed account", () => {
  const startOverOf = async (person: Person) => {
    await db.user.update({ where: { id: person.userId }, data: { confirmedAt: null } });
    const { token } = await createRecoveryLink(db, person.userId);
    return {
      owed: await findOwed(token),
      join: () =>
        joinAfresh(token, { fullName: "Odalys Fenwick", password: "a-new-harbour-41" }, newClient()),
    };
  };
  /** Moves all payments and plan periods that many days into the past, here and at Stripe. */
  async function age(days: number): Promise<void> {
    stripe.account.age(days * 86_400);
    const by = `- interval '${days} days'`;
    await pool.query(`UPDATE payments SET paid_at = paid_at ${by}`);
    await pool.query(
      `UPDATE user_subscriptions SET current_period_start = current_period_start ${by}, current_period_end = current_period_end ${by}`,
    );
  }
  const refunded = async (person: Person) => (await charged(person)).map((one) => one.refunded);
  async function work(person: Person): Promise<void> {
    const { userId } = person;
    const told = await db.refundRequest.findFirst({ where: { userId }, select: { toldId: true } });
    await startOver(userId, told?.toldId ?? null);
    const requests = await db.refundRequest.findMany({
      where: { occasion: "started-over", status: "accepted" },
    });
    for (const { id } of requests) await executeRefund(id);
  }
  const mailsTo = ({ email }: Person) =>
    db.outboxMail.findMany({
      where: { toAddress: email, kind: "payment", subject: { contains: "earlier account" } },
    });

  test("refunds the unused days of a year to the card, once, and emails the address", async () => {
    const person = await makeCreator();
    await buy(person, "pro", "year");
    await age(20);
    const { owed, join } = await startOverOf(person);
    const [charge] = await charged(person);
    const cents = Math.floor(((charge?.amount ?? 0) * 344) / 365);
    expect(owed).toEqual({ cents });
    const both = await Promise.all([join(), join()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) await work(person);
    expect(await refunded(person)).toEqual([cents]);
    expect(await living(person)).toEqual([]);
    const [mail, ...others] = await mailsTo(person);
    expect(others).toEqual([]);
    expect(mail?.textBody).toContain(`We've refunded $${(cents / 100).toFixed(2)} to the card`);
    const customer = await customerOf(person);
    await removeLeavers();
    const charges = Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer);
    expect(charges.map((one) => one.refunded)).toEqual([cents]);
  });

  test("refunds a pay-per-post purchase in full if it brought no match, and otherwise nothing", async () => {
    const [lone, matched, asking] = [await makeCreator(), await makeCreator(), await makeCreator()];
    const contributor = await makeContributor();
    for (const person of [lone, matched, asking]) await buy(person, "pay_per_post", null);
    await db.match.create({ data: { creatorId: matched.userId, contributorId: contributor.userId } });
    // Admins decide a refund that was requested before.
    const { id } = await db.payment.findFirstOrThrow({ where: { userId: asking.userId } });
    expect(await requestRefund(asking, id, { cents: 2500, reason: "" })).toEqual({ ok: true });
    const paidAgo = async (days: number) => {
      const paidAt = new Date(Date.now() - days * day);
      await db.payment.updateMany({ where: { userId: lone.userId }, data: { paidAt } });
      return (await startOverOf(lone)).owed;
    };
    expect([await paidAgo(44.1), await paidAgo(43.9)]).toEqual([{ cents: 0 }, { cents: 2500 }]);
    // What a bank has taken back isn't owed.
    for (const status of ["disputed", "paid"]) {
      await db.payment.updateMany({ where: { userId: lone.userId }, data: { status } });
      expect((await startOverOf(lone)).owed).toEqual({ cents: status === "paid" ? 2500 : 0 });
    }
    for (const [person, isWhole] of [
      [lone, true],
      [matched, false],
      [asking, false],
    ] as const) {
      const [charge] = await charged(person);
      const cents = isWhole ? (charge?.amount ?? 0) : 0;
      const { owed, join } = await startOverOf(person);
      expect(owed).toEqual({ cents });
      await join();
      await work(person);
      expect(await refunded(person)).toEqual([cents]);
    }
  });

  test("after a change of plan within the period, refunds the unused part of the new plan, from the last payment", async () => {
    const [person, yearly] = [await makeCreator(), await makeCreator()];
    for (const [payer, priceId] of [
      [person, priceOf("agency", "month")],
      [yearly, priceOf("pro", "year")],
    ] as const) {
      await buy(payer, "pro", "month");
      const preview = await previewChange(payer, priceId, new Date());
      if (!preview.ok || preview.change.kind !== "now") throw new Error("no upgrade");
      const { dueCents, at } = preview.change;
      await changePlan(payer, { priceId, dueCents, at });
    }
    await age(10);
    expect((await startOverOf(yearly)).owed?.cents).toBeGreaterThan(24_000);
    const subscription = { where: { userId: yearly.userId } };
    const ended = { currentPeriodEnd: new Date(Date.now() - 1_000) };
    const { currentPeriodEnd } = await db.userSubscription.findUniqueOrThrow(subscription);
    await db.userSubscription.update({ ...subscription, data: ended });
    expect((await startOverOf(yearly)).owed).toEqual({ cents: 0 });
    await db.userSubscription.update({ ...subscription, data: { currentPeriodEnd, status: "past_due" } });
    expect((await startOverOf(yearly)).owed).toEqual({ cents: 0 });
    const { join } = await startOverOf(person);
    await join();
    await work(person);
    const sums = await charged(person);
    const paid = sums.reduce((cents, { amount }) => cents + amount, 0);
    const back = sums.reduce((cents, one) => cents + one.refunded, 0);
    expect(back / paid).toBeGreaterThan(0.6);
    expect(back / paid).toBeLessThan(0.68);
  });

  test("counts a payment that Stripe hasn't reported yet, and refunds one that's made afterward", async () => {
    const [unheard, late] = [await makeCreator(), await makeCreator()];
    await payCheckout(await begin(unheard, priceOf("pay_per_post", null)));
    const { join } = await startOverOf(unheard);
    await join();
    const url = await begin(late, priceOf("pro", "month"));
    await (await startOverOf(late)).join();
    stripe.account.move(2_000);
    await payCheckout(url);
    stripe.account.move(-2_000);
    for (const person of [unheard, late]) {
      await work(person);
      const [charge] = await charged(person);
      expect(await refunded(person)).toEqual([charge?.amount]);
      expect(await living(person)).toEqual([]);
    }
  });

  test("keeps the refund after the account is deleted; admins see one that Stripe refuses, and retry it", async () => {
    const [admin, person] = [await makeAdmin(), await makeCreator()];
    await buy(person, "pay_per_post", null);
    await (await startOverOf(person)).join();
    const { id } = await db.refundRequest.findFirstOrThrow({ where: { userId: person.userId } });
    const customer = await customerOf(person);
    await removeLeavers();
    expect(await db.user.count({ where: { id: person.userId } })).toBe(0);
    const refusing = { ...payments, refund: () => Promise.reject(new PaymentRefused("expired_card", null)) };
    await executeRefund(id, refusing as unknown as PaymentsPort);
    const waiting = await findRefund(id);
    expect(waiting).toMatchObject({ status: "failed", occasion: "started-over" });
    const cents = sumOf(waiting?.parts ?? []);
    expect(await decideRefund(admin, id, { approve: true, cents, note: "" })).toEqual({ ok: true });
    await executeRefund(id);
    const charges = Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer);
    expect(charges.map(({ amount, refunded: back }) => amount - back)).toEqual([0]);
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test("emails the address if an admin closes a refund that Stripe refuses, and others can be approved unless they're charged back", async () => {
    const admin = await makeAdmin();
    const people = [await makeCreator(), await makeCreator()];
    const refusing = { ...payments, refund: () => Promise.reject(new PaymentRefused("expired_card", null)) };
    for (const person of people) {
      await buy(person, "pay_per_post", null);
      await (await startOverOf(person)).join();
      const { id } = await db.refundRequest.findFirstOrThrow({ where: { userId: person.userId } });
      await executeRefund(id, refusing as unknown as PaymentsPort);
    }
    const [closed, waiting] = people as [Person, Person];
    const { id } = await db.refundRequest.findFirstOrThrow({ where: { userId: closed.userId } });
    const decline = { approve: false, cents: 0, note: "We sent a check instead." };
    expect(await decideRefund(admin, id, decline)).toEqual({ ok: true });
    const subject = "Your refund is closed";
    const mails = await db.outboxMail.findMany({ where: { subject } });
    const [mail] = mails.filter(({ toAddress }) => toAddress === closed.email);
    expect(openText(mail?.textBody ?? "")).toContain("Our note: We sent a check instead.");
    expect(mails.filter(({ toAddress }) => toAddress === waiting.email)).toEqual([]);
    const failed = await db.refundRequest.findFirstOrThrow({ where: { userId: waiting.userId } });
    const setStatus = (status: string) =>
      db.payment.update({ where: { id: failed.paymentId }, data: { status } });
    const partsOf = async () => (await findRefund(failed.id))?.parts.map(({ cents }) => cents);
    const approve = () => decideRefund(admin, failed.id, { approve: true, cents: 2500, note: "" });
    await setStatus("disputed");
    expect([await partsOf(), await approve()]).toEqual([[], { ok: false, refused: "outdated" }]);
    await setStatus("paid");
    expect([await partsOf(), await approve()]).toEqual([[2500], { ok: true }]);
  });

  test("reports a refund as returned if the bank sends it back, even after the account is deleted", async () => {
    const person = await makeCreator();
    await buy(person, "pro", "month");
    await age(10);
    await (await startOverOf(person)).join();
    await work(person);
    const customer = await customerOf(person);
    const { id } = await db.refundRequest.findFirstOrThrow({ where: { userId: person.userId } });
    expect(await findRefund(id)).toMatchObject({ status: "refunded" });
    await removeLeavers();
    await convergeCustomer(customer);
    expect(await findRefund(id)).toMatchObject({ status: "refunded" });
    for (const refund of Object.values(stripe.account.tables.refunds))
      if (stripe.account.get("charges", refund.charge).customer === customer)
        failRefund(stripe.account, refund.id);
    await convergeCustomer(customer);
    expect(await findRefund(id)).toMatchObject({ status: "returned" });
  });
});
