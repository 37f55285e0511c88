import type Stripe from "stripe";
import type { PaymentsSide, Subscription } from "./payments-side.server";
import { orNull, translating } from "./stripe-errors.server";
import { unfinishedOf } from "./stripe-plan-changes.server";
import { type ChargeState, chargeFrom, idOf, subscriptionFrom } from "./stripe-states.server";

/** A chargeback that was won takes no money, nor does an inquiry (`warning_…`), which may become one. */
const takesMoney = ({ status }: Stripe.Dispute) => status !== "won" && !status.startsWith("warning_");

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

type SubscriptionCalls = Pick<PaymentsSide, "listSubscriptions" | "cancelNow">;

/** The port's calls about subscriptions as a whole. */
export function subscriptionCalls(stripe: Stripe): SubscriptionCalls {
  return {
    listSubscriptions: translating(async (customer) => {
      const [subscriptions, payments] = await Promise.all([
        stripe.subscriptions.list({ customer, status: "all", limit: 100, expand: ["data.schedule"] }),
        listLatestPayments(stripe, customer),
      ]);
      return subscriptions.data.map((one) => ({
        ...subscriptionFrom(one, payments.get(one.id) ?? null),
        isUnfinished: unfinishedOf(one) !== null,
      }));
    }),
    cancelNow: translating(async (subscriptionId, key) => {
      await orNull(stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: key }));
    }),
  };
}
