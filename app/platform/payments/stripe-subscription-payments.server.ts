import type Stripe from "stripe";
import type { PaymentsSide, SubscriptionPayment } from "./payments-side.server";
import { translating } from "./stripe-errors.server";
import { dateOf, idOf } from "./stripe-states.server";
import { takesMoney } from "./stripe-subscriptions.server";

const reasons: Partial<Record<string, SubscriptionPayment["reason"]>> = {
  subscription_create: "bought",
  subscription_update: "changed",
  subscription_cycle: "renewed",
};

/** Two lists, and one of the disputes of each charge that was ever disputed. */
export function subscriptionPaymentCalls(stripe: Stripe): Pick<PaymentsSide, "listSubscriptionPayments"> {
  return {
    listSubscriptionPayments: translating(async (customer) => {
      const [invoices, charges] = await Promise.all([
        stripe.invoices.list({ customer, status: "paid", limit: 100, expand: ["data.payments"] }),
        stripe.charges.list({ customer, limit: 100 }),
      ]);
      const succeeded = charges.data.filter(({ status }) => status === "succeeded");
      const byIntent = new Map(succeeded.map((charge) => [idOf(charge.payment_intent), charge]));
      const payments = invoices.data.map((invoice) => paymentFrom(stripe, invoice, byIntent));
      return (await Promise.all(payments)).filter((payment) => payment !== null);
    }),
  };
}

async function paymentFrom(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  charges: ReadonlyMap<string | null, Stripe.Charge>,
): Promise<SubscriptionPayment | null> {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  const intentId = idOf(paid?.payment.payment_intent);
  const reason = reasons[invoice.billing_reason ?? ""];
  const charge = charges.get(intentId);
  const priceId = priceOf(invoice);
  if (!subscriptionId || !intentId || !reason || !charge || !priceId) return null;
  const disputes = charge.disputed ? await stripe.disputes.list({ charge: charge.id }) : { data: [] };
  return {
    ...{ subscriptionId, intentId, priceId, reason },
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    isDisputed: disputes.data.some(takesMoney),
    paidAt: dateOf(charge.created),
  };
}

/** Of a change, too: the credit for the old price is below zero. */
function priceOf({ lines }: Stripe.Invoice): string | null {
  const [dearest] = [...lines.data].sort((a, b) => b.amount - a.amount);
  return idOf(dearest?.pricing?.price_details?.price);
}
