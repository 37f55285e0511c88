import type { Account } from "./account.ts";
import { charge } from "./charging.ts";
import { invoiceObject, totalOf } from "./objects/invoice.ts";
import { customerObject } from "./objects/money.ts";
import type { CustomerRow, IntentRow, InvoiceLine, InvoiceRow, MoveRow } from "./rows.ts";

type Draft = Pick<InvoiceRow, "customer" | "subscription" | "reason" | "lines">;

/** The amount due after credit, and the remaining credit. */
export function dueOf(account: Account, customerId: string, lines: readonly InvoiceLine[]) {
  const { balance } = account.get("customers", customerId);
  const sum = totalOf(lines) + balance;
  return { startingBalance: balance, endingBalance: Math.min(sum, 0), amountDue: Math.max(sum, 0) };
}

/** Builds an invoice without storing it or using up credit, so the caller may discard it. */
export function draftInvoice(account: Account, draft: Draft): InvoiceRow {
  return {
    ...draft,
    ...dueOf(account, draft.customer, draft.lines),
    id: account.id("in"),
    number: "",
    created: account.now(),
    status: "open",
    attempts: 0,
    nextAttempt: null,
    intent: null,
    paidAt: null,
  };
}

export function finalize(account: Account, invoice: InvoiceRow): void {
  invoice.number = account.nextInvoiceNumber();
  account.add("invoices", invoice);
  const customer = account.get("customers", invoice.customer);
  const amount = invoice.endingBalance - customer.balance;
  if (amount !== 0) moveBalance(account, customer, { amount, invoice: invoice.id });
  account.emit("invoice.created", invoiceObject(account, invoice));
  account.emit("invoice.finalized", invoiceObject(account, invoice));
  if (amount !== 0) account.emit("customer.updated", customerObject(customer));
}

/** Adds to a customer's balance and records the transaction. The caller sends the event. */
export function moveBalance(
  account: Account,
  customer: CustomerRow,
  move: Pick<MoveRow, "amount"> & Partial<Pick<MoveRow, "invoice" | "description" | "metadata">>,
): MoveRow {
  customer.balance += move.amount;
  const row: MoveRow = {
    ...{ invoice: null, description: null, metadata: {}, ...move },
    id: account.id("cbtxn"),
    created: account.now(),
    customer: customer.id,
    endingBalance: customer.balance,
  };
  account.add("moves", row);
  return row;
}

/** Charges what's due. Returns the intent, or null if nothing was due. */
export function collect(
  account: Account,
  invoice: InvoiceRow,
  cardId: string,
  options: { presence: "absent" | "present" | "confirmed"; metadata?: Record<string, string> },
): IntentRow | null {
  if (invoice.amountDue === 0) return null;
  invoice.attempts += 1;
  const { customer, amountDue: amount, intent: earlier } = invoice;
  const order = { customer, cardId, amount, intent: earlier, metadata: options.metadata ?? {} };
  const intent = charge(account, order, options.presence);
  invoice.intent = intent.id;
  return intent;
}

export function markPaid(account: Account, invoice: InvoiceRow): void {
  Object.assign(invoice, { status: "paid", paidAt: account.now(), nextAttempt: null });
  account.emit("invoice.paid", invoiceObject(account, invoice));
  account.emit("invoice.payment_succeeded", invoiceObject(account, invoice));
}

export function markFailed(account: Account, invoice: InvoiceRow, intent: IntentRow): void {
  account.emit("invoice.payment_failed", invoiceObject(account, invoice));
  if (intent.error?.code === "authentication_required")
    account.emit("invoice.payment_action_required", invoiceObject(account, invoice));
}

export function lineOf(
  account: Account,
  line: Pick<InvoiceLine, "price" | "start" | "end"> & Partial<InvoiceLine>,
): InvoiceLine {
  const price = account.get("prices", line.price);
  return {
    id: account.id("il"),
    amount: price.amount,
    description: `1 × ${price.name}`,
    isProration: false,
    ...line,
  };
}
