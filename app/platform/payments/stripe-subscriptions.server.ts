import type Stripe from "stripe";
import type { PaymentsSide, Subscription } from "./payments-side.server";
import { orNull, translating } from "./stripe-errors.server";
import { type ChargeState, chargeFrom, idOf, subscriptionFrom } from "./stripe-states.server";

/** A chargeback that was won takes no money, nor does an inquiry (`warning_…`), which may become one. */
export const takesMoney = ({ status }: Stripe.Dispute) => status !== "won" && !status.startsWith("warning_");

/** Null if it has not succeeded. Its charge must be expanded; asks once more if that was ever disputed. */
export async function findCharge(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeState | null> {
  const charge = intent.latest_charge;
  const wasDisputed = typeof charge === "object" && charge?.disputed;
  const disputes = wasDisputed ? await stripe.disputes.list({ payment_intent: intent.id }) : { data: [] };
  return chargeFrom(intent, disputes.data.some(takesMoney));
}

/** Payment intents of the newest paid invoices, by subscription. */
async function listLatestPayments(
  stripe: Stripe,
  customer: string,
): Promise<Map<string, Subscription["latestPayment"]>> {
  const invoices = await stripe.invoices.list({
    customer,
    status: "paid",
    limit: 100,
    expand: ["data.payments"],
  });
  const latest = new Map<string, { invoice: Stripe.Invoice; intentId: string }>();
  for (const invoice of invoices.data) {
    const subscription = idOf(invoice.parent?.subscription_details?.subscription);
    const paid = invoice.payments?.data.find(({ status }) => status === "paid");
    const intentId = idOf(paid?.payment.payment_intent);
    if (subscription && intentId && !latest.has(subscription))
      latest.set(subscription, { invoice, intentId });
  }
  const payments = [...latest].map(async ([subscription, { invoice, intentId }]) => {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] });
    const charge = await findCharge(stripe, intent);
    if (!charge) return [subscription, null] as const;
    const { refundedCents, isDisputed, card } = charge;
    const amountCents = invoice.amount_paid;
    return [subscription, { intentId, amountCents, refundedCents, isDisputed, card }] as const;
  });
  return new Map(await Promise.all(payments));
}

async function findItem(stripe: Stripe, subscriptionId: string) {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = subscription.items.data;
  if (!item) throw new Error("A subscription without items");
  return { subscription, item, scheduleId: idOf(subscription.schedule) };
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

type SubscriptionCalls = Pick<
  PaymentsSide,
  | "listSubscriptions"
  | "previewChange"
  | "changeNow"
  | "changeAtPeriodEnd"
  | "keepPrice"
  | "setCancelAtPeriodEnd"
  | "cancelNow"
>;

/** The port's calls about subscriptions and their schedules. */
export function subscriptionCalls(stripe: Stripe): SubscriptionCalls {
  return {
    listSubscriptions: translating(async (customer) => {
      const [subscriptions, payments] = await Promise.all([
        stripe.subscriptions.list({ customer, status: "all", limit: 100, expand: ["data.schedule"] }),
        listLatestPayments(stripe, customer),
      ]);
      return subscriptions.data.map((one) => subscriptionFrom(one, payments.get(one.id) ?? null));
    }),
    previewChange: translating(async ({ subscriptionId, priceId, at }) => {
      const { item } = await findItem(stripe, subscriptionId);
      const { total, amount_due } = await stripe.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: {
          items: [{ id: item.id, price: priceId }],
          proration_behavior: "always_invoice",
          proration_date: secondsOf(at),
        },
      });
      // Credit from earlier changes lowers what is due.
      return { dueCents: total < 0 ? total : amount_due };
    }),
    changeNow: translating(async ({ subscriptionId, priceId, at }, key) => {
      const { item, scheduleId } = await findItem(stripe, subscriptionId);
      if (item.price.id !== priceId) {
        await stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ id: item.id, price: priceId }],
            proration_behavior: "always_invoice",
            proration_date: secondsOf(at),
            payment_behavior: "error_if_incomplete",
          },
          { idempotencyKey: key },
        );
      }
      // After the charge: a declined card leaves the scheduled change, too.
      if (scheduleId) await release(stripe, scheduleId, key);
    }),
    changeAtPeriodEnd: translating((change, key) => scheduleChange(stripe, change, key)),
    keepPrice: translating(async (subscriptionId, key) => {
      const { scheduleId } = await findItem(stripe, subscriptionId);
      if (scheduleId) await release(stripe, scheduleId, key);
    }),
    setCancelAtPeriodEnd: translating(async (subscriptionId, cancels, key) => {
      const { subscription, scheduleId } = await findItem(stripe, subscriptionId);
      if (subscription.cancel_at_period_end === cancels) return;
      // Stripe refuses to cancel a subscription that has a schedule.
      if (scheduleId) await release(stripe, scheduleId, key);
      await stripe.subscriptions.update(
        subscriptionId,
        { cancel_at_period_end: cancels },
        { idempotencyKey: key },
      );
    }),
    cancelNow: translating(async (subscriptionId, key) => {
      await orNull(stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: key }));
    }),
  };
}

async function release(stripe: Stripe, scheduleId: string, key: string): Promise<void> {
  await stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: `${key}-release` });
}

async function scheduleChange(
  stripe: Stripe,
  { subscriptionId, priceId }: { subscriptionId: string; priceId: string },
  key: string,
): Promise<void> {
  const { subscription, item, scheduleId } = await findItem(stripe, subscriptionId);
  const { recurring } = await stripe.prices.retrieve(priceId);
  const interval = recurring?.interval === "year" ? "year" : "month";
  if (subscription.cancel_at_period_end) {
    await stripe.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: false },
      { idempotencyKey: `${key}-resume` },
    );
  }
  const schedule = scheduleId
    ? await stripe.subscriptionSchedules.retrieve(scheduleId)
    : await stripe.subscriptionSchedules.create(
        { from_subscription: subscriptionId },
        { idempotencyKey: `${key}-schedule` },
      );
  await stripe.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: "release",
      proration_behavior: "none",
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: schedule.current_phase?.start_date ?? item.current_period_start,
          end_date: item.current_period_end,
        },
        { items: [{ price: priceId, quantity: 1 }], duration: { interval, interval_count: 1 } },
      ],
    },
    { idempotencyKey: key },
  );
}
