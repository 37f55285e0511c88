import { type Closing, findClosing, noteEndedRenewals } from "~/features/accounts/closing.server";
import { findSuspended } from "~/features/accounts/suspending.server";
import { queueHeldRelease } from "~/features/plans/counting.server";
import { isSubscription } from "~/features/plans/plan";
import {
  findSubscription,
  findUserOfCustomer,
  queueConverging,
  resetUses,
  storeSubscription,
} from "~/features/plans/subscribing.server";
import { endPaidDays, followPlan } from "~/features/projects/closing.server";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { jobPayments } from "~/platform/payments/payments.server";
import {
  PaymentRefused,
  type PaymentsPort,
  PaymentsUnavailable,
  type ProviderReceipt,
  type Subscription,
} from "~/platform/payments/payments-port.server";
import { announcePlan, announceUndos, announceUnknownPrices } from "./announcing.server";
import {
  checkPayments,
  closeUnopenedOf,
  followReturned,
  followReturnedOfGone,
  storePayments,
} from "./checked-payments.server";
import { boughtAt } from "./prices.server";
import {
  endsEarly,
  hasLapsed,
  isCharged,
  type ProvidedSubscription,
  providedPlan,
  type Undo,
  undosOf,
  undosOfSwitched,
} from "./provided-plan";

/** A state that hasn't settled after this many rounds is probably being changed again and again by something else. */
const mostRounds = 8;

/**
 * Reads the account and its customer's whole state at the provider, makes the provider agree with it, and stores the
 * resulting plan. Safe to run at any time, concurrently and repeatedly: a state is stored only if no other was stored
 * since its fetch began.
 * @throws PaymentsUnavailable also if the state doesn't settle. Pages then leave it to a job, which is retried.
 */
export async function converge(userId: string, provider: PaymentsPort | null = jobPayments): Promise<void> {
  for (let round = 1; provider; round += 1) {
    if (await convergeOnce(provider, userId)) return;
    if (round === mostRounds) throw new PaymentsUnavailable("a customer's state didn't settle");
  }
}

/** Queues a job that converges. If that job is already waiting, it isn't queued again. */
export async function convergeLater(userId: string): Promise<void> {
  await transaction((tx) => queueConverging(tx, userId));
}

/**
 * The job that runs after a permanent suspension begins or ends. It works with the current state, so it can run late.
 */
export async function followSuspension(suspensionId: string): Promise<void> {
  const userId = await findSuspended(suspensionId);
  if (userId) await converge(userId);
}

/**
 * Converges the account of a customer. If the customer isn't ours or the account doesn't exist anymore, it only looks
 * for returned refunds and marks the customer's events as processed.
 */
export async function convergeCustomer(customerId: string): Promise<void> {
  const userId = await findUserOfCustomer(customerId);
  if (userId) return converge(userId);
  const provider = jobPayments;
  if (provider) await followReturnedOfGone(() => provider.readCustomer(customerId), await databaseTime());
  await db.paymentEvent.updateMany({
    where: { customerId, processedAt: null },
    data: { processedAt: new Date() },
  });
}

/**
 * Returns false if it had to change something at the provider, or if another state was stored in the meantime. The
 * caller then fetches again.
 */
