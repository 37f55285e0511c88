import { stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { describe, expect, test } from "vitest";
import { planOf } from "~/features/plans/plan-in-force.server";
import { listStaleSubscribers } from "~/features/plans/subscribing.server";
import { db } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { PaymentsUnavailable } from "~/platform/payments/payments-port.server";
import { failRefund } from "../../../sandbox/stripe/charging";
import { begin, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { cards, payCheckout } from "../../../tests/support/paying";
import { makeAdmin, makeCreator } from "../../../tests/support/people";
import { converge } from "./converging.server";
import { executeRefund } from "./paying-back.server";
import { reconcile } from "./reconciling.server";
import { decideRefund, findPaid, requestRefund } from "./refunding.server";

describe("what webhooks missed", () => {
  test("a payment whose customer never came back is found by the job", async () => {
    const creator = await makeCreator();
    await payCheckout(await begin(creator, priceOf("pro", "year")));
    await db.payment.updateMany({
      where: { userId: creator.userId },
      data: { createdAt: new Date(Date.now() - 20 * 60_000) },
    });
    await reconcile();
    expect(await planOf(creator)).toMatchObject({ plan: "pro", billingInterval: "year" });
  });

  test("an event whose job was lost, and a subscription that hasn't been updated for a day, are found by the job", async () => {
    const [one, two] = [await makeCreator(), await makeCreator()];
    for (const creator of [one, two]) await buy(creator, "pro", "month");
    for (const creator of [one, two]) await portalCancels(await customerOf(creator));
    await db.paymentEvent.create({
      data: {
        id: "evt_forgotten",
        type: "customer.subscription.updated",
        customerId: await customerOf(one),
        receivedAt: new Date(Date.now() - 11 * 60_000),
      },
    });
    await db.$executeRaw`UPDATE user_subscriptions SET updated_at = now() - interval '25 hours' WHERE user_id = ${two.userId}::uuid`;
    await reconcile();
    for (const creator of [one, two]) expect((await planOf(creator)).cancelAtPeriodEnd).toBe(true);
    expect(await db.paymentEvent.count({ where: { id: "evt_forgotten", processedAt: null } })).toBe(0);
  });

  test("the job leaves each kind alone until webhooks and other jobs have had enough time", async () => {
    const [returning, leaving, asking, told] = await Promise.all([1, 2, 3, 4].map(() => makeCreator()));
    const admin = await makeAdmin();
    if (!returning || !leaving || !asking || !told) throw new Error("no people");
    await payCheckout(await begin(returning, priceOf("pro", "year")));
    const unopened = { userId: leaving.userId, planType: "pro", priceId: "price_x" } as const;
    await db.payment.create({ data: unopened });
    for (const creator of [asking, told]) await buy(creator, "pro", "month");
    const { id: paymentId } = await db.payment.findFirstOrThrow({ where: { userId: asking.userId } });
    await requestRefund(asking, paymentId, { cents: 2499, reason: "" });
    const { id: requestId } = await db.refundRequest.findUniqueOrThrow({ where: { paymentId } });
    await decideRefund(admin, requestId, { approve: true, cents: 2499, note: "" });
    const customerId = await customerOf(told);
    await db.paymentEvent.create({ data: { id: "evt_open", type: "invoice.paid", customerId } });
    await db.paymentEvent.create({ data: { id: "evt_done", type: "invoice.paid" } });

    const statesAfter = async (minutes: number) => {
      const ago = (limit: number) => new Date(Date.now() - (limit + minutes) * 60_000);
      const aged = [
        [returning, 15],
        [leaving, 25 * 60],
      ] as const;
      for (const [{ userId }, limit] of aged)
        await db.payment.updateMany({ where: { userId }, data: { createdAt: ago(limit) } });
      await db.refundRequest.update({ where: { id: requestId }, data: { decidedAt: ago(60) } });
      await db.paymentEvent.update({ where: { id: "evt_open" }, data: { receivedAt: ago(10) } });
      await db.paymentEvent.update({ where: { id: "evt_done" }, data: { processedAt: ago(60 * 24 * 60) } });
      await reconcile();
      const found = [returning, leaving].map(({ userId }) => db.payment.findFirst({ where: { userId } }));
      const [paid, closed] = await Promise.all(found);
      const events = await db.paymentEvent.findMany({ where: { id: { in: ["evt_open", "evt_done"] } } });
      return {
        ...{ returning: paid?.status, leaving: closed?.status },
        asking: (await findPaid(asking, paymentId))?.request,
        events: events.map(({ id, processedAt }) => [id, processedAt !== null]).sort(),
      };
    };
    expect(await statesAfter(-1)).toEqual({
      ...{ returning: "pending", leaving: "pending", asking: "accepted" },
      events: [
        ["evt_done", true],
        ["evt_open", false],
      ],
    });
    expect(await statesAfter(1)).toEqual({
      ...{ returning: "paid", leaving: "expired", asking: "refunded" },
      events: [["evt_open", true]],
    });
  });

  test("looks again at subscriptions after a day, or after an hour once their period is over or a payment failed", async () => {
    const states = [
      ["active", 2, 48],
      ["active", 25, 48],
      ["active", 2, -1],
      ["active", 0.5, -1],
      ["past_due", 2, 48],
      ["past_due", 0.5, 48],
    ] as const;
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const listed: boolean[] = [];
    for (const [status, hoursAgo, hoursLeft] of states) {
      const { userId } = await makeCreator();
      const period = { currentPeriodStart: inHours(-700), currentPeriodEnd: inHours(hoursLeft) };
      const data = { status, updatedAt: inHours(-hoursAgo), ...period };
      await db.userSubscription.update({
        where: { userId },
        data: { ...data, stripeSubscriptionId: `sub_${userId}` },
      });
      listed.push((await listStaleSubscribers(1_000)).includes(userId));
      await db.user.delete({ where: { id: userId } });
    }
    expect(listed).toEqual([false, true, true, false, true, false]);
  });

  test("one customer who can't be read holds up no one else, but an unavailable provider holds up everyone", async () => {
    const [damaged, other] = [await makeCreator(), await makeCreator()];
    for (const creator of [damaged, other]) await buy(creator, "pro", "month");
    await portalCancels(await customerOf(other));
    const customer = await customerOf(damaged);
    const row = Object.values(stripe.account.tables.subscriptions).find((one) => one.customer === customer);
    const { price } = row ?? {};
    Object.assign(row ?? {}, { price: "price_missing" });
    await db.$executeRaw`
      UPDATE user_subscriptions SET updated_at = now() - CASE user_id WHEN ${damaged.userId}::uuid THEN interval '9 days'
        ELSE interval '8 days' END WHERE user_id IN (${damaged.userId}::uuid, ${other.userId}::uuid)`;
    stripe.faults.next(50, "error");
    await expect(reconcile()).rejects.toThrow(PaymentsUnavailable);
    stripe.faults.next(0, "error");
    expect((await planOf(other)).cancelAtPeriodEnd).toBe(false);
    await reconcile();
    expect((await planOf(other)).cancelAtPeriodEnd).toBe(true);
    expect(await planOf(damaged)).toMatchObject({ plan: "pro", cancelAtPeriodEnd: false });
    Object.assign(row ?? {}, { price });
  });

  test("a refund of a plan that has ended is found a week after the last update", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const customerId = await customerOf(creator);
    const [ended] = (await payments?.listSubscriptions(customerId)) ?? [];
    await payments?.cancelNow(ended?.id ?? "", `ended:${customerId}`);
    await converge(creator.userId);
    const intentId = ended?.latestPayment?.intentId ?? "";
    await payments?.refund({ intentId, reason: "requested_by_customer" }, `by-hand:${customerId}`);
    const statusAfter = async (days: number) => {
      await db.$executeRaw`
        UPDATE payments SET updated_at = now() - make_interval(days => ${days}::int)
         WHERE user_id = ${creator.userId}::uuid`;
      await reconcile();
      return (await db.payment.findFirstOrThrow({ where: { userId: creator.userId } })).status;
    };
    expect(await statusAfter(6)).toBe("paid");
    expect(await statusAfter(8)).toBe("refunded");
  });

  test("a refund that a bank returns is found a week after the last update", async () => {
    const [creator, admin] = [await makeCreator(), await makeAdmin()];
    await buy(creator, "pro", "month");
    const { id: paymentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
    await requestRefund(creator, paymentId, { cents: 2499, reason: "" });
    const { id } = await db.refundRequest.findUniqueOrThrow({ where: { paymentId } });
    await decideRefund(admin, id, { approve: true, cents: 2499, note: "" });
    await executeRefund(id);
    failRefund(stripe.account, Object.keys(stripe.account.tables.refunds).at(-1) ?? "");
    const requestAfter = async (days: number) => {
      await db.$executeRaw`
        UPDATE payments SET updated_at = now() - make_interval(days => ${days}::int) WHERE id = ${paymentId}::uuid`;
      await reconcile();
      return (await findPaid(creator, paymentId))?.request;
    };
    expect([await requestAfter(6), await requestAfter(8)]).toEqual(["refunded", "returned"]);
  });

  test("the subscription of a deleted account ends, and its payments stay", async () => {
    const creator = await makeCreator();
    await buy(creator, "pay_per_post", null);
    await buy(creator, "pro", "month");
    const customerId = await customerOf(creator);
    await db.user.delete({ where: { id: creator.userId } });
    await reconcile();
    expect(await payments?.readCustomer(customerId)).toMatchObject({
      subscriptions: [{ status: "canceled" }],
      payments: [{ amountCents: 2_499, refundedCents: 0 }],
      checkouts: expect.arrayContaining([
        expect.objectContaining({ payment: expect.objectContaining({ refundedCents: 0 }) }),
      ]),
    });
    expect(stripe.account.get("customers", customerId)).toMatchObject({ email: null, metadata: {} });
    expect(await db.abandonedCustomer.count()).toBe(0);
  });

  test("a deleted account's customer whose subscription can't be ended is tried again, and doesn't hold up others", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const customerId = await customerOf(creator);
    const first = { customerId: "cus_first", abandonedAt: new Date(0) };
    await db.abandonedCustomer.create({ data: first });
    await db.user.delete({ where: { id: creator.userId } });
    stripe.faults.next(1, "invalid");
    await reconcile();
    expect(stripe.account.get("customers", customerId).email).toBeNull();
    expect(await db.abandonedCustomer.findMany()).toEqual([first]);
    await reconcile();
    expect(await db.abandonedCustomer.count()).toBe(0);
  });

  const plansAndFates = (["pay_per_post", "pro"] as const).flatMap((plan) =>
    (["kept", "given back", "charged back"] as const).map((fate) => [plan, fate] as const),
  );
  test.each(plansAndFates)(
    "a payment made after its account was deleted (%s, %s) is refunded once, and what it bought ends",
    async (plan, fate) => {
      const creator = await makeCreator();
      const url = await begin(creator, priceOf(plan, plan === "pro" ? "month" : null));
      const customerId = await customerOf(creator);
      await db.user.delete({ where: { id: creator.userId } });
      stripe.account.move(2_000);
      await payCheckout(url, fate === "charged back" ? cards.disputed : cards.good);
      stripe.account.move(-2_000);
      const ofCustomer = ({ customer }: { customer: string }) => customer === customerId;
      const [paid] = Object.values(stripe.account.tables.charges).filter(ofCustomer);
      const byHand = { intentId: paid?.intent ?? "", reason: "requested_by_customer" } as const;
      if (fate === "given back") await payments?.refund(byHand, `by-hand:${customerId}`);
      const [abandoned] = await db.abandonedCustomer.findMany({ where: { customerId } });
      await reconcile();
      // The row is still there, as after a run that was interrupted at its very end.
      await db.abandonedCustomer.create({ data: { customerId, ...abandoned } });
      await reconcile();
      expect(paid?.refunded).toBe(fate === "charged back" ? 0 : paid?.amount);
      for (const { status } of (await payments?.listSubscriptions(customerId)) ?? [])
        expect(status).toBe("canceled");
      expect(stripe.account.get("customers", customerId).email).toBeNull();
      expect(await db.abandonedCustomer.count()).toBe(0);
    },
  );

  async function portalCancels(customerId: string): Promise<void> {
    const [subscription] = (await payments?.listSubscriptions(customerId)) ?? [];
    await payments?.setCancelAtPeriodEnd(subscription?.id ?? "", true, `portal:${customerId}`);
  }
});
