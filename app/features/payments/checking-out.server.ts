import { type Actor, isContributor } from "~/features/accounts/actor";
import { hasProFeatures, isPastDue, type PlanName } from "~/features/plans/plan";
import { planOf } from "~/features/plans/reading.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { amountOf } from "~/features/plans/tiers.server";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { payments } from "~/platform/payments/payments.server";
import type { PaymentsSide } from "~/platform/payments/payments-side.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { converge, convergeLater } from "./converging.server";
import { asking, ensureCustomer, type ProviderRefusal } from "./customers.server";
import { type Offer, offerOf } from "./prices.server";

export type CheckoutRefusal =
  | "off"
  | "contributor"
  | "unknown-price"
  /** A subscription is changed, not bought twice. */
  | "subscribed"
  /** It has a payment that failed; with that paid, the plan is back. */
  | "past-due"
  /** A paid post is still valid. */
  | "post-paid"
  /** The plan in force has posts. */
  | "included"
  /** Another one was begun in the meantime, or the account is closed. */
  | "closed";

export type CheckoutOutcome =
  | { ok: true; url: string }
  | { ok: false; refused: CheckoutRefusal }
  | { ok: false; refused: "too-often"; waitSeconds: number }
  | ProviderRefusal;

/** Why the actor cannot buy this; null if they can. */
export async function checkoutRefusal(actor: Actor, offer: Offer | null): Promise<CheckoutRefusal | null> {
  if (!payments) return "off";
  if (!offer) return "unknown-price";
  if (isContributor(actor)) return "contributor";
  const [{ plan }, stored] = await Promise.all([planOf(actor), findSubscription(actor.userId)]);
  const isPost = offer.interval === null;
  if (isPost && hasProFeatures(plan)) return "included";
  // Also past its grace: alive at the provider, a second one would be charged beside it, and a post given back.
  if (stored?.subscriptionId) return isPastDue(stored) ? "past-due" : "subscribed";
  return isPost && plan === "pay_per_post" ? "post-paid" : null;
}

/**
 * Returns where to pay. A double click, a second tab and a later return find the same checkout while it is open; one
 * for another price is closed first. Refused: as `checkoutRefusal`, 'too-often', 'unavailable', 'refused', 'closed' if it
 * was closed itself before it could be paid.
 */
export async function startCheckout(
  actor: Actor,
  priceId: string,
  side: PaymentsSide | null = payments,
): Promise<CheckoutOutcome> {
  const offer = offerOf(priceId);
  const refused = await checkoutRefusal(actor, offer);
  if (refused || !offer || !side) return { ok: false, refused: refused ?? "off" };
  const waitSeconds = await takeFromLimit("checkout", actor.userId, actor);
  if (waitSeconds > 0) return { ok: false, refused: "too-often", waitSeconds };
  return asking(async (): Promise<CheckoutOutcome> => {
    if (!(await costsWhatWeSay(side, offer))) return { ok: false, refused: "unknown-price" };
    const customerId = await ensureCustomer(side, actor);
    for (const other of await listOpen(actor, offer)) await settle(side, actor, other);
    // One of those may have been paid.
    const refusedNow = await checkoutRefusal(actor, offer);
    if (refusedNow) return { ok: false, refused: refusedNow };
    let payment = await openPayment(actor, offer);
    const earlier = payment?.sessionId ? await side.findCheckout(payment.sessionId) : null;
    if (earlier?.status === "open" && earlier.url) return { ok: true, url: earlier.url };
    if (earlier?.status === "complete") return { ok: true, url: returnUrl(offer.plan, earlier.id) };
    if (payment?.sessionId) {
      await closePayment(payment);
      payment = await openPayment(actor, offer);
    }
    return payment ? open(side, actor, customerId, offer, payment) : { ok: false, refused: "closed" };
  });
}

interface PendingPayment {
  id: string;
  sessionId: string | null;
}

/**
 * The one open payment of this person for this price; null once their account is closed. The row lock orders this before
 * or after that: what is before is found by the job of the closing.
 */
