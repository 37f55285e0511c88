import { requireSession } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { noteOwnRenewal } from "~/features/accounts/closing.server";
import { isPastDue } from "~/features/plans/plan";
import { findSubscription, type StoredSubscription } from "~/features/plans/subscribing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { payments } from "~/platform/payments/payments.server";
import {
  PaymentRefused,
  type PaymentsPort,
  PaymentsUnavailable,
} from "~/platform/payments/payments-port.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { asking, type ProviderRefusal } from "./checking-out.server";
import { converge, convergeLater } from "./converging.server";
import { type Offer, offerOf, priceIdOf } from "./prices.server";
import { compareOffers } from "./provided-plan";

type Refused<Why extends string> = { ok: false; refused: Why } | ProviderRefusal;

/**
 * What a change of plan would do. An upgrade takes effect right away and is prorated. A downgrade takes effect with the
 * next period.
 */
export type Change = {
  offer: Offer;
  /** The subscription is set to cancel at the end of its period, and the change makes it renew again. */
  renewsAgain: boolean;
  /** The scheduled change that this one replaces, if any. */
  dropped: Pick<StoredSubscription, "nextPlan" | "nextInterval"> | null;
} & ({ kind: "now"; dueCents: number; at: Date } | { kind: "later"; from: Date });

type ChangeRefusal =
  | "off"
  | "unknown-price"
  /** The actor has no subscription. */
  | "none"
  | "same"
  /** The price is for a single post, which the plan already includes. */
  | "included"
  /** A payment has failed. A change would credit the rest of a period that wasn't paid for. */
  | "past-due";

export type PreviewOutcome = { ok: true; change: Change } | Refused<ChangeRefusal>;

/**
 * In minutes, how long the customer can accept the amount that the page showed. The provider prorates by the second, so
 * the form also sends the time that the amount was computed for.
 */
const previewMinutes = 30;

/** `offer` is null if the price isn't sold anymore. */
async function liveSubscription({ userId }: Pick<Actor, "userId">) {
  const stored = await findSubscription(userId);
  if (!stored?.subscriptionId || !stored.customerId) return null;
  const priceId = priceIdOf(stored.plan, stored.interval);
  return { stored, id: stored.subscriptionId, offer: priceId ? offerOf(priceId) : null };
}

type LiveSubscription = NonNullable<Awaited<ReturnType<typeof liveSubscription>>>;

/**
 * What a change to this price would do and cost. Changes nothing. Refused: 'none' without a subscription; 'same' for
 * the current price if no change is scheduled; 'included'; 'past-due'; 'unknown-price'; 'off'; 'unavailable';
 * 'refused'.
 */
export async function previewChange(actor: Actor, priceId: string, at = new Date()): Promise<PreviewOutcome> {
  const offer = offerOf(priceId);
  if (!payments) return { ok: false, refused: "off" };
  if (!offer) return { ok: false, refused: "unknown-price" };
  const live = await liveSubscription(actor);
  if (!live) return { ok: false, refused: "none" };
  const { stored } = live;
  if (isPastDue(stored)) return { ok: false, refused: "past-due" };
  if (!offer.interval) return { ok: false, refused: "included" };
  const rank = live.offer ? compareOffers(offer, live.offer) : 1;
  if (rank === 0 && !stored.nextPlan) return { ok: false, refused: "same" };
  const isScheduled = stored.nextPlan === offer.plan && stored.nextInterval === offer.interval;
  const { nextPlan, nextInterval } = stored;
  const rest = {
    offer,
    renewsAgain: stored.cancelsAtPeriodEnd,
    dropped: nextPlan && !isScheduled ? { nextPlan, nextInterval } : null,
  };
  if (rank <= 0) return { ok: true, change: { ...rest, kind: "later", from: stored.periodEnd } };
  if ((await takeFromLimit("payment-check", actor.userId, actor)) > 0)
    return { ok: false, refused: "unavailable" };
  const provider = payments;
  // The subscription may have been renewed after `at`, and a change can't be prorated from before its period.
  const moment = wholeSecond(Math.max(at.getTime(), stored.periodStart.getTime()));
  return asking(async (): Promise<PreviewOutcome> => {
    const preview = await provider.previewChange({ subscriptionId: live.id, priceId, at: moment });
    if (!preview) return { ok: false, refused: "same" };
    return { ok: true, change: { ...rest, kind: "now", dueCents: preview.dueCents, at: moment } };
  });
}

const wholeSecond = (time: number) => new Date(Math.floor(time / 1000) * 1000);

export type ChangeOutcome = { ok: true; change: Change } | Refused<ChangeRefusal | "outdated">;

/**
 * Changes the plan as agreed, or not at all: if the card is declined, the subscription stays canceled, and a scheduled
 * change stays scheduled. Idempotent. Refused: as in `previewChange`, and 'outdated' if the change wouldn't cost what
 * the page showed anymore. After 'unavailable', the plan may have changed; a job then stores the provider's state.
 * @param agreed the amount and the moment that the page showed; both are null if the change takes effect with the next
 * period
 */
