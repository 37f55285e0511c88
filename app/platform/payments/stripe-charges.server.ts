import type Stripe from "stripe";
import type { Checkout, SinglePayment, SubscriptionPayment } from "./payments-port.server";
import { chargeFrom, checkoutFrom, dateOf, idOf, paidIntentOf } from "./stripe-states.server";

/** A chargeback that we won costs nothing. Neither does an inquiry (`warning_…`), which may become a chargeback. */
const takesMoney = ({ status }: Stripe.Dispute) => status !== "won" && !status.startsWith("warning_");

/** Null if the payment hasn't succeeded. Its charge must be expanded. Asks for disputes if there ever was one. */
async function findCharge(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<SinglePayment | null> {
  const charge = intent.latest_charge;
  const isDisputed = typeof charge === "object" && charge !== null && (await isChargedBack(stripe, charge));
  return chargeFrom(intent, isDisputed);
}

/** The session comes with its payment and charge expanded, so that one response shows whether and when it was paid. */
export async function readCheckout(stripe: Stripe, session: Stripe.Checkout.Session): Promise<Checkout> {
  const intent = session.payment_intent;
  const payment = intent && typeof intent === "object" ? await findCharge(stripe, intent) : null;
  return checkoutFrom(session, payment);
}

/** Asks Stripe only about the few charges that were ever disputed. */
async function isChargedBack(stripe: Stripe, { id, disputed }: Stripe.Charge): Promise<boolean> {
  if (!disputed) return false;
  const { data } = await stripe.disputes.list({ charge: id, limit: 100 });
  return data.some(takesMoney);
}

/** A subscription's paid invoice with its charge. An invoice covered by credit alone has none. */
export interface PaidInvoice {
  subscriptionId: string;
  intentId: string;
  invoice: Stripe.Invoice;
  charge: Stripe.Charge;
  isDisputed: boolean;
}

/**
 * Keeps the order of the invoices. Their payments must be expanded, because Stripe's charges don't name their invoices.
 */
export async function paidInvoices(
  stripe: Stripe,
  invoices: readonly Stripe.Invoice[],
  charges: readonly Stripe.Charge[],
): Promise<PaidInvoice[]> {
  const succeeded = new Map(
    charges.filter(({ status }) => status === "succeeded").map((one) => [idOf(one.payment_intent), one]),
  );
  const paid = invoices.map(async (invoice) => {
    const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
    const intentId = paidIntentOf(invoice);
    const charge = succeeded.get(intentId);
    if (invoice.status !== "paid" || !subscriptionId || !intentId || !charge) return [];
    return [{ subscriptionId, intentId, invoice, charge, isDisputed: await isChargedBack(stripe, charge) }];
  });
  return (await Promise.all(paid)).flat();
}

const reasons: Partial<Record<string, SubscriptionPayment["reason"]>> = {
  subscription_create: "bought",
  subscription_update: "changed",
  subscription_cycle: "renewed",
};

/** Null for any other kind of invoice. */
export function paymentFrom({ invoice, charge, ...paid }: PaidInvoice): SubscriptionPayment | null {
  const reason = reasons[invoice.billing_reason ?? ""];
  const priceId = priceOf(invoice);
  if (!reason || !priceId) return null;
  return {
    ...paid,
    priceId,
    reason,
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    paidAt: dateOf(charge.created),
  };
}

/** Also works for a change of plan, where the credit for the old price is negative. */
function priceOf({ lines }: Stripe.Invoice): string | null {
  const [dearest] = [...lines.data].sort((a, b) => b.amount - a.amount);
  return idOf(dearest?.pricing?.price_details?.price);
}