async function openPayment(actor: Actor, { plan, interval, priceId }: Offer): Promise<PendingPayment | null> {
  return transaction(async (tx) => {
    const [payment] = await tx.$queryRaw<PendingPayment[]>`
      INSERT INTO payments (user_id, plan_type, billing_interval, price_id)
      SELECT u.id, ${plan}::plan_type, ${interval}, ${priceId}
        FROM users u WHERE u.id = ${actor.userId}::uuid AND is_open(u) FOR SHARE
      ON CONFLICT (user_id, price_id) WHERE status = 'pending' DO UPDATE SET updated_at = now()
      RETURNING id, checkout_session_id AS "sessionId"`;
    return payment ?? null;
  });
}

async function open(
  side: PaymentsSide,
  actor: Actor,
  customerId: string,
  offer: Offer,
  payment: PendingPayment,
): Promise<CheckoutOutcome> {
  const checkout = await side.startCheckout(
    {
      customerId,
      price: { id: offer.priceId, interval: offer.interval },
      reference: payment.id,
      successUrl: returnUrl(offer.plan),
      cancelUrl: new URL(paths.payment({ priceId: offer.priceId }), env.APP_URL).href,
    },
    `checkout:${payment.id}`,
  );
  const { count } = await db.payment.updateMany({
    where: {
      id: payment.id,
      status: "pending",
      OR: [{ checkoutSessionId: null }, { checkoutSessionId: checkout.id }],
    },
    data: { checkoutSessionId: checkout.id },
  });
  if (count === 0) {
    // No one has its address. Converging expires it, too.
    await convergeLater(actor.userId);
    await side.expireCheckout(checkout.id);
    return { ok: false, refused: "closed" };
  }
  if (!checkout.url) {
    log.error({ checkout: checkout.id }, "a new checkout has no address");
    return { ok: false, refused: "refused", reason: "No checkout URL returned. Please try again." };
  }
  return { ok: true, url: checkout.url };
}

/** The provider adds the session to the address that it is given. */
function returnUrl(plan: PlanName, sessionId?: string): string {
  const mode = plan === "pay_per_post" ? plan : undefined;
  return new URL(paths.paymentSuccess({ mode, session_id: sessionId }), env.APP_URL).href;
}

/** What is charged must be what our pages show. */
async function costsWhatWeSay(side: PaymentsSide, offer: Offer): Promise<boolean> {
  const [price, shown] = await Promise.all([
    side.findPrice(offer.priceId),
    amountOf(offer.plan, offer.interval),
  ]);
  const agrees = price?.isSold && price.amountCents === shown && price.interval === offer.interval;
  if (!agrees) log.error({ price: offer.priceId }, "a configured price is not what the plans say");
  return agrees === true;
}

async function listOpen(actor: Actor, { priceId }: Offer): Promise<PendingPayment[]> {
  return db.$queryRaw<PendingPayment[]>`
    SELECT id, checkout_session_id AS "sessionId" FROM payments
     WHERE user_id = ${actor.userId}::uuid AND status = 'pending' AND price_id <> ${priceId} ORDER BY id LIMIT 10`;
}

/** Closes a checkout for another price, or takes over what was paid there. */
async function settle(side: PaymentsSide, actor: Actor, payment: PendingPayment): Promise<void> {
  // While its session is being created: it will not be taken.
  if (!payment.sessionId && (await closePayment(payment))) return;
  const sessionId = payment.sessionId ?? (await findSession(payment.id));
  const checkout = sessionId ? await side.expireCheckout(sessionId) : null;
  if (checkout?.status === "complete") return converge(actor.userId, side);
  // Still open while a payment is under way there; converging goes on watching it.
  if (checkout?.status !== "open") await closePayment({ ...payment, sessionId });
}

async function findSession(paymentId: string): Promise<string | null> {
  const payment = await db.payment.findUnique({
    where: { id: paymentId },
    select: { checkoutSessionId: true },
  });
  return payment?.checkoutSessionId ?? null;
}

/** False if it was not pending, or has another session by now. */
async function closePayment({ id, sessionId: checkoutSessionId }: PendingPayment): Promise<boolean> {
  const { count } = await db.payment.updateMany({
    where: { id, status: "pending", checkoutSessionId },
    data: { status: "expired" },
  });
  return count > 0;
}
