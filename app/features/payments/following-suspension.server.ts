import { findLasting, noteCanceledRenewal } from "~/features/accounts/suspending.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { setRenewal } from "./changing-plan.server";

/**
 * The job: for the time of a suspension for good, a subscription ends with its period; one that this canceled renews
 * again once the suspension is lifted. A suspension until a time leaves the subscription alone. Safe to repeat.
 * @throws if the provider is away, to be retried
 */
export async function followSuspension(suspensionId: string): Promise<void> {
  const found = await findLasting(suspensionId);
  if (!found) return;
  const { userId, isRunning, canceledRenewal } = found;
  if (!isRunning && !canceledRenewal) return;
  if (isRunning && !canceledRenewal) {
    // What the person had canceled themselves stays canceled.
    if ((await findSubscription(userId))?.cancelsAtPeriodEnd) return;
    // Noted first: canceling again changes nothing, but a cancellation that is not noted would never be taken back.
    await noteCanceledRenewal(suspensionId, true);
  }
  const done = await setRenewal({ userId }, !isRunning);
  if (!done.ok && done.refused === "unavailable") throw new Error("the payment provider is away");
  if (!isRunning) await noteCanceledRenewal(suspensionId, false);
}
