import { transactionBy } from "~/features/accounts/acting.server";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { hasProFeatures, isPastDue, type PlanName, type PlanView, planLabels } from "~/features/plans/plan";
import { amountOf, planOf } from "~/features/plans/plan-in-force.server";
import { findSubscription, setCustomer } from "~/features/plans/subscribing.server";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, type Prisma } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { jobPayments, payments } from "~/platform/payments/payments.server";
import {
  PaymentRefused,
  type PaymentsPort,
  PaymentsUnavailable,
} from "~/platform/payments/payments-port.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { converge, convergeLater } from "./converging.server";
import { offerLabel } from "./payment-words";
import { type Offer, offerOf } from "./prices.server";

/** The ID of a person's customer at the provider. It's created only once, when they first start a checkout. */
async function ensureCustomer(provider: PaymentsPort, actor: Actor): Promise<string> {
  const subscription = await findSubscription(actor.userId);
  if (!subscription) throw new Error("a live session has no subscription record");
  if (subscription.customerId) return subscription.customerId;
  const { userId } = actor;
  const created = await provider.createCustomer({ userId, email: subscription.email }, `customer:${userId}`);
  return setCustomer(userId, created);
}

/**
 * The job that tells the provider about a new email address, so that receipts go there. It can run twice or late.
 * @throws PaymentsUnavailable
 */
export async function followAddress(userId: string): Promise<void> {
  const subscription = await findSubscription(userId);
  if (jobPayments && subscription?.customerId)
    await jobPayments.setCustomerEmail(subscription.customerId, subscription.email);
}

export type ProviderRefusal =
  /** The provider can't be reached or is too slow. As far as we know, nothing changed. */
  | { ok: false; refused: "unavailable" }
  /** `reason` is written for the customer, such as why a card was declined. */
  | { ok: false; refused: "refused"; reason: string | null };

/** Runs `work`, which calls the provider, and returns its failures as refusals. */
export async function asking<Result>(work: () => Promise<Result>): Promise<Result | ProviderRefusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentsUnavailable) {
      log.warn({ err: error }, "the payment provider is unavailable");
      return { ok: false, refused: "unavailable" };
    }
    if (error instanceof PaymentRefused) {
      log.warn({ err: error, code: error.code }, "the payment provider refused a request");
      return { ok: false, refused: "refused", reason: error.reason };
    }
    throw error;
  }
}

type CheckoutRefusal =
  | "off"
  | "contributor"
  | "unknown-price"
  /** The actor already has a subscription, and can only change it. */
  | "subscribed"
  /** The actor's subscription has a failed payment. Once it's paid, the plan is back. */
  | "past-due"
  /** A post that the actor paid for is still in force. */
  | "post-paid"
  /** The plan in force includes posts, so there's nothing to buy. */
  | "included"
  /** Another checkout was started in the meantime, or the account was closed or became a contributor's. */
  | "closed";

type CheckoutOutcome =
  | Outcome<CheckoutRefusal, { url: string }>
  | { ok: false; refused: "too-often"; waitSeconds: number }
  | ProviderRefusal;

/** Why the actor can't buy this; null if they can. */
export async function checkoutRefusal(actor: Actor, offer: Offer | null): Promise<CheckoutRefusal | null> {
  if (!payments) return "off";
  if (!offer) return "unknown-price";
  if (isContributor(actor)) return "contributor";
  const [{ plan }, stored] = await Promise.all([planOf(actor), findSubscription(actor.userId)]);
  const isPost = offer.interval === null;
  if (isPost && hasProFeatures(plan)) return "included";
  // This applies even after the grace period. While the subscription exists at the provider, a second one would be
  // charged as well, and a post would be refunded as a duplicate.
  if (stored?.subscriptionId) return isPastDue(stored) ? "past-due" : "subscribed";
  return isPost && plan === "pay_per_post" ? "post-paid" : null;
}

/**
 * Returns the URL to pay at. A double click, a second tab and a later visit get the same open checkout. An open
 * checkout for another price is closed first. Refused: as in `checkoutRefusal`, 'too-often', 'unavailable', 'refused',
 * and 'closed' if this checkout was closed before it could be paid.
 * @param from the path to return to after the payment
 */
export async function startCheckout(
  actor: Actor,
  priceId: string,
  provider: PaymentsPort | null = payments,
  from?: string,
): Promise<CheckoutOutcome> {
  const offer = offerOf(priceId);
  const refused = await checkoutRefusal(actor, offer);
  if (refused || !offer || !provider) return { ok: false, refused: refused ?? "off" };
  const waitSeconds = await takeFromLimit("checkout", actor.userId, actor);
  if (waitSeconds > 0) return { ok: false, refused: "too-often", waitSeconds };
  return asking(async (): Promise<CheckoutOutcome> => {
    if (!(await costsWhatWeSay(provider, offer))) return { ok: false, refused: "unknown-price" };
    const customerId = await ensureCustomer(provider, actor);
    for (const other of await listOpen(actor, offer)) await settle(provider, actor, other);
    // Something may have been paid at one of the checkouts that were just settled.
    const refusedNow = await checkoutRefusal(actor, offer);
    if (refusedNow) return { ok: false, refused: refusedNow };
    let payment = await openPayment(actor, offer);
    const earlier = payment?.sessionId ? await provider.findCheckout(payment.sessionId) : null;
    if (earlier?.status === "open" && earlier.url) return { ok: true, url: earlier.url };
    if (earlier?.status === "complete") return { ok: true, url: returnUrl(offer.plan, from, earlier.id) };
    if (payment?.sessionId) {
      await closePayment(payment);
      payment = await openPayment(actor, offer);
    }
    return payment
      ? open(provider, actor, customerId, offer, payment, from)
      : { ok: false, refused: "closed" };
  });
}

