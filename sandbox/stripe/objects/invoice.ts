import Stripe from "stripe";
import type { Account } from "../account.ts";
import type { InvoiceLine, InvoiceRow } from "../rows.ts";

const self = { type: "self" } as const;

export const totalOf = (lines: readonly InvoiceLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

export const invoiceUrl = (account: Account, id: string) => `${account.url}/i/${id}`;

export function invoiceObject(account: Account, row: InvoiceRow): Stripe.Invoice {
  const customer = account.get("customers", row.customer);
  const total = totalOf(row.lines);
  const paid = row.status === "paid";
  return {
    id: row.id,
    object: "invoice",
    account_country: "US",
    account_name: "Matchcut (sandbox)",
    account_tax_ids: null,
    amount_due: row.amountDue,
    amount_overpaid: 0,
    amount_paid: paid ? row.amountDue : 0,
    amount_remaining: paid ? 0 : row.amountDue,
    amount_shipping: 0,
    application: null,
    attempt_count: row.attempts,
    attempted: row.attempts > 0,
    auto_advance: row.nextAttempt !== null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: row.reason,
    collection_method: "charge_automatically",
    created: row.created,
    currency: "usd",
    custom_fields: null,
    customer: row.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: row.created,
    ending_balance: row.endingBalance,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: invoiceUrl(account, row.id),
    invoice_pdf: `${invoiceUrl(account, row.id)}/pdf`,
    issuer: self,
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: "list",
      data: row.lines.map((line) => lineObject(row, line)),
      has_more: false,
      url: `/v1/invoices/${row.id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: row.nextAttempt,
    number: row.number,
    on_behalf_of: null,
    parent: row.subscription
      ? {
          type: "subscription_details",
          quote_details: null,
          subscription_details: { subscription: row.subscription, metadata: {} },
        }
      : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: row.created,
    period_start: row.created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: row.startingBalance,
    statement_descriptor: null,
    status: row.status,
    status_transitions: {
      finalized_at: row.created,
      marked_uncollectible_at: null,
      paid_at: row.paidAt,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: row.created,
  };
}

function lineObject(invoice: InvoiceRow, line: InvoiceLine): Stripe.InvoiceLineItem {
  return {
    id: line.id,
    object: "line_item",
    amount: line.amount,
    currency: "usd",
    description: line.description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: null,
    period: { start: line.start, end: line.end },
    pretax_credit_amounts: [],
    pricing: {
      type: "price_details",
      price_details: { price: line.price, product: line.price.replace(/^price_/, "prod_") },
      unit_amount_decimal: null,
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: invoice.subscription,
    subtotal: line.amount,
    taxes: [],
  };
}

/** Only included where `expand` asks for it. */
export function paymentsOf(row: InvoiceRow): Stripe.ApiList<Stripe.InvoicePayment> {
  const paid = row.status === "paid";
  const payment = row.intent && {
    id: row.id.replace(/^in_/, "inpay_"),
    object: "invoice_payment" as const,
    amount_paid: paid ? row.amountDue : null,
    amount_requested: row.amountDue,
    created: row.created,
    currency: "usd",
    invoice: row.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent" as const, payment_intent: row.intent },
    status: paid ? "paid" : "open",
    status_transitions: { canceled_at: null, paid_at: row.paidAt },
  };
  return {
    object: "list",
    data: payment ? [payment] : [],
    has_more: false,
    url: `/v1/invoice_payments?invoice=${row.id}`,
  };
}