async function convergeOnce(provider: PaymentsPort, userId: string): Promise<boolean> {
  const begun = await databaseTime();
  const before = await findSubscription(userId);
  if (!before?.customerId) return true;
  const { customerId } = before;
  // The account is read before the provider's state. If it changes later, that change queues its own run.
  const closing = await findClosing(userId);
  const isClosed = closing.closedAt !== null || closing.isContributor;
  if (isClosed) await closeUnopenedOf(userId);
  const customer = await provider.readCustomer(customerId);
  const { checked, stray } = await checkPayments(userId, customer.checkouts, isClosed);
  for (const { id } of stray) await provider.expireCheckout(id);
  if (stray.length > 0) return false;
  if (await finishChanges(provider, customer.subscriptions, begun)) return false;
  const subscriptions = customer.subscriptions.map((one) => withOffers(one, before));
  const posts = checked.flatMap(({ posts }) => posts);
  const undos = closing.hasSwitched
    ? undosOfSwitched(subscriptions, posts, begun)
    : undosOf(subscriptions, posts, closing.closedAt, customer.payments);
  if (undos.length > 0) {
    // The person is notified before anything is undone, because after a crash in between, nothing would show what was
    // undone. The keys keep them from being told twice.
    await announceUndos({ userId, email: before.email }, undos);
    for (const undo of undos) await performUndo(provider, undo);
    return false;
  }
  if (await followClosing(provider, closing, subscriptions, begun)) return false;
  const after = providedPlan(subscriptions, posts, before, begun);
  return transaction(async (tx) => {
    if (!(await storeSubscription(tx, userId, before.version, after))) return false;
    for (const paymentId of await storePayments(tx, userId, checked, subscriptions, customer.payments))
      await resetUses(tx, userId, `purchase:${paymentId}`);
    await followReturned(tx, { userId, email: before.email }, begun);
    await announceUnknownPrices(tx, userId, pricesUnknown(subscriptions));
    await storeReceipts(tx, userId, customer.receipts);
    await storeCards(tx, userId, [
      ...subscriptions.map(({ latestPayment }) => latestPayment?.card),
      ...checked.map(({ checkout }) => checkout.payment?.card),
    ]);
    await tx.paymentEvent.updateMany({
      where: { customerId, processedAt: null, receivedAt: { lte: begun } },
      data: { processedAt: new Date() },
    });
    // When a grace period ends, the provider's state stays the same, so a comparison of states doesn't notice it. What
    // follows can be repeated.
    if (hasChanged(before, after) || hasLapsed(after, begun)) {
      await followPlan(tx, userId);
      if (endsEarly(before, after, begun)) await endPaidDays(tx, userId);
      await queueHeldRelease(tx, userId);
      await announcePlan(tx, {
        userId,
        email: before.email,
        timeZone: before.timeZone,
        before,
        after,
        now: begun,
      });
    }
    return true;
  });
}

/** The prices that subscriptions are charged even though they aren't configured. Logs each one. */
function pricesUnknown(subscriptions: readonly (ProvidedSubscription & { priceId: string })[]): string[] {
  const unknown = subscriptions.filter((one) => isCharged(one) && !boughtAt(one.priceId));
  for (const { id, priceId } of unknown)
    log.error({ subscription: id, price: priceId }, "a subscription has a price that isn't configured");
  return unknown.map(({ priceId }) => priceId);
}

/**
 * Finishes plan changes that were interrupted. Returns false if there was nothing to finish, or if the provider
 * refused.
 */
async function finishChanges(provider: PaymentsPort, listed: Subscription[], at: Date): Promise<boolean> {
  let isFinished = false;
  for (const { id, isUnfinished } of listed) {
    if (!isUnfinished) continue;
    try {
      await provider.finishChange(id, `finish:${id}:${at.getTime()}`);
      isFinished = true;
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      log.error({ err: error, subscription: id }, "couldn't finish a plan change");
    }
  }
  return isFinished;
}

/** Stores which cards someone has paid with. `referrals` compares them to detect people who invited themselves. */
async function storeCards(
  tx: Transaction,
  userId: string,
  cards: readonly (string | null | undefined)[],
): Promise<void> {
  const paid = cards.flatMap((fingerprint) => (fingerprint ? [{ userId, fingerprint }] : []));
  await tx.paidCard.createMany({ data: paid, skipDuplicates: true });
}

async function databaseTime(): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return row?.now ?? new Date();
}

/**
 * Adds to a subscription what its price buys. If the price isn't configured, the subscription that's already stored
 * keeps its plan, because the customer still pays for it.
 */
function withOffers(
  subscription: Subscription,
  before: Pick<ReturnType<typeof providedPlan>, "plan" | "interval" | "subscriptionId">,
): ProvidedSubscription & { priceId: string } {
  const { id, priceId, nextPriceId } = subscription;
  const { plan, interval } = before;
  const isStored = before.subscriptionId === id && isSubscription(plan);
  return {
    ...subscription,
    offer: boughtAt(priceId) ?? (isStored ? { plan, interval } : null),
    next: nextPriceId ? boughtAt(nextPriceId) : null,
  };
}