interface PendingPayment {
  id: string;
  sessionId: string | null;
}

/**
 * Opens the person's payment for this price, or returns the open one: there's only one at a time. Null if the account
 * is closed or has become a contributor's. The lock on both rows makes a concurrent closing or switch wait, and its job
 * then finds this payment.
 */
async function openPayment(actor: Actor, { plan, interval, priceId }: Offer): Promise<PendingPayment | null> {
  return transactionBy(actor, async (tx) => {
    const [payment] = await tx.$queryRaw<PendingPayment[]>`
      INSERT INTO payments (user_id, plan_type, billing_interval, price_id)
      SELECT u.id, ${plan}::plan_type, ${interval}, ${priceId}
        FROM users u JOIN profiles p ON p.id = u.id
       WHERE u.id = ${actor.userId}::uuid AND is_open(u) AND p.user_type IS DISTINCT FROM 'contributor' FOR SHARE
      ON CONFLICT (user_id, price_id) WHERE status = 'pending' DO UPDATE SET updated_at = now()
      RETURNING id, checkout_session_id AS "sessionId"`;
    return payment ?? null;
  });
}

async function open(
  provider: PaymentsPort,
  actor: Actor,
  customerId: string,
  offer: Offer,
  payment: PendingPayment,
  from: string | undefined,
): Promise<CheckoutOutcome> {
  const checkout = await provider.startCheckout(
    {
      customerId,
      price: { id: offer.priceId, interval: offer.interval },
      reference: payment.id,
      successUrl: returnUrl(offer.plan, from),
      cancelUrl: new URL(paths.payment({ priceId: offer.priceId, from }), env.APP_URL).href,
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
    // No one has seen this session's URL, so no one can have paid there. The job expires it, too, in case this request
    // fails.
    await convergeLater(actor.userId);
    await provider.expireCheckout(checkout.id);
    return { ok: false, refused: "closed" };
  }
  if (!checkout.url) {
    log.error({ checkout: checkout.id }, "a new checkout has no URL");
    return { ok: false, refused: "refused", reason: "No checkout URL returned. Please try again." };
  }
  return { ok: true, url: checkout.url };
}

/** The URL that the provider sends the browser to after the payment. It appends the session's ID. */
function returnUrl(plan: PlanName, from: string | undefined, sessionId?: string): string {
  const mode = plan === "pay_per_post" ? plan : undefined;
  return new URL(paths.paymentSuccess({ mode, from, session_id: sessionId }), env.APP_URL).href;
}

/** Whether the provider charges the price that our pages show. */
async function costsWhatWeSay(provider: PaymentsPort, offer: Offer): Promise<boolean> {
  const [price, shownPrice] = await Promise.all([
    provider.findPrice(offer.priceId),
    amountOf(offer.plan, offer.interval),
  ]);
  const agrees = price?.isSold && price.amountCents === shownPrice && price.interval === offer.interval;
  if (!agrees) log.error({ price: offer.priceId }, "a configured price doesn't match the plan's");
  return agrees === true;
}

async function listOpen(actor: Actor, { priceId }: Offer): Promise<PendingPayment[]> {
  const open = await db.payment.findMany({
    where: { userId: actor.userId, status: "pending", priceId: { not: priceId } },
    select: { id: true, checkoutSessionId: true },
    orderBy: { id: "asc" },
    take: 10,
  });
  return open.map(({ id, checkoutSessionId: sessionId }) => ({ id, sessionId }));
}

/** Closes a checkout for another price, or stores what was paid there. */
async function settle(provider: PaymentsPort, actor: Actor, payment: PendingPayment): Promise<void> {
  // This payment has no session yet. If one is being created right now, it's refused and expired when it arrives.
  if (!payment.sessionId && (await closePayment(payment))) return;
  const sessionId = payment.sessionId ?? (await findSession(payment.id));
  const checkout = sessionId ? await provider.expireCheckout(sessionId) : null;
  if (checkout?.status === "complete") return converge(actor.userId, provider);
  // A payment is being made at this checkout, so it stays open. The next convergence stores what becomes of it.
  if (checkout?.status !== "open") await closePayment({ ...payment, sessionId });
}

async function findSession(paymentId: string): Promise<string | null> {
  const payment = await db.payment.findUnique({
    where: { id: paymentId },
    select: { checkoutSessionId: true },
  });
  return payment?.checkoutSessionId ?? null;
}

/** Marks a payment as expired. Returns false if it isn't pending anymore, or if it already has another session. */
async function closePayment({ id, sessionId: checkoutSessionId }: PendingPayment): Promise<boolean> {
  const { count } = await db.payment.updateMany({
    where: { id, status: "pending", checkoutSessionId },
    data: { status: "expired" },
  });
  return count > 0;
}

export type Confirmation =
  /** Paid, and in force. `plan` is the person's current plan, and `startedAt` is when the checkout was started. */
  | { state: "confirmed"; bought: PlanName; plan: PlanView; startedAt: Date }
  /** Paid, but not in force anymore. */
  | { state: "past"; bought: string; cents: number; plan: PlanName; title: string; text: string }
  /** The provider hasn't confirmed the payment, or can't be reached. */
  | { state: "confirming" }
  /** Abandoned, expired or failed. */
  | { state: "unpaid" };

const paidFields = {
  planType: true,
  billingInterval: true,
  status: true,
  amountCents: true,
  subscriptionId: true,
  endsAt: true,
  createdAt: true,
} as const;

type Paid = Prisma.PaymentGetPayload<{ select: typeof paidFields }>;

async function findCheckout(actor: Actor, sessionId: string): Promise<Paid | null> {
  return db.payment.findFirst({
    where: { checkoutSessionId: sessionId, userId: actor.userId },
    select: paidFields,
  });
}

/**
 * What became of one of the actor's checkouts. Asks the provider if that isn't known yet. Null if the checkout isn't
 * the actor's.
 */
export async function confirmCheckout(actor: Actor, sessionId: string): Promise<Confirmation | null> {
  let payment = await findCheckout(actor, sessionId);
  let isOpen = false;
  const provider = payments;
  if (
    payment?.status === "pending" &&
    provider &&
    (await takeFromLimit("payment-check", actor.userId)) === 0
  ) {
    await asking(async () => {
      await converge(actor.userId, provider);
      // An open checkout hasn't been paid. If the person goes back and pays there, it still counts.
      isOpen = (await provider.findCheckout(sessionId))?.status === "open";
    });
    payment = await findCheckout(actor, sessionId);
  }
  if (!payment) return null;
  if (payment.status === "pending") return { state: isOpen ? "unpaid" : "confirming" };
  if (payment.status === "expired" || payment.status === "failed") return { state: "unpaid" };
  const [plan, stored] = await Promise.all([planOf(actor), findSubscription(actor.userId)]);
  const isOfSubscription =
    payment.subscriptionId !== null && stored?.subscriptionId === payment.subscriptionId;
  const fate = fateOf(payment, plan, isOfSubscription);
  if (fate === "in-force")
    return { state: "confirmed", bought: payment.planType, plan, startedAt: payment.createdAt };
  return {
    state: "past",
    bought: offerLabel(payment.planType, payment.billingInterval),
    cents: payment.amountCents ?? 0,
    plan: plan.plan,
    ...pastWords(fate, planLabels[payment.planType], planLabels[plan.plan]),
  };
}

type Fate = "refunded" | "disputed" | "unpaid-renewal" | "replaced" | "ended";

function fateOf(
  { status, planType: bought, endsAt }: Paid,
  { plan, status: planStatus }: PlanView,
  isOfSubscription: boolean,
): Fate | "in-force" {
  if (status === "refunded" || status === "disputed") return status;
  const isInForce =
    bought === "pay_per_post"
      ? plan === "pay_per_post" && endsAt !== null && endsAt.getTime() > Date.now()
      : isOfSubscription;
  if (!isInForce) return plan === "free" ? "ended" : "replaced";
  if (planStatus === "past_due") return "unpaid-renewal";
  return plan === "free" ? "ended" : "in-force";
}

function pastWords(fate: Fate, bought: string, now: string): { title: string; text: string } {
  const on = `You're on ${now} now.`;
  switch (fate) {
    case "refunded":
      return { title: "This payment was refunded", text: on };
    case "disputed":
      return { title: "This payment was charged back", text: `Your bank reversed it. ${on}` };
    case "unpaid-renewal":
      return {
        title: "Your last payment failed",
        text: `${on} To ${now === planLabels.free ? "get back" : "keep"} what you bought, update your card on your billing page.`,
      };
    case "replaced":
      return { title: `You're on ${now} now`, text: `The ${bought} plan you paid for here has ended.` };
    case "ended":
      return { title: `${bought} has ended`, text: on };
  }
}

/** The ID of the actor's latest checkout in the last hour, for someone who comes back without it. */
export async function findRecentCheckout(actor: Actor): Promise<string | null> {
  const payment = await db.payment.findFirst({
    where: {
      userId: actor.userId,
      checkoutSessionId: { not: null },
      createdAt: { gt: new Date(Date.now() - 3_600_000) },
    },
    orderBy: { createdAt: "desc" },
    select: { checkoutSessionId: true },
  });
  return payment?.checkoutSessionId ?? null;
}
