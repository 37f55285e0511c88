import { stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { convergeTask, findSubscription } from "~/features/plans/subscribing.server";
import { db } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { closeDispute, dispute } from "../../../sandbox/stripe/charging";
import { begin, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { payCheckout } from "../../../tests/support/paying";
import { makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { changePlan, previewChange, setRenewal } from "./changing-plan.server";
import { converge } from "./converging.server";
import { followEvent, receiveEvent } from "./reconciling.server";

/** WEBHOOK_ORDERS is how many random orders to try. 1,000 take four minutes. */
const orders = Number(process.env.WEBHOOK_ORDERS ?? 25);
type Event = ReturnType<typeof stripe.webhooks.take>[number];

beforeEach(() => {
  stripe.webhooks.take();
});

/** A person's stored payments, without the columns that change with each read. */
async function stateOf({ userId }: Person) {
  const { version, ...subscription } = (await findSubscription(userId)) ?? { version: 0 };
  const payments = await db.payment.findMany({
    where: { userId },
    orderBy: { id: "asc" },
    omit: { updatedAt: true },
  });
  const receipts = await db.receipt.findMany({ where: { userId }, orderBy: { id: "asc" } });
  return { subscription, payments, receipts };
}

async function queuedJobs(customerId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ jobs: number }[]>`
    SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE key = ${`${convergeTask}:${customerId}`}`;
  return row?.jobs ?? 0;
}

/** Deletes the queued job, and does what the worker would do for it. */
async function runJob(customerId: string): Promise<void> {
  await db.$executeRaw`SELECT graphile_worker.remove_job(${`${convergeTask}:${customerId}`})`;
  await followEvent({ customerId });
}

describe("webhooks", () => {
  test("are refused if forged, unsigned or stale, and stored once if repeated", async () => {
    const creator = await makeCreator();
    await payCheckout(await begin(creator, priceOf("pro", "month")));
    const event = stripe.webhooks.take().find(({ type }) => type === "customer.subscription.created");
    if (!event) throw new Error("no event");
    const stale = stripe.webhooks.sign(event.body, Math.floor(Date.now() / 1000) - 301);
    for (const signature of [stale, "", "t=1,v1=00", event.signature.replace(/.$/, "x")])
      expect(await receiveEvent(event.body, signature)).toEqual({ ok: false, refused: "forged" });
    expect(await receiveEvent(`${event.body} `, event.signature)).toEqual({ ok: false, refused: "forged" });
    const before = await db.paymentEvent.count();
    for (let times = 0; times < 3; times += 1)
      expect(await receiveEvent(event.body, event.signature)).toEqual({ ok: true });
    expect(await db.paymentEvent.count()).toBe(before + 1);
    const jobs = await db.$queryRaw<{ payload: unknown }[]>`
      SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'customerId' = ${await customerOf(creator)}`;
    expect(jobs).toEqual([{ payload: { customerId: await customerOf(creator) } }]);
  });

  test("about unknown objects or customers are accepted", async () => {
    const stranger = await payments?.createCustomer({ userId: "none", email: "x@example.com" }, "stranger");
    const sent = (type: string, object: object) => {
      const body = JSON.stringify({
        id: `evt_${type}`,
        object: "event",
        api_version: "2026-10-28.endive",
        created: Math.floor(Date.now() / 1000),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: null,
        type,
      });
      return receiveEvent(body, stripe.webhooks.sign(body));
    };
    const before = await db.paymentEvent.count();
    for (const type of ["radar.early_fraud_warning.created", "invoice.created", "charge.succeeded"])
      expect(await sent(type, { customer: stranger })).toEqual({ ok: true });
    expect(await sent("invoice.paid", { id: "in_x", object: "invoice" })).toEqual({ ok: true });
    expect(await db.paymentEvent.count()).toBe(before);
    const types = [
      ...["completed", "expired", "async_payment_succeeded"].map((what) => `checkout.session.${what}`),
      ...["created", "updated", "deleted"].map((what) => `customer.subscription.${what}`),
      ...["updated", "released"].map((what) => `subscription_schedule.${what}`),
      ...["paid", "payment_failed", "payment_action_required"].map((what) => `invoice.${what}`),
      ...["voided", "marked_uncollectible"].map((what) => `invoice.${what}`),
      ...["charge.refunded", "charge.dispute.created", "charge.dispute.closed", "refund.failed"],
    ];
    for (const type of types) expect(await sent(type, { customer: stranger })).toEqual({ ok: true });
    await followEvent({ customerId: stranger });
    const stored = await db.paymentEvent.findMany({ where: { customerId: stranger } });
    expect(stored.map(({ type }) => type).sort()).toEqual(types.sort());
    for (const { processedAt } of stored) expect(processedAt).not.toBeNull();
    await db.paymentEvent.deleteMany({ where: { customerId: stranger } });
  });

  test("about a single charge without a customer are each marked as processed", async () => {
    const creator = await makeCreator();
    await buy(creator, "pay_per_post", null);
    const charge = Object.values(stripe.account.tables.charges).at(-1);
    const { paymentIntentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
    stripe.webhooks.take();
    await payments?.refund(
      { intentId: paymentIntentId ?? "", amountCents: 1, reason: "duplicate" },
      "one cent",
    );
    const refunds = stripe.webhooks.take();
    for (const { body, signature } of refunds) await receiveEvent(body, signature);
    const stored = await db.paymentEvent.findMany({
      where: { type: { in: ["charge.refunded", "refund.created"] } },
    });
    expect(stored).toHaveLength(2);
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE payload->>'chargeId' = ${charge?.id}`;
    dispute(stripe.account, { id: charge?.id ?? "" });
    closeDispute(stripe.account, charge?.id ?? "", "won");
    const events = stripe.webhooks.take();
    for (const { body, signature } of events) await receiveEvent(body, signature);
    const jobs = await db.$queryRaw<{ payload: Record<string, unknown> }[]>`
      SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'chargeId' = ${charge?.id}`;
    expect(jobs).toHaveLength(2);
    for (const { payload } of jobs) await followEvent(payload);
    const ofDispute = { type: { startsWith: "charge.dispute." } };
    expect(await db.paymentEvent.findMany({ where: ofDispute })).toMatchObject([
      { processedAt: expect.any(Date) },
      { processedAt: expect.any(Date) },
    ]);
  });

  test("about a charge are marked as processed once its customer's state is fetched, or right away if it has no customer", async () => {
    const creator = await makeCreator();
    await buy(creator, "pay_per_post", null);
    const charge = Object.values(stripe.account.tables.charges).at(-1);
    if (!charge) throw new Error("no charge");
    const eventId = "evt_of_charge";
    await db.paymentEvent.create({ data: { id: eventId, type: "charge.refunded" } });
    const job = { chargeId: charge.id, eventId };
    const marked = async () => {
      const { customerId, processedAt } = await db.paymentEvent.findUniqueOrThrow({ where: { id: eventId } });
      return [customerId, processedAt !== null];
    };
    stripe.faults.next(50, "error", 1);
    await expect(followEvent(job)).rejects.toThrow();
    stripe.faults.next(0, "error");
    expect(await marked()).toEqual([charge.customer, false]);
    await followEvent(job);
    expect(await marked()).toEqual([charge.customer, true]);

    await db.paymentEvent.update({ where: { id: eventId }, data: { customerId: null, processedAt: null } });
    Object.assign(charge, { customer: null });
    await followEvent(job);
    expect(await marked()).toEqual([null, true]);
    // These payloads are from an older version or damaged. The job ends without asking the provider, because a retry
    // wouldn't help.
    const before = stripe.requests();
    await expect(followEvent({ eventId })).resolves.toBeUndefined();
    expect(stripe.requests()).toBe(before);
  });

  test(
    "have the same result in any order and any number as in the right order",
    async () => {
      const creator = await makeCreator();
      await makeProject(creator);
      await payCheckout(await begin(creator, priceOf("pay_per_post", null)));
      await converge(creator.userId);
      await buy(creator, "pro", "month");
      const agency = priceOf("agency", "month");
      const preview = await previewChange(creator, agency);
      if (!preview.ok || preview.change.kind !== "now") throw new Error("no preview");
      await changePlan(creator, {
        priceId: agency,
        dueCents: preview.change.dueCents,
        at: preview.change.at,
      });
      await setRenewal(creator, false);
      const customerId = await customerOf(creator);
      const events = stripe.webhooks.take();
      const clean = await stateOf(creator);
      expect(clean.subscription).toMatchObject({ plan: "agency", cancelsAtPeriodEnd: true });
      expect(events.length).toBeGreaterThan(12);

      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ event: fc.nat(events.length - 1), work: fc.nat(9) }), {
            minLength: events.length,
            maxLength: events.length * 2,
          }),
          fc.constantFrom("free", "pay_per_post", "pro"),
          async (steps, planType) => {
            await forget(creator, planType);
            const signed = events.map(({ body }) => ({ body, signature: stripe.webhooks.sign(body) }));
            for (const { event, work } of steps) {
              const { body, signature } = signed[event] ?? (signed[0] as Event);
              await receiveEvent(body, signature);
              // The worker sometimes runs a job before the next webhook arrives.
              if (work === 0 && (await queuedJobs(customerId)) > 0) await runJob(customerId);
            }
            if ((await queuedJobs(customerId)) > 0) await runJob(customerId);
            expect(await stateOf(creator)).toEqual(clean);
            expect(await db.paymentEvent.count({ where: { customerId, processedAt: null } })).toBe(0);
          },
        ),
        { numRuns: orders },
      );
    },
    orders * 1_500 + 60_000,
  );

  /** Restores the state from before the webhooks, when the last purchases weren't known yet. */
  async function forget({ userId }: Person, planType: "free" | "pay_per_post" | "pro"): Promise<void> {
    await db.paymentEvent.deleteMany();
    await db.receipt.deleteMany({ where: { userId } });
    await db.userSubscription.update({
      where: { userId },
      data: {
        planType,
        status: "active",
        stripeSubscriptionId: null,
        cancelAtPeriodEnd: false,
        nextPlan: null,
      },
    });
  }
});
