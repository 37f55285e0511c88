/** Amounts are in US cents. Everything reflects the provider's state at the time of the request. */

export type BillingInterval = "month" | "year";

export interface Price {
  id: string;
  amountCents: number;
  /** Null for a single payment. */
  interval: BillingInterval | null;
  /** Whether the price is still for sale, in US dollars. */
  isSold: boolean;
}

export interface Checkout {
  id: string;
  status: "open" | "complete" | "expired";
  /** The page to pay on while the checkout is open. */
  url: string | null;
  isPaid: boolean;
  amountCents: number;
  customerId: string | null;
  subscriptionId: string | null;
  /** The reference given to `startCheckout`. */
  reference: string | null;
  /** Set for a single payment. */
  payment: SinglePayment | null;
}

export interface SinglePayment {
  intentId: string;
  paidAt: Date;
  refundedCents: number;
  /** Whether a chargeback is open or was lost. */
  isDisputed: boolean;
  card: CardFingerprint;
}

/** Identifies a card, no matter which customer uses it. Null if the payment wasn't by card. */
type CardFingerprint = string | null;

export type SubscriptionStatus =
  | "active"
  | "trialing"
  | "past_due"
  | "unpaid"
  | "canceled"
  | "incomplete"
  | "incomplete_expired"
  | "paused";

export interface Subscription {
  id: string;
  priceId: string;
  status: SubscriptionStatus;
  createdAt: Date;
  periodStart: Date;
  periodEnd: Date;
  /** When the subscription ended, if it has. */
  endedAt: Date | null;
  cancelsAtPeriodEnd: boolean;
  /** Set if a change is scheduled. It starts at the end of the period. */
  nextPriceId: string | null;
  /** Whether a chargeback of any of the subscription's payments is open or was lost. */
  isDisputed: boolean;
  /** Whether a change was interrupted; see `finishChange`. */
  isUnfinished: boolean;
  /** The payment for the latest paid invoice. */
  latestPayment: {
    intentId: string;
    amountCents: number;
    refundedCents: number;
    card: CardFingerprint;
  } | null;
}

/** A payment for a subscription: the first one, or a later one. */
export interface SubscriptionPayment {
  subscriptionId: string;
  intentId: string;
  priceId: string;
  reason: "bought" | "changed" | "renewed";
  amountCents: number;
  refundedCents: number;
  isDisputed: boolean;
  paidAt: Date;
}

export interface ProviderReceipt {
  id: string;
  number: string;
  status: string;
  amountCents: number;
  url: string | null;
  issuedAt: Date;
  /** The invoice's payment. Null if there was none, or if credit covered the invoice. */
  intentId: string | null;
}

/** Each list is newest first. */
export interface CustomerState {
  /** Includes all statuses. */
  checkouts: Checkout[];
  /** Includes all statuses. */
  subscriptions: Subscription[];
  /** For all subscriptions together; at most 100. Excludes invoices that credit alone covered. */
  payments: SubscriptionPayment[];
  /** At most 24. */
  receipts: ProviderReceipt[];
}

export interface PaymentEvent {
  id: string;
  type: string;
  /** Null if the event isn't about a customer, or if only its charge is known. */
  customerId: string | null;
  /** Set for a dispute or refund. */
  chargeId: string | null;
}

/**
 * Every call may throw PaymentsUnavailable (unreachable, too slow or overloaded, even after retries), and
 * throws PaymentRefused if the provider understood the request and refused it. Calls with a key do their work
 * once per key.
 */
export interface PaymentsPort {
  createCustomer(person: { userId: string; email: string }, key: string): Promise<string>;
  /** Changes the address that receipts are emailed to. Safe to repeat. */
  setCustomerEmail(customerId: string, email: string): Promise<void>;
  /** Removes a deleted account's address and user ID. Safe to repeat. */
  forgetCustomer(customerId: string): Promise<void>;
  /** Null if there is none. */
  findPrice(priceId: string): Promise<Price | null>;
  /**
   * Starts a subscription if the price has an interval, otherwise a single payment. Adds `session_id` to `successUrl`.
   */
  startCheckout(
    order: {
      customerId: string;
      price: Pick<Price, "id" | "interval">;
      /** Our ID for the payment, which is stored with everything that this checkout creates. */
      reference: string;
      successUrl: string;
      cancelUrl: string;
    },
    key: string,
  ): Promise<Checkout>;
  /** Null if there is none. */
  findCheckout(sessionId: string): Promise<Checkout | null>;
  /** Makes sure that the checkout can't be paid anymore. Returns its state, which is unchanged if it wasn't open. */
  expireCheckout(sessionId: string): Promise<Checkout | null>;
  readCustomer(customerId: string): Promise<CustomerState>;
  listSubscriptions(customerId: string): Promise<Subscription[]>;
  /**
   * What changing the price costs now, prorated at `at`. Negative amounts are credited. Null if nothing would change.
   */
  previewChange(change: {
    subscriptionId: string;
    priceId: string;
    at: Date;
  }): Promise<{ dueCents: number } | null>;
  /**
   * Prorates the change at `at` and charges it right away. Drops any scheduled change, and resumes the renewal if it
   * was canceled. If the card is declined, throws and changes nothing.
   */
  changeNow(change: { subscriptionId: string; priceId: string; at: Date }, key: string): Promise<void>;
  /** Replaces any scheduled change, and resumes the renewal if it was canceled. */
  changeAtPeriodEnd(change: { subscriptionId: string; priceId: string }, key: string): Promise<void>;
  /** Withdraws a change that `changeAtPeriodEnd` scheduled. */
  keepPrice(subscriptionId: string, key: string): Promise<void>;
  /** Drops any scheduled change. */
  setCancelAtPeriodEnd(subscriptionId: string, cancels: boolean, key: string): Promise<void>;
  /** Completes one of these four calls if it was interrupted. Safe to repeat. */
  finishChange(subscriptionId: string, key: string): Promise<void>;
  /** Ends the subscription right away without a refund. Does nothing if it has already ended. */
  cancelNow(subscriptionId: string, key: string): Promise<void>;
  /**
   * Takes back what's left of the credit from this subscription's changes, but no other credit. Returns the amount in
   * cents. Safe to repeat, even concurrently.
   */
  takeCredit(subscriptionId: string): Promise<number>;
  /** Refunds the rest of the payment if `amountCents` is missing. */
  refund(
    order: { intentId: string; amountCents?: number; reason: "duplicate" | "requested_by_customer" },
    key: string,
  ): Promise<{ refundId: string; status: "succeeded" | "pending" | "failed" }>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Null if there is none. */
  findChargeCustomer(chargeId: string): Promise<string | null>;
  /** Null if the signature is wrong or older than five minutes, or if the body isn't an event. */
  readEvent(body: string, signature: string): PaymentEvent | null;
}

/** The outcome is unknown. Repeating the call with the same key is safe. */
export class PaymentsUnavailable extends Error {}

/** `reason` may be shown to the customer if the card was declined. */
export class PaymentRefused extends Error {
  constructor(
    readonly code: string,
    readonly reason: string | null,
  ) {
    super(`The payment provider refused the request (${code}).`);
  }
}
