import type Stripe from "stripe";
import type { Checkout, SubscriptionPayment } from "./payments-side.server";
import {
  type ChargeState,
  chargeFrom,
  checkoutFrom,
  dateOf,
  idOf,
  paidIntentOf,
} from "./stripe-states.server";

/** A chargeback that was won takes no money, nor does an inquiry (`warning_…`), which may become one. */
const takesMoney = ({ status }: Stripe.Dispute) => status !== "won" && !status.startsWith("warning_");

/** Null if it has not succeeded. Its charge must be expanded; asks once more if that was ever disputed. */
async function findCharge(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeState | null> {
  const charge = intent.latest_charge;
  const isDisputed = typeof charge === "object" && charge !== null && (await isChargedBack(stripe, charge));
  return chargeFrom(intent, isDisputed);
}

/** With its payment and charge expanded, so that one answer tells whether and when it was paid. */
export async function readCheckout(stripe: Stripe, session: Stripe.Checkout.Session): Promise<Checkout> {
  const intent = session.payment_intent;
  const payment = intent && typeof intent === "object" ? await findCharge(stripe, intent) : null;
  return checkoutFrom(session, payment);
}

/** Asks Stripe only about charges that were ever disputed, which are few. */
async function isChargedBack(stripe: Stripe, { id, disputed }: Stripe.Charge): Promise<boolean> {
  if (!disputed) return false;
  const { data } = await stripe.disputes.list({ charge: id, limit: 100 });
  return data.some(takesMoney);
}

/** A paid invoice of a subscription, with its charge. What was covered by credit alone has none. */
export interface PaidInvoice {
  subscriptionId: string;
  intentId: string;
  invoice: Stripe.Invoice;
  charge: Stripe.Charge;
  isDisputed: boolean;
}

/** In the order of the invoices, whose payments must be expanded: Stripe names no invoice on a charge. */
export async function paidInvoices(
  stripe: Stripe,
  invoices: readonly Stripe.Invoice[],
  charges: readonly Stripe.Charge[],
): Promise<PaidInvoice[]> {
  const succeeded = new Map(
    charges.filter(({ status }) => status === "succeeded").map((one) => [idOf(one.payment_intent), one]),
  );
  const found = invoices.map(async (invoice) => {
    const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
    const intentId = paidIntentOf(invoice);
    const charge = succeeded.get(intentId);
    if (invoice.status !== "paid" || !subscriptionId || !intentId || !charge) return [];
    return [{ subscriptionId, intentId, invoice, charge, isDisputed: await isChargedBack(stripe, charge) }];
  });
  return (await Promise.all(found)).flat();
}

const reasons: Partial<Record<string, SubscriptionPayment["reason"]>> = {
  subscription_create: "bought",
  subscription_update: "changed",
  subscription_cycle: "renewed",
};

/** Null for an invoice of another kind. */
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

/** Works for a change of plan, too: the credit for the old price is negative. */
function priceOf({ lines }: Stripe.Invoice): string | null {
  const [dearest] = [...lines.data].sort((a, b) => b.amount - a.amount);
  return idOf(dearest?.pricing?.price_details?.price);
}
