import type { Account } from "./account.ts";
import { intervalsAfter } from "./calendar.ts";
import { charge } from "./charging.ts";
import { collect, draftInvoice, finalize, lineOf, markPaid } from "./invoicing.ts";
import { sessionObject } from "./objects/session.ts";
import { subscriptionObject } from "./objects/subscription.ts";
import type { IntentRow, InvoiceRow, SessionRow } from "./rows.ts";
import { addSubscription, intervalOf } from "./subscribing.ts";

/** Pays an open session. Returns why the card was declined, or null once the session is complete. */
export function paySession(
  account: Account,
  session: SessionRow,
  cardId: string,
  presence: "present" | "confirmed",
): string | null {
  const pay = session.mode === "subscription" ? subscribe : payOnce;
  const intent = pay(account, session, cardId, presence);
  session.pendingCard = null;
  if (intent && intent.status !== "succeeded") return intent.error?.message ?? "Your card was declined.";
  session.status = "complete";
  account.emit("checkout.session.completed", sessionObject(account, session));
  return null;
}

function subscribe(
  account: Account,
  session: SessionRow,
  cardId: string,
  presence: "present" | "confirmed",
): IntentRow | null {
  const id = account.id("sub");
  const { customer, price, paymentMetadata: metadata } = session;
  const start = account.now();
  const end = intervalsAfter(start, intervalOf(account.get("prices", price)), 1);
  const invoice = draftInvoice(account, {
    customer,
    subscription: id,
    reason: "subscription_create",
    lines: [lineOf(account, { price, start, end })],
  });
  const intent = collect(account, invoice, cardId, { presence });
  if (intent && intent.status !== "succeeded") return intent;
  const row = addSubscription(account, { id, customer, price, cardId, metadata });
  row.latestInvoice = invoice.id;
  session.subscription = id;
  account.get("customers", customer).cardId ??= cardId;
  account.emit("customer.subscription.created", subscriptionObject(account, row));
  settle(account, session, invoice);
  return intent;
}

function payOnce(
  account: Account,
  session: SessionRow,
  cardId: string,
  presence: "present" | "confirmed",
): IntentRow {
  const { customer, price, paymentMetadata: metadata } = session;
  const { amount } = account.get("prices", price);
  const intent = charge(account, { customer, cardId, amount, metadata, intent: session.intent }, presence);
  session.intent = intent.id;
  if (intent.status !== "succeeded" || !session.createsInvoice) return intent;
  const now = account.now();
  const lines = [lineOf(account, { price, start: now, end: now })];
  const draft = draftInvoice(account, { customer, subscription: null, reason: "manual", lines });
  // Credit applies only to subscriptions, so this invoice leaves it alone.
  const unmoved = { endingBalance: draft.startingBalance, amountDue: amount, attempts: 1, intent: intent.id };
  settle(account, session, Object.assign(draft, unmoved));
  return intent;
}

function settle(account: Account, session: SessionRow, invoice: InvoiceRow): void {
  finalize(account, invoice);
  markPaid(account, invoice);
  session.invoice = invoice.id;
}
