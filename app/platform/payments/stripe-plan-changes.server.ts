import Stripe from "stripe";
import { PaymentRefused, type PaymentsPort } from "./payments-port.server";
import { translating } from "./stripe-errors.server";
import { idOf } from "./stripe-states.server";

/**
 * The remaining steps of a change that takes several calls, stored in the subscription's metadata:
 * `release:<schedule>`, `next:<price>` or `cancel`. The change's first call stores them, so that an interrupted change
 * can be finished.
 */
const unfinished = "unfinished";
const notes = /^(release:.+|next:.+|cancel)$/;
const release = (scheduleId: string) => `release:${scheduleId}`;

/** Null if there's nothing left to do. */
export function unfinishedOf({ metadata, schedule, status }: Stripe.Subscription): string | null {
  const left = metadata[unfinished];
  if (!left || !notes.test(left) || status === "canceled" || status === "incomplete_expired") return null;
  return left.startsWith("release:") && left !== release(idOf(schedule) ?? "") ? null : left;
}

async function findItem(stripe: Stripe, subscriptionId: string) {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = subscription.items.data;
  if (!item) throw new Error("a subscription has no items");
  return { subscription, item, scheduleId: idOf(subscription.schedule) };
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

/** The port's calls that change a subscription's price or when it ends. */
export function planChangeCalls(stripe: Stripe) {
  return {
    previewChange: translating(async ({ subscriptionId, priceId, at }) => {
      const { item } = await findItem(stripe, subscriptionId);
      if (item.price.id === priceId) return null;
      const { total, amount_due } = await stripe.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: {
          items: [{ id: item.id, price: priceId }],
          proration_behavior: "always_invoice",
          proration_date: secondsOf(at),
        },
      });
      // Credit from earlier changes reduces the amount due.
      return { dueCents: total < 0 ? total : amount_due };
    }),
    changeNow: translating(async ({ subscriptionId, priceId, at }, key) => {
      const { subscription, item, scheduleId } = await findItem(stripe, subscriptionId);
      if (item.price.id === priceId) return;
      const resumes = subscription.cancel_at_period_end;
      // This is a single call, so if the card is declined, the cancellation and the schedule stay as they were, too.
      await stripe.subscriptions.update(
        subscriptionId,
        {
          items: [{ id: item.id, price: priceId }],
          proration_behavior: "always_invoice",
          proration_date: secondsOf(at),
          payment_behavior: "error_if_incomplete",
          ...(resumes ? { cancel_at_period_end: false } : {}),
          metadata: { [unfinished]: scheduleId ? release(scheduleId) : "" },
        },
        { idempotencyKey: resumes ? `${key}-resume` : key },
      );
      if (scheduleId) await releaseSchedule(stripe, scheduleId, key);
    }),
    changeAtPeriodEnd: translating((change, key) => scheduleChange(stripe, change, key)),
    keepPrice: translating(async (subscriptionId, key) => {
      const { subscription, scheduleId } = await findItem(stripe, subscriptionId);
      if (unfinishedOf(subscription)) await note(stripe, subscriptionId, "", `${key}-noted`);
      if (scheduleId) await releaseSchedule(stripe, scheduleId, key);
    }),
    setCancelAtPeriodEnd: translating((subscriptionId, cancels, key) =>
      setCancel(stripe, subscriptionId, cancels, key),
    ),
    finishChange: translating(async (subscriptionId, key) => {
      const { subscription } = await findItem(stripe, subscriptionId);
      const [act, id = ""] = unfinishedOf(subscription)?.split(":") ?? [];
      if (act === "release") await releaseSchedule(stripe, id, key);
      if (act === "next") await finishSchedule(stripe, { subscriptionId, priceId: id }, key);
      if (act === "cancel") await setCancel(stripe, subscriptionId, true, key);
    }),
  } satisfies Partial<PaymentsPort>;
}

