import type { Actor } from "~/features/accounts/actor";
import { findSubscription, type StoredSubscription } from "~/features/plans/subscribing.server";
import { paths } from "~/paths";
import { env } from "~/platform/env.server";
import { payments } from "~/platform/payments/payments.server";
import type { PaymentsSide } from "~/platform/payments/payments-side.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { converge } from "./converging.server";
import { asking, type ProviderRefusal } from "./customers.server";
import { type Offer, offerOf, priceIdOf } from "./prices.server";
import { compareOffers } from "./provided-plan";

type Refused<Why extends string> = { ok: false; refused: Why } | ProviderRefusal;

/** A plan or interval worth more begins at once and is prorated; one worth less begins with the next period. */
export type Change =
  | { kind: "now"; offer: Offer; dueCents: number; at: Date }
  | { kind: "later"; offer: Offer; from: Date };

export type PreviewOutcome =
  | { ok: true; change: Change }
  | Refused<"off" | "unknown-price" | "none" | "same">;

/** The customer agrees to an amount; the provider prorates by the second, so the moment is agreed to with it. */
const previewMinutes = 30;

/** A live subscription of the actor's, and what it is for. */
async function liveSubscription(
  actor: Pick<Actor, "userId">,
): Promise<{ stored: StoredSubscription; id: string; offer: Offer | null } | null> {
  const stored = await findSubscription(actor.userId);
  if (!stored?.subscriptionId || !stored.customerId) return null;
  const priceId = priceIdOf(stored.plan, stored.interval);
  return { stored, id: stored.subscriptionId, offer: priceId ? offerOf(priceId) : null };
}

/**
 * What changing to a price would mean; changes nothing. Refused: 'none' without a subscription, 'same' for the price
 * that is paid already and stays, 'unknown-price', 'off', 'unavailable', 'refused'.
 */
export async function previewChange(actor: Actor, priceId: string, at = new Date()): Promise<PreviewOutcome> {
  const offer = offerOf(priceId);
  if (!payments) return { ok: false, refused: "off" };
  if (!offer) return { ok: false, refused: "unknown-price" };
  const live = await liveSubscription(actor);
  if (!live) return { ok: false, refused: "none" };
  const rank = live.offer ? compareOffers(offer, live.offer) : 1;
  if (rank === 0 && !live.stored.nextPlan) return { ok: false, refused: "same" };
  if (rank <= 0) return { ok: true, change: { kind: "later", offer, from: live.stored.periodEnd } };
  if ((await takeFromLimit("payment-check", actor.userId, actor)) > 0)
    return { ok: false, refused: "unavailable" };
  const side = payments;
  // A renewal in the last minute: what is left of the new period counts.
  const moment = wholeSecond(Math.max(at.getTime(), live.stored.periodStart.getTime()));
  return asking(async (): Promise<PreviewOutcome> => {
    const { dueCents } = await side.previewChange({ subscriptionId: live.id, priceId, at: moment });
    return { ok: true, change: { kind: "now", offer, dueCents, at: moment } };
  });
}

const wholeSecond = (time: number) => new Date(Math.floor(time / 1000) * 1000);

export interface AgreedChange {
  priceId: string;
  /** What the page said. Both null for a change with the next period. */
  dueCents: number | null;
  at: Date | null;
}

export type ChangeOutcome =
  | { ok: true; change: Change }
  /** It would cost something else now than the page said. */
  | Refused<"off" | "unknown-price" | "none" | "same" | "outdated">;

/** As agreed, or not at all. Sent twice, it happens once. Refused: as `previewChange`, 'outdated'. */
export async function changePlan(actor: Actor, agreed: AgreedChange): Promise<ChangeOutcome> {
  const live = await liveSubscription(actor);
  if (!payments || !live) return { ok: false, refused: payments ? "none" : "off" };
  if (agreed.at && !isRecent(agreed.at, live.stored)) return { ok: false, refused: "outdated" };
  const preview = await previewChange(actor, agreed.priceId, agreed.at ?? undefined);
  if (!preview.ok) return preview;
  const { change } = preview;
  if ((change.kind === "now" ? change.dueCents : null) !== agreed.dueCents)
    return { ok: false, refused: "outdated" };
  const side = payments;
  return asking(async (): Promise<ChangeOutcome> => {
    await apply(side, live, change);
    await converge(actor.userId, side);
    return preview;
  });
}

/** A later moment would cost less than what is left. */
function isRecent(at: Date, { periodStart }: StoredSubscription): boolean {
  const latest = Math.max(Date.now() + 60_000, periodStart.getTime());
  return at.getTime() <= latest && Date.now() - at.getTime() < previewMinutes * 60_000;
}

async function apply(
  side: PaymentsSide,
  { id, stored, offer }: NonNullable<Awaited<ReturnType<typeof liveSubscription>>>,
  change: Change,
): Promise<void> {
  const { priceId } = change.offer;
  const key = `change:${id}:${stored.version}:${priceId}`;
  // A schedule would undo what follows.
  if (stored.nextPlan) await side.keepPrice(id, `${key}:keep`);
  if (stored.cancelsAtPeriodEnd) await side.setCancelAtPeriodEnd(id, false, `${key}:renew`);
  if (change.kind === "now")
    await side.changeNow({ subscriptionId: id, priceId, at: change.at }, `${key}:${change.at.getTime()}`);
  else if (offer?.priceId !== priceId) await side.changeAtPeriodEnd({ subscriptionId: id, priceId }, key);
}

/**
 * Cancels at the end of the period, which keeps access until then, or renews after all. Again changes nothing. Refused:
 * 'none' without a subscription, 'off', 'unavailable', 'refused'.
 */
export async function setRenewal(
  actor: Pick<Actor, "userId">,
  renews: boolean,
): Promise<{ ok: true; until: Date } | Refused<"off" | "none">> {
  if (!payments) return { ok: false, refused: "off" };
  const live = await liveSubscription(actor);
  if (!live) return { ok: false, refused: "none" };
  const { stored, id } = live;
  const side = payments;
  return asking(async () => {
    const key = `renewal:${id}:${stored.version}`;
    if (!renews && stored.nextPlan) await side.keepPrice(id, `${key}:keep`);
    if (stored.cancelsAtPeriodEnd === renews)
      await side.setCancelAtPeriodEnd(id, !renews, `${key}:${renews}`);
    await converge(actor.userId, side);
    return { ok: true as const, until: stored.periodEnd };
  });
}

/** Where the provider lets a customer change cards and see invoices. Refused: 'none' for somebody who never paid. */
export async function openPortal(actor: Actor): Promise<{ ok: true; url: string } | Refused<"off" | "none">> {
  if (!payments) return { ok: false, refused: "off" };
  const customerId = (await findSubscription(actor.userId))?.customerId;
  if (!customerId) return { ok: false, refused: "none" };
  const side = payments;
  return asking(async () => {
    const url = await side.openPortal(customerId, new URL(paths.billing(), env.APP_URL).href);
    return { ok: true as const, url };
  });
}
