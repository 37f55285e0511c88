import type Stripe from "stripe";
import type { PaymentsSide, Subscription } from "./payments-side.server";
import { orNull, translating } from "./stripe-errors.server";
import { unfinishedOf } from "./stripe-plan-changes.server";
import { type ChargeState, cardOf, chargeFrom, idOf, subscriptionFrom } from "./stripe-states.server";

/** A chargeback that was won takes no money, nor does an inquiry (`warning_…`), which may become one. */
export const takesMoney = ({ status }: Stripe.Dispute) => status !== "won" && !status.startsWith("warning_");

/** Null if it has not succeeded. Its charge must be expanded; asks once more if that was ever disputed. */
export async function findCharge(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeState | null> {
  const charge = intent.latest_charge;
  const wasDisputed = typeof charge === "object" && charge?.disputed;
  const disputes = wasDisputed ? await stripe.disputes.list({ payment_intent: intent.id }) : { data: [] };
  return chargeFrom(intent, disputes.data.some(takesMoney));
}

/** More than a customer's years have, and than banks take back. */
const newest = 100;

interface InvoicePayment {
  amountCents: number;
  charge: Stripe.Charge;
  intentId: string;
}

/** By subscription, newest first: the payments of its paid invoices. Stripe names no invoice on a charge. */
async function listInvoicePayments(stripe: Stripe, customer: string): Promise<Map<string, InvoicePayment[]>> {
  const [invoices, charges] = await Promise.all([
    stripe.invoices.list({ customer, status: "paid", limit: newest, expand: ["data.payments"] }),
    stripe.charges.list({ customer, limit: newest }),
  ]);
  const succeeded = new Map(
    charges.data.filter(({ status }) => status === "succeeded").map((one) => [idOf(one.payment_intent), one]),
  );
  const found = new Map<string, InvoicePayment[]>();
  for (const invoice of invoices.data) {
    const subscription = idOf(invoice.parent?.subscription_details?.subscription);
    const paid = invoice.payments?.data.find(({ status }) => status === "paid");
    const intentId = idOf(paid?.payment.payment_intent);
    const charge = succeeded.get(intentId);
    if (!subscription || !intentId || !charge) continue;
    const payment = { amountCents: invoice.amount_paid, charge, intentId };
    found.set(subscription, [...(found.get(subscription) ?? []), payment]);
  }
  return found;
}

function latestOf([latest]: readonly InvoicePayment[]): Subscription["latestPayment"] {
  if (!latest) return null;
  const { intentId, amountCents, charge } = latest;
  return { intentId, amountCents, refundedCents: charge.amount_refunded, card: cardOf(charge) };
}

/** Asks only about charges that were ever disputed, which is hardly any. */
async function hasChargeback(stripe: Stripe, payments: readonly InvoicePayment[]): Promise<boolean> {
  const disputed = payments.filter(({ charge }) => charge.disputed);
  const lists = await Promise.all(
    disputed.map(({ charge }) => stripe.disputes.list({ charge: charge.id, limit: newest })),
  );
  return lists.some(({ data }) => data.some(takesMoney));
}

type SubscriptionCalls = Pick<PaymentsSide, "listSubscriptions" | "cancelNow">;

/** The port's calls about subscriptions as a whole. */
export function subscriptionCalls(stripe: Stripe): SubscriptionCalls {
  return {
    listSubscriptions: translating(async (customer) => {
      const [subscriptions, payments] = await Promise.all([
        stripe.subscriptions.list({ customer, status: "all", limit: 100, expand: ["data.schedule"] }),
        listInvoicePayments(stripe, customer),
      ]);
      return Promise.all(
        subscriptions.data.map(async (one) => {
          const own = payments.get(one.id) ?? [];
          const isDisputed = one.ended_at === null && (await hasChargeback(stripe, own));
          return {
            ...subscriptionFrom(one, { isDisputed, latestPayment: latestOf(own) }),
            isUnfinished: unfinishedOf(one) !== null,
          };
        }),
      );
    }),
    cancelNow: translating(async (subscriptionId, key) => {
      await orNull(stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: key }));
    }),
  };
}
