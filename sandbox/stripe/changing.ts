import type { Account } from "./account.ts";
import { intervalsAfter } from "./calendar.ts";
import { Failure, invalid } from "./failure.ts";
import { collect, draftInvoice, finalize, lineOf, markPaid } from "./invoicing.ts";
import { intentObject } from "./objects/payment.ts";
import type { IntentRow, InvoiceLine, InvoiceRow, SubscriptionRow } from "./rows.ts";
import { intervalOf, recurring, setPrice } from "./subscribing.ts";

/**
 * Credits the unused time of the old price and charges the time of the new one: the rest of the period, or a new
 * period.
 */
function prorationLines(account: Account, row: SubscriptionRow, priceId: string, at: number): InvoiceLine[] {
  const before = account.get("prices", row.price);
  const after = recurring(account, priceId, "items[0][price]", row);
  const part = (row.periodEnd - at) / (row.periodEnd - row.periodStart);
  const isSameInterval = before.interval === after.interval;
  const unused = lineOf(account, {
    price: before.id,
    start: at,
    end: row.periodEnd,
    amount: -Math.round(before.amount * part),
    description: `Unused time on ${before.name}`,
    isProration: true,
  });
  const remaining = lineOf(account, {
    price: after.id,
    start: at,
    end: row.periodEnd,
    amount: Math.round(after.amount * part),
    description: `Remaining time on ${after.name}`,
    isProration: true,
  });
  const whole = () =>
    lineOf(account, { price: after.id, start: at, end: intervalsAfter(at, intervalOf(after), 1) });
  return [unused, isSameInterval ? remaining : whole()];
}

/**
 * The invoice for a change, without storing it.
 * @throws Stripe's 400 for a time outside the period
 */
export function draftChange(account: Account, row: SubscriptionRow, priceId: string, at: number): InvoiceRow {
  if (at < row.periodStart || at > row.periodEnd)
    throw invalid("Cannot specify `proration_date` outside of the current period.", "proration_date");
  return draftInvoice(account, {
    customer: row.customer,
    subscription: row.id,
    reason: "subscription_update",
    lines: prorationLines(account, row, priceId, at),
  });
}

/**
 * Charges the difference, then makes the change.
 * @throws Stripe's 402, with nothing changed, if the card is declined
 */
export function changePrice(account: Account, row: SubscriptionRow, priceId: string, at: number): void {
  const invoice = draftChange(account, row, priceId, at);
  const intent = collect(account, invoice, row.cardId, { presence: "absent" });
  if (intent && intent.status !== "succeeded") throw declined(account, intent);
  finalize(account, invoice);
  markPaid(account, invoice);
  row.latestInvoice = invoice.id;
  setPrice(account, row, priceId, at);
}

function declined(account: Account, intent: IntentRow): Failure {
  const { code = "card_declined", declineCode, message = "" } = intent.error ?? {};
  return new Failure(402, {
    type: "card_error",
    code,
    message,
    ...(declineCode ? { decline_code: declineCode } : {}),
    payment_intent: intentObject(account, intent),
  });
}
