import type { Account } from "./account.ts";
import { cardOf, type Decline } from "./cards.ts";
import { chargeObject, disputeObject, intentObject, refundObject } from "./objects/payment.ts";
import type { CardRow, ChargeRow, IntentRow, RefundRow } from "./rows.ts";

interface Order {
  customer: string;
  cardId: string;
  amount: number;
  metadata?: Record<string, string>;
  /** The intent of an earlier attempt. This charge is added to it. */
  intent?: string | null;
}

/** Whether the customer is present, and may have completed the second step. */
type Presence = "absent" | "present" | "confirmed";

function declineOf(card: CardRow, presence: Presence): Decline | undefined {
  const { decline, laterDecline } = cardOf(card.number);
  return decline ?? (presence === "absent" ? laterDecline : undefined);
}

export function needsStep(account: Account, cardId: string): boolean {
  const card = account.get("cards", cardId);
  return cardOf(card.number).asks === true;
}

/** Returns the intent, which has succeeded or says why the card was declined. */
export function charge(account: Account, order: Order, presence: Presence): IntentRow {
  const card = account.get("cards", order.cardId);
  const intent = account.find("intents", order.intent) ?? newIntent(account, order);
  intent.cardId = order.cardId;
  const decline = declineOf(card, presence);
  const row: ChargeRow = {
    id: account.id("ch"),
    created: account.now(),
    intent: intent.id,
    customer: order.customer,
    cardId: order.cardId,
    amount: order.amount,
    refunded: 0,
    status: decline ? "failed" : "succeeded",
    failure: decline ? { code: decline.code, message: decline.message } : null,
  };
  account.add("charges", row);
  Object.assign(intent, {
    charge: row.id,
    status: decline ? "requires_payment_method" : "succeeded",
    error: decline ?? null,
  });
  if (decline) {
    account.emit("charge.failed", chargeObject(account, row));
    account.emit("payment_intent.payment_failed", intentObject(account, intent));
    return intent;
  }
  account.emit("charge.succeeded", chargeObject(account, row));
  account.emit("payment_intent.succeeded", intentObject(account, intent));
  if (cardOf(card.number).isDisputed) dispute(account, row);
  return intent;
}

function newIntent(account: Account, order: Order): IntentRow {
  const intent: IntentRow = {
    id: account.id("pi"),
    created: account.now(),
    customer: order.customer,
    amount: order.amount,
    status: "requires_payment_method",
    cardId: order.cardId,
    charge: null,
    metadata: order.metadata ?? {},
    error: null,
  };
  account.add("intents", intent);
  return intent;
}

/** Disputes a charge: the customer's bank takes the payment back, right away or months later. */
export function dispute(account: Account, { id }: Pick<ChargeRow, "id">): void {
  const row = { id: account.id("du"), created: account.now(), charge: id, status: "needs_response" as const };
  account.add("disputes", row);
  account.emit("charge.dispute.created", disputeObject(account, row));
}

/** Records what the bank has decided about a dispute. */
export function closeDispute(account: Account, chargeId: string, status: "won" | "lost"): void {
  const row = Object.values(account.tables.disputes).find((one) => one.charge === chargeId);
  if (row?.status !== "needs_response") return;
  row.status = status;
  account.emit("charge.dispute.closed", disputeObject(account, row));
}

/** Refunds part or all of a charge. The caller has checked that the amount is available. */
export function refund(
  account: Account,
  charged: ChargeRow,
  { amount, reason, metadata }: Pick<RefundRow, "amount" | "reason" | "metadata">,
): RefundRow {
  const row: RefundRow = {
    id: account.id("re"),
    created: account.now(),
    charge: charged.id,
    amount,
    reason,
    status: "succeeded",
    metadata,
  };
  account.add("refunds", row);
  charged.refunded += amount;
  account.emit("charge.refunded", chargeObject(account, charged));
  account.emit("refund.created", refundObject(account, row));
  return row;
}

/** Fails a refund, as when a bank finds days later that it can't pay it out. The merchant gets the money back. */
export function failRefund(account: Account, id: string): void {
  const row = account.find("refunds", id);
  const charged = account.find("charges", row?.charge);
  if (!charged || row?.status !== "succeeded") return;
  row.status = "failed";
  charged.refunded -= row.amount;
  account.emit("refund.failed", refundObject(account, row));
  account.emit("charge.refund.updated", refundObject(account, row));
}
