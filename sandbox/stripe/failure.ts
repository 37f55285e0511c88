import type Stripe from "stripe";
import type { Tables } from "./rows.ts";

type Raw = Pick<
  Stripe.StripeRawError,
  "message" | "type" | "code" | "decline_code" | "param" | "payment_intent"
>;

/** A Stripe error response. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly error: Raw,
  ) {
    super(error.message);
  }
}

export function invalid(message: string, param?: string, code?: string): Failure {
  return new Failure(400, {
    type: "invalid_request_error",
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  });
}

const nouns: Record<keyof Tables, string> = {
  prices: "price",
  customers: "customer",
  moves: "customer_balance_transaction",
  cards: "PaymentMethod",
  sessions: "checkout.session",
  subscriptions: "subscription",
  invoices: "invoice",
  intents: "payment_intent",
  charges: "charge",
  refunds: "refund",
  disputes: "dispute",
  schedules: "subscription schedule",
  events: "event",
  portals: "billing_portal.session",
};

/** The error for a missing object: 404 if the URL names it, otherwise 400. */
export function missing(table: keyof Tables, id: string, param: string): Failure {
  return new Failure(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${nouns[table]}: '${id}'`,
    param,
  });
}
