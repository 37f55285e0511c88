import type { Account } from "./account.ts";
import { day, intervalsAfter } from "./calendar.ts";
import { invalid } from "./failure.ts";
import { collect, draftInvoice, finalize, lineOf, markFailed, markPaid } from "./invoicing.ts";
import { scheduleObject, subscriptionObject } from "./objects/subscription.ts";
import type { IntentRow, InvoiceRow, PriceRow, ScheduleRow, SubscriptionRow } from "./rows.ts";

/**
 * In days after the first failure. The last failure ends the subscription. Stripe recommends eight retries in two
 * weeks: https://docs.stripe.com/billing/revenue-recovery/smart-retries
 */
const retryDays = [1, 3, 5, 7, 9, 11, 13, 14];

export const intervalOf = ({ interval }: PriceRow) => interval ?? "month";

/** @throws Stripe's 400 for a one-time price, and for an archived one unless the subscription already has it */
export function recurring(
  account: Account,
  priceId: string,
  param: string,
  { price: present }: Pick<SubscriptionRow, "price">,
): PriceRow {
  const price = account.get("prices", priceId, param);
  if (!price.interval)
    throw invalid(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      param,
    );
  if (!price.active && price.id !== present) throw inactive(param);
  return price;
}

export const inactive = (param: string) =>
  invalid("The price specified is inactive. This field only accepts active prices.", param);

export const isOngoing = ({ status }: SubscriptionRow) => status !== "canceled";

export function emitUpdated(account: Account, row: SubscriptionRow): void {
  account.emit("customer.subscription.updated", subscriptionObject(account, row));
}

/** Adds a subscription that's already paid for. */
export function addSubscription(
  account: Account,
  order: Pick<SubscriptionRow, "customer" | "price" | "cardId" | "metadata"> & { id: string },
): SubscriptionRow {
  const now = account.now();
  const row: SubscriptionRow = {
    ...order,
    item: account.id("si"),
    created: now,
    status: "active",
    anchor: now,
    periods: 1,
    periodStart: now,
    periodEnd: intervalsAfter(now, intervalOf(account.get("prices", order.price)), 1),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    endReason: null,
    latestInvoice: null,
    schedule: null,
  };
  account.add("subscriptions", row);
  return row;
}

/** Sets a new price. A different interval starts a new period at the given time. */
export function setPrice(account: Account, row: SubscriptionRow, priceId: string, from: number): void {
  const before = intervalOf(account.get("prices", row.price));
  const after = intervalOf(account.get("prices", priceId));
  row.price = priceId;
  if (before === after) return;
  Object.assign(row, {
    anchor: from,
    periods: 1,
    periodStart: from,
    periodEnd: intervalsAfter(from, after, 1),
  });
}

export function end(account: Account, row: SubscriptionRow, reason: SubscriptionRow["endReason"]): void {
  const now = account.now();
  Object.assign(row, { status: "canceled", endedAt: now, endReason: reason });
  row.canceledAt ??= now;
  if (row.schedule) release(account, row, "canceled");
  for (const invoice of openInvoices(account, row)) invoice.nextAttempt = null;
  account.emit("customer.subscription.deleted", subscriptionObject(account, row));
}

export function release(
  account: Account,
  row: SubscriptionRow,
  status: "released" | "canceled" | "completed",
): void {
  const schedule = account.find("schedules", row.schedule);
  row.schedule = null;
  if (!schedule) return;
  Object.assign(schedule, { status, releasedAt: account.now() } satisfies Partial<ScheduleRow>);
  const type = status === "canceled" ? "subscription_schedule.canceled" : "subscription_schedule.released";
  account.emit(type, scheduleObject(account, schedule));
}

function openInvoices({ tables }: Account, { id }: SubscriptionRow): InvoiceRow[] {
  return Object.values(tables.invoices).filter(
    (invoice) => invoice.subscription === id && invoice.status === "open",
  );
}

/** At the end of a period, cancels or charges for the next one. */
export function renew(account: Account, row: SubscriptionRow): void {
  if (row.cancelAtPeriodEnd) {
    end(account, row, "cancellation_requested");
    return;
  }
  const start = row.periodEnd;
  const phases = account.find("schedules", row.schedule)?.phases ?? [];
  const next = phases.find((phase) => phase.start === start);
  row.periods += 1;
  const interval = intervalOf(account.get("prices", row.price));
  Object.assign(row, {
    periodStart: start,
    periodEnd: intervalsAfter(row.anchor, interval, row.periods),
  });
  if (next) setPrice(account, row, next.price, start);
  if (row.schedule && phases.every((phase) => phase.end <= start)) release(account, row, "released");
  const invoice = draftInvoice(account, {
    customer: row.customer,
    subscription: row.id,
    reason: "subscription_cycle",
    lines: [lineOf(account, { price: row.price, start, end: row.periodEnd })],
  });
  finalize(account, invoice);
  row.latestInvoice = invoice.id;
  emitUpdated(account, row);
  attempt(account, row, invoice);
}

/** Tries to pay an invoice with the subscription's current card, even if an earlier attempt failed. */
export function attempt(account: Account, row: SubscriptionRow, invoice: InvoiceRow): void {
  const intent = collect(account, invoice, row.cardId, { presence: "absent" });
  if (intent && intent.status !== "succeeded") {
    fail(account, row, invoice, intent);
    return;
  }
  markPaid(account, invoice);
  if (row.status === "past_due" && openInvoices(account, row).length === 0) {
    row.status = "active";
    emitUpdated(account, row);
  }
}

function fail(account: Account, row: SubscriptionRow, invoice: InvoiceRow, intent: IntentRow): void {
  const wait = retryDays[invoice.attempts - 1];
  invoice.nextAttempt = wait === undefined ? null : invoice.created + wait * day;
  markFailed(account, invoice, intent);
  if (row.status !== "past_due") {
    row.status = "past_due";
    emitUpdated(account, row);
  }
  if (wait === undefined) end(account, row, "payment_failed");
}

/** Pays the open invoices right away, with the subscription's current card. */
export function payOpenInvoices(account: Account, row: SubscriptionRow): void {
  for (const invoice of openInvoices(account, row)) if (isOngoing(row)) attempt(account, row, invoice);
}