export async function changePlan(
  actor: Actor,
  agreed: { priceId: string; dueCents: number | null; at: Date | null },
): Promise<ChangeOutcome> {
  const live = await liveSubscription(actor);
  if (!payments || !live) return { ok: false, refused: payments ? "none" : "off" };
  if (agreed.at && !isRecent(agreed.at, live.stored)) return { ok: false, refused: "outdated" };
  const provider = payments;
  const preview = await previewChange(actor, agreed.priceId, agreed.at ?? undefined);
  if (!preview.ok) {
    // The stored state may be behind, because the provider has renewed the subscription or made this very change.
    if (
      preview.refused === "refused" ||
      (preview.refused === "same" && live.offer?.priceId !== agreed.priceId)
    )
      await catchUp(actor.userId, provider);
    return preview;
  }
  const { change } = preview;
  if ((change.kind === "now" ? change.dueCents : null) !== agreed.dueCents)
    return { ok: false, refused: "outdated" };
  return asking(async (): Promise<ChangeOutcome> => {
    await requireSession(db, actor);
    await runAndCatchUp(actor.userId, provider, () => apply(provider, live, change));
    return preview;
  });
}

/**
 * Runs a member's change of their subscription, and stores the provider's state afterward, even if the change failed
 * halfway.
 */
async function runAndCatchUp(
  userId: string,
  provider: PaymentsPort,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PaymentsUnavailable) await convergeLater(userId);
    if (error instanceof PaymentRefused) await catchUp(userId, provider);
    throw error;
  }
  await noteOwnRenewal(userId);
  await catchUp(userId, provider);
}

/** Stores the provider's state right away or, if the provider is unavailable, in a job. */
async function catchUp(userId: string, provider: PaymentsPort): Promise<void> {
  try {
    await converge(userId, provider);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    await convergeLater(userId);
  }
}

/**
 * Whether an accepted amount was computed recently enough. The less time is left in the period, the less a change
 * costs, so an old amount would be too high.
 */
function isRecent(at: Date, { periodStart }: StoredSubscription): boolean {
  const latest = Math.max(Date.now() + 60_000, periodStart.getTime());
  return at.getTime() <= latest && Date.now() - at.getTime() < previewMinutes * 60_000;
}

async function apply(provider: PaymentsPort, live: LiveSubscription, change: Change): Promise<void> {
  const { id, stored, offer } = live;
  const { priceId } = change.offer;
  const key = `change:${id}:${stored.version}:${priceId}`;
  const order = { subscriptionId: id, priceId };
  if (change.kind === "now")
    await provider.changeNow({ ...order, at: change.at }, `${key}:${change.at.getTime()}`);
  else if (offer?.priceId === priceId) await provider.keepPrice(id, `${key}:keep`);
  else await provider.changeAtPeriodEnd(order, key);
}

/**
 * Sets the subscription to cancel at the end of its period, with access until then, or to renew again. Idempotent.
 * Refused: 'none' without a subscription, 'off', 'unavailable', 'refused'.
 */
export async function setRenewal(
  actor: Pick<Actor, "userId"> & Partial<Pick<Actor, "sessionId">>,
  renews: boolean,
): Promise<{ ok: true; until: Date } | Refused<"off" | "none">> {
  if (!payments) return { ok: false, refused: "off" };
  const live = await liveSubscription(actor);
  if (!live) return { ok: false, refused: "none" };
  const { stored, id } = live;
  const provider = payments;
  const { userId, sessionId } = actor;
  return asking(async () => {
    if (sessionId) await requireSession(db, { userId, sessionId });
    await runAndCatchUp(userId, provider, async () => {
      if (stored.cancelsAtPeriodEnd === renews)
        await provider.setCancelAtPeriodEnd(id, !renews, `renewal:${id}:${stored.version}:${renews}`);
    });
    return { ok: true, until: stored.periodEnd };
  });
}

/**
 * Creates a link to the provider's page for changing cards and viewing invoices. Refused: 'none' for someone who has
 * never started to pay, 'off', 'unavailable', 'refused'.
 */
export async function openPortal(actor: Actor): Promise<{ ok: true; url: string } | Refused<"off" | "none">> {
  if (!payments) return { ok: false, refused: "off" };
  const customerId = (await findSubscription(actor.userId))?.customerId;
  if (!customerId) return { ok: false, refused: "none" };
  const provider = payments;
  return asking(async () => {
    const url = await provider.openPortal(customerId, new URL(paths.billing(), env.APP_URL).href);
    // Anyone who has the link can use it, so it isn't handed out if the session ended while the provider was
    // responding.
    await requireSession(db, actor);
    return { ok: true, url };
  });
}
