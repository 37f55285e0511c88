import {
  type Closing,
  noteCanceledRenewal,
  noteRestoredRenewal,
} from "~/features/accounts/suspending.server";
import type { PaymentsSide } from "~/platform/payments/payments-side.server";
import { isCharged, type ProvidedSubscription } from "./provided-plan";

type Renewal = Pick<ProvidedSubscription, "id" | "status" | "cancelsAtPeriodEnd">;

/**
 * Nothing renews while its account is permanently suspended or about to leave. Lifting a suspension restores the
 * renewals that it canceled. Returns whether anything changed: account and provider must be read again.
 */
export async function followClosing(
  side: PaymentsSide,
  userId: string,
  { closedAt, isSuspended, canceledRenewal }: Closing,
  subscriptions: readonly Renewal[],
  at: Date,
): Promise<boolean> {
  const cancels = closedAt !== null;
  if (!cancels && !canceledRenewal) return false;
  const wrong = subscriptions.filter((one) => isCharged(one) && one.cancelsAtPeriodEnd !== cancels);
  if (cancels && wrong.length === 0) return false;
  // Noted first: canceling is idempotent, but an unnoted cancellation would never be reverted.
  if (isSuspended && !(await noteCanceledRenewal(userId))) return true;
  for (const { id } of wrong)
    await side.setCancelAtPeriodEnd(id, cancels, `closing:${id}:${at.getTime()}:${cancels}`);
  if (!cancels) await noteRestoredRenewal(userId);
  return true;
}
