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
  closeUnopened,
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

/** If converging takes more rounds than this, something must keep changing what is fetched. */
const mostRounds = 8;

/**
 * Fetches a person's whole state from the provider and stores the resulting plan. Safe to run at any time, concurrently
 * and repeatedly: a state is stored only if no other was stored since its fetch began.
 * @throws PaymentsUnavailable also if too many run concurrently. Pages then leave it to a job, which is retried.
 */
export async function converge(userId: string, provider: PaymentsPort | null = jobPayments): Promise<void> {
  for (let round = 1; provider; round += 1) {
    if (await convergeOnce(provider, userId)) return;
    if (round === mostRounds) throw new PaymentsUnavailable("a customer's state didn't settle");
  }
}

/** Queues one job, no matter how often it's called. */
export async function convergeLater(userId: string): Promise<void> {
  await transaction((tx) => queueConverging(tx, userId));
}

/** The job of a permanent suspension and of its end. It reads the current state, so it can run late. */
export async function followSuspension(suspensionId: string): Promise<void> {
  const userId = await findSuspended(suspensionId);
  if (userId) await converge(userId);
}

/**
 * Also handles customers that aren't ours or whose account doesn't exist anymore, by marking their events as processed.
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
 * Returns false if something was undone or another state was stored in the meantime, so that the caller fetches again.
 */
async function convergeOnce(provider: PaymentsPort, userId: string): Promise<boolean> {
  const begun = await databaseTime();
  const before = await findSubscription(userId);
  if (!before?.customerId) return true;
  const { customerId } = before;
  // Read before the provider's state, because any later change to the account queues its own run.
  const closing = await findClosing(userId);
  const isClosed = closing.closedAt !== null || closing.isContributor;
  if (isClosed) await closeUnopened(userId);
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
    // Notifies first. After a crash in between, there would be no way to find out what was undone. Each notification
    // has a key, so it's sent once.
    await announceUndos({ userId, email: before.email }, undos);
    for (const undo of undos) await perform(provider, undo);
    return false;
  }
  if (await followClosing(provider, closing, subscriptions, begun)) return false;
  const after = providedPlan(subscriptions, posts, before, begun);
  return transaction(async (tx) => {
    if (!(await storeSubscription(tx, userId, before.version, after))) return false;
    const provided = { subscriptions, subscriptionPayments: customer.payments };
    for (const paymentId of await storePayments(tx, userId, checked, provided))
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
    // The end of a grace period changes nothing at the provider, so it's checked separately. Its effects are
    // idempotent.
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

/** Checks only the prices that are being charged. */
function pricesUnknown(subscriptions: readonly (ProvidedSubscription & { priceId: string })[]): string[] {
  const unknown = subscriptions.filter((one) => isCharged(one) && !boughtAt(one.priceId));
  for (const { id, priceId } of unknown)
    log.error({ subscription: id, price: priceId }, "a subscription has a price that isn't configured");
  return unknown.map(({ priceId }) => priceId);
}

/** Finishes interrupted plan changes. Returns false if there were none, or if the provider refuses. */
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

/** Stores cards, so that the referrals feature can detect people who invited themselves. */
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

/** A stored subscription keeps its plan even if its price isn't configured, because it's still charged. */
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

async function perform(provider: PaymentsPort, undo: Undo): Promise<void> {
  log.warn({ act: undo.act, why: undo.why }, "undoing a payment");
  if (undo.act === "refund") return giveBack(provider, undo.intentId, undo.why);
  // Refunds the money first, because a canceled subscription isn't read again.
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
    // We or the bank already refunded it, so the next steps can proceed.
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
 * Ends all renewals while the account is permanently suspended or about to leave. Renewals that a suspension ended
 * stay ended after it's lifted; only the member can resume them. A failed renewal ends right away, because the
 * provider would keep trying the card. Returns whether anything changed, so that account and provider are read again.
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