async function note(stripe: Stripe, subscriptionId: string, left: string, key: string): Promise<void> {
  await stripe.subscriptions.update(
    subscriptionId,
    { metadata: { [unfinished]: left } },
    { idempotencyKey: key },
  );
}

/** Does nothing if the schedule has already been released. */
async function releaseSchedule(stripe: Stripe, scheduleId: string, key: string): Promise<void> {
  try {
    await stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: `${key}-release` });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await stripe.subscriptionSchedules.retrieve(scheduleId);
    if (status === "active" || status === "not_started") throw error;
  }
}

async function setCancel(
  stripe: Stripe,
  subscriptionId: string,
  cancels: boolean,
  key: string,
): Promise<void> {
  const { subscription, scheduleId } = await findItem(stripe, subscriptionId);
  const isDone = subscription.cancel_at_period_end === cancels;
  // The note about the unfinished change must be removed, too. Otherwise, the change would be finished again and again.
  if (isDone && (!cancels || unfinishedOf(subscription) === null)) return;
  if (scheduleId) {
    // Stripe refuses to cancel a subscription that has a schedule.
    await note(stripe, subscriptionId, "cancel", `${key}-noted`);
    await releaseSchedule(stripe, scheduleId, key);
  }
  await stripe.subscriptions.update(
    subscriptionId,
    { cancel_at_period_end: cancels, metadata: { [unfinished]: "" } },
    { idempotencyKey: key },
  );
}

async function scheduleChange(
  stripe: Stripe,
  { subscriptionId, priceId }: { subscriptionId: string; priceId: string },
  key: string,
): Promise<void> {
  const { subscription, item, scheduleId } = await findItem(stripe, subscriptionId);
  const { recurring, active } = await stripe.prices.retrieve(priceId);
  // Checked before anything changes, because Stripe wouldn't refuse it until the last call.
  if (!recurring || !active) throw new PaymentRefused("price-not-sold", null);
  const interval = recurring.interval === "year" ? "year" : "month";
  const isNoted = subscription.cancel_at_period_end || unfinishedOf(subscription) !== null;
  if (isNoted) {
    // The customer never agreed to renew at the current price.
    await stripe.subscriptions.update(
      subscriptionId,
      {
        ...(subscription.cancel_at_period_end ? { cancel_at_period_end: false } : {}),
        metadata: { [unfinished]: `next:${priceId}` },
      },
      { idempotencyKey: `${key}-resume` },
    );
  }
  const schedule = scheduleId
    ? await stripe.subscriptionSchedules.retrieve(scheduleId)
    : await addSchedule(stripe, subscriptionId, key);
  await stripe.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: "release",
      proration_behavior: "none",
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: schedule.current_phase?.start_date ?? item.current_period_start,
          end_date: item.current_period_end,
        },
        { items: [{ price: priceId, quantity: 1 }], duration: { interval, interval_count: 1 } },
      ],
    },
    { idempotencyKey: key },
  );
  if (isNoted) await note(stripe, subscriptionId, "", `${key}-done`);
}

/**
 * A price that was archived in the meantime can't start anymore, so this sets the subscription to cancel again, as
 * before.
 */
async function finishSchedule(
  stripe: Stripe,
  change: { subscriptionId: string; priceId: string },
  key: string,
): Promise<void> {
  try {
    await scheduleChange(stripe, change, key);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await setCancel(stripe, change.subscriptionId, true, `${key}-back`);
  }
}

/** Returns the existing schedule if another process made the same change first. */
async function addSchedule(stripe: Stripe, subscriptionId: string, key: string) {
  try {
    return await stripe.subscriptionSchedules.create(
      { from_subscription: subscriptionId },
      { idempotencyKey: `${key}-schedule` },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { scheduleId } = await findItem(stripe, subscriptionId);
    if (!scheduleId) throw error;
    return stripe.subscriptionSchedules.retrieve(scheduleId);
  }
}