async function performUndo(provider: PaymentsPort, undo: Undo): Promise<void> {
  log.warn({ act: undo.act, why: undo.why }, "undoing a payment");
  if (undo.act === "refund") return giveBack(provider, undo.intentId, undo.why);
  // The refund comes first. A subscription that's already canceled isn't undone again, so an interruption after the
  // cancellation would leave the customer without their money.
  if (undo.refundIntent) await giveBack(provider, undo.refundIntent, undo.why);
  if (undo.why === "disputed") await provider.takeCredit(undo.subscriptionId);
  await provider.cancelNow(undo.subscriptionId, `undo:${undo.subscriptionId}`);
}

const backAlready = new Set(["charge_already_refunded", "charge_disputed"]);

async function giveBack(provider: PaymentsPort, intentId: string, why: Undo["why"]): Promise<void> {
  const reason = why === "duplicate" ? why : "requested_by_customer";
  try {
    await provider.refund({ intentId, reason }, `undo:${intentId}`);
  } catch (error) {
    // We or the bank have already paid it back, so there's nothing left to refund.
    if (!(error instanceof PaymentRefused && backAlready.has(error.code ?? ""))) throw error;
  }
}

type Plan = Pick<
  ReturnType<typeof providedPlan>,
  "plan" | "status" | "periodEnd" | "cancelsAtPeriodEnd" | "subscriptionId"
>;

function hasChanged(before: Plan, after: Plan): boolean {
  return (
    before.plan !== after.plan ||
    before.status !== after.status ||
    before.subscriptionId !== after.subscriptionId ||
    before.cancelsAtPeriodEnd !== after.cancelsAtPeriodEnd ||
    before.periodEnd.getTime() !== after.periodEnd.getTime()
  );
}

async function storeReceipts(tx: Transaction, userId: string, receipts: ProviderReceipt[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO receipts (id, user_id, number, status, amount_cents, url, issued_at, payment_intent_id)
    SELECT r.id, ${userId}::uuid, r.number, r.status, r."amountCents", r.url, r."issuedAt", r."intentId"
      FROM jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb)
        AS r (id text, number text, status text, "amountCents" int, url text, "issuedAt" timestamptz, "intentId" text)
    ON CONFLICT (id) DO UPDATE SET number = excluded.number, status = excluded.status,
      amount_cents = excluded.amount_cents, url = excluded.url,
      payment_intent_id = excluded.payment_intent_id
     WHERE receipts.user_id = excluded.user_id`;
}

type Renewal = Pick<ProvidedSubscription, "id" | "status" | "createdAt" | "cancelsAtPeriodEnd">;

/**
 * Makes the subscriptions of an account that's permanently suspended or about to leave end with their period. They
 * don't renew after a suspension is lifted, either, unless the member resumes them. A subscription with a failed
 * payment ends right away, because the provider would keep trying the card.
 * @returns whether anything changed; if so, the account and the provider have to be read again
 */
async function followClosing(
  provider: PaymentsPort,
  { closedAt, unfollowed, endsWhatBeganBefore }: Closing,
  subscriptions: readonly Renewal[],
  at: Date,
): Promise<boolean> {
  const ends = ({ createdAt }: Renewal) =>
    closedAt !== null || (endsWhatBeganBefore !== null && createdAt < endsWhatBeganBefore);
  const ending = subscriptions.filter((one) => isCharged(one) && ends(one));
  const unpaid = ending.filter(({ status }) => status === "past_due");
  for (const { id } of unpaid) await provider.cancelNow(id, `closing:${id}`);
  const renewing = ending.filter((one) => !one.cancelsAtPeriodEnd && !unpaid.includes(one));
  for (const { id } of renewing)
    await provider.setCancelAtPeriodEnd(id, true, `closing:${id}:${at.getTime()}`);
  if (unpaid.length > 0 || renewing.length > 0) return true;
  await noteEndedRenewals(unfollowed);
  return false;
}
