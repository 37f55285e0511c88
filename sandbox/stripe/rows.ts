/** Stored rows. The response objects are built from them. Times are in seconds. */

export interface PriceRow {
  id: string;
  created: number;
  name: string;
  amount: number;
  interval: "month" | "year" | null;
  active: boolean;
}

export interface CustomerRow {
  id: string;
  created: number;
  email: string | null;
  metadata: Record<string, string>;
  /** A negative balance is credit. */
  balance: number;
  cardId: string | null;
  /** How many seconds this customer's own clock has been moved ahead, like Stripe's test clocks. */
  ahead?: number;
}

export interface MoveRow {
  id: string;
  created: number;
  customer: string;
  /** A negative amount is credit. */
  amount: number;
  endingBalance: number;
  /** Null if it was made through the API. */
  invoice: string | null;
  description: string | null;
  metadata: Record<string, string>;
}

export interface CardRow {
  id: string;
  number: string;
  month: number;
  year: number;
}

export interface SessionRow {
  id: string;
  created: number;
  expiresAt: number;
  customer: string;
  price: string;
  mode: "payment" | "subscription";
  status: "open" | "complete" | "expired";
  reference: string | null;
  metadata: Record<string, string>;
  paymentMetadata: Record<string, string>;
  createsInvoice: boolean;
  successUrl: string;
  cancelUrl: string | null;
  subscription: string | null;
  intent: string | null;
  invoice: string | null;
  /** The card whose second step is pending. */
  pendingCard: string | null;
}

export interface SubscriptionRow {
  id: string;
  item: string;
  created: number;
  customer: string;
  price: string;
  status: "active" | "past_due" | "canceled";
  /** The anchor of its billing periods. */
  anchor: number;
  periods: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  endedAt: number | null;
  endReason: "cancellation_requested" | "payment_failed" | null;
  cardId: string;
  latestInvoice: string | null;
  schedule: string | null;
  metadata: Record<string, string>;
}

export interface InvoiceLine {
  id: string;
  amount: number;
  description: string;
  price: string;
  start: number;
  end: number;
  isProration: boolean;
}

export interface InvoiceRow {
  id: string;
  number: string;
  created: number;
  customer: string;
  subscription: string | null;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update" | "manual";
  status: "open" | "paid" | "void" | "uncollectible";
  lines: InvoiceLine[];
  startingBalance: number;
  endingBalance: number;
  amountDue: number;
  attempts: number;
  nextAttempt: number | null;
  intent: string | null;
  paidAt: number | null;
}

export interface IntentRow {
  id: string;
  created: number;
  customer: string;
  amount: number;
  status: "requires_payment_method" | "requires_action" | "succeeded";
  cardId: string;
  charge: string | null;
  metadata: Record<string, string>;
  error: { code: string; declineCode?: string; message: string } | null;
}

export interface ChargeRow {
  id: string;
  created: number;
  intent: string;
  customer: string;
  cardId: string;
  amount: number;
  refunded: number;
  status: "succeeded" | "failed";
  failure: { code: string; message: string } | null;
}

export interface RefundRow {
  id: string;
  created: number;
  charge: string;
  amount: number;
  reason: string | null;
  status: "succeeded" | "failed";
  metadata: Record<string, string>;
}

export interface DisputeRow {
  id: string;
  created: number;
  charge: string;
  /** `warning_…` is an inquiry, which takes no money. */
  status: "needs_response" | "won" | "lost" | "warning_needs_response";
}

export interface PhaseRow {
  start: number;
  end: number;
  price: string;
}

export interface ScheduleRow {
  id: string;
  created: number;
  subscription: string;
  customer: string;
  status: "active" | "released" | "completed" | "canceled";
  phases: PhaseRow[];
  releasedAt: number | null;
}

export interface EventRow {
  id: string;
  created: number;
  type: string;
  body: string;
}

export interface PortalRow {
  id: string;
  created: number;
  customer: string;
  returnUrl: string;
}

export interface Tables {
  prices: Record<string, PriceRow>;
  customers: Record<string, CustomerRow>;
  moves: Record<string, MoveRow>;
  cards: Record<string, CardRow>;
  sessions: Record<string, SessionRow>;
  subscriptions: Record<string, SubscriptionRow>;
  invoices: Record<string, InvoiceRow>;
  intents: Record<string, IntentRow>;
  charges: Record<string, ChargeRow>;
  refunds: Record<string, RefundRow>;
  disputes: Record<string, DisputeRow>;
  schedules: Record<string, ScheduleRow>;
  events: Record<string, EventRow>;
  portals: Record<string, PortalRow>;
}

export const noRows = (): Tables => ({
  prices: {},
  customers: {},
  moves: {},
  cards: {},
  sessions: {},
  subscriptions: {},
  invoices: {},
  intents: {},
  charges: {},
  refunds: {},
  disputes: {},
  schedules: {},
  events: {},
  portals: {},
});
