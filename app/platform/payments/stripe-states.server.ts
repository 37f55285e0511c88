import type Stripe from "stripe";
import type {
  BillingInterval,
  Checkout,
  PaymentEvent,
  Price,
  ProviderReceipt,
  SinglePayment,
  Subscription,
  SubscriptionStatus,
} from "./payments-port.server";

export const dateOf = (seconds: number) => new Date(seconds * 1000);

/** An object's ID. Stripe sends the ID alone if the object isn't expanded. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === "string" ? field : (field?.id ?? null);
}

const isBillingInterval = (text: string | undefined): text is BillingInterval =>
  text === "month" || text === "year";

function intervalOf({ recurring }: Stripe.Price): BillingInterval | null {
  const interval = recurring?.interval;
  return isBillingInterval(interval) ? interval : null;
}

/** The price's product must be expanded. */
export function priceFrom(price: Stripe.Price): Price {
  const { product, recurring } = price;
  const isOffered = price.active && typeof product === "object" && !product.deleted && product.active;
  const isPlain = recurring === null || (intervalOf(price) !== null && recurring.interval_count === 1);
  return {
    id: price.id,
    amountCents: price.unit_amount ?? 0,
    interval: intervalOf(price),
    isSold: isOffered && isPlain && price.currency === "usd" && price.unit_amount !== null,
  };
}

/** Null if the payment hasn't succeeded. Its charge must be expanded. */
export function chargeFrom(intent: Stripe.PaymentIntent, isDisputed: boolean): SinglePayment | null {
  const charge = intent.latest_charge;
  if (intent.status !== "succeeded" || !charge || typeof charge === "string") return null;
  return {
    intentId: intent.id,
    paidAt: dateOf(charge.created),
    refundedCents: charge.amount_refunded,
    isDisputed,
    card: cardOf(charge),
  };
}

export const cardOf = (charge: Stripe.Charge) => charge.payment_method_details?.card?.fingerprint ?? null;

/** For a single payment, the caller must have found its payment. */
export function checkoutFrom(session: Stripe.Checkout.Session, payment: SinglePayment | null): Checkout {
  const isOver = session.status === "complete" || session.status === "expired";
  const status = isOver ? (session.status as "complete" | "expired") : "open";
  return {
    id: session.id,
    status,
    url: status === "open" ? session.url : null,
    isPaid: status === "complete" && session.payment_status !== "unpaid",
    amountCents: session.amount_total ?? 0,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    reference: session.client_reference_id,
    payment,
  };
}

/** The subscription's schedule must be expanded. Stripe keeps the period on the items. */
export function subscriptionFrom(
  subscription: Stripe.Subscription,
  { isDisputed, latestPayment }: Pick<Subscription, "isDisputed" | "latestPayment">,
): Omit<Subscription, "isUnfinished"> {
  const [item] = subscription.items.data;
  if (!item) throw new Error("a subscription has no items");
  return {
    id: subscription.id,
    priceId: item.price.id,
    status: subscription.status as SubscriptionStatus,
    createdAt: dateOf(subscription.created),
    periodStart: dateOf(item.current_period_start),
    periodEnd: dateOf(item.current_period_end),
    endedAt: subscription.ended_at ? dateOf(subscription.ended_at) : null,
    cancelsAtPeriodEnd: subscription.cancel_at_period_end,
    nextPriceId: nextPriceOf(subscription, item),
    isDisputed,
    latestPayment,
  };
}

function nextPriceOf({ schedule }: Stripe.Subscription, item: Stripe.SubscriptionItem): string | null {
  if (!schedule || typeof schedule === "string" || schedule.status !== "active") return null;
  const next = schedule.phases.find((phase) => phase.start_date >= item.current_period_end);
  const id = idOf(next?.items[0]?.price);
  return id === item.price.id ? null : id;
}

/** The invoice's payments must be expanded. */
export const paidIntentOf = ({ payments }: Stripe.Invoice): string | null =>
  idOf(payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent);

/** Null for a draft, which has no number yet. */
export function receiptFrom(invoice: Stripe.Invoice): ProviderReceipt | null {
  if (!invoice.status || invoice.status === "draft") return null;
  return {
    id: invoice.id,
    number: invoice.number ?? "",
    status: invoice.status,
    amountCents: invoice.total,
    url: invoice.hosted_invoice_url ?? null,
    issuedAt: dateOf(invoice.status_transitions.finalized_at ?? invoice.created),
    intentId: paidIntentOf(invoice),
  };
}

interface Subject {
  id?: string;
  object: string;
  customer?: string | { id: string } | null;
  charge?: string | { id: string } | null;
}

/** IDs and types consist of letters, digits and a few punctuation marks. */
const isPlainId = (text: unknown) => typeof text === "string" && /^[\w.:-]{1,255}$/.test(text);
const isPlainOrNone = (text: unknown) => text === null || text === undefined || isPlainId(text);

/** An event only says which customer or charge has changed. The state itself is fetched. */
export function eventFrom({ id, type, data }: Stripe.Event): PaymentEvent {
  const subject = data.object as Subject;
  // PostgreSQL can't store NUL or half a surrogate pair. If we failed on such an event, Stripe would resend it for
  // days.
  if (
    ![id, type].every(isPlainId) ||
    ![subject.id, idOf(subject.customer), idOf(subject.charge)].every(isPlainOrNone)
  )
    throw new Error("an event has an invalid ID");
  const own = (kind: string) => (subject.object === kind ? (subject.id ?? null) : null);
  return {
    id,
    type,
    customerId: own("customer") ?? idOf(subject.customer),
    chargeId: own("charge") ?? idOf(subject.charge),
  };
}
