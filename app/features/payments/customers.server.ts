import type { Actor } from "~/features/accounts/actor";
import { findSubscription, setCustomer } from "~/features/plans/subscribing.server";
import { log } from "~/platform/log.server";
import { jobPayments } from "~/platform/payments/payments.server";
import {
  PaymentRefused,
  type PaymentsSide,
  PaymentsUnavailable,
} from "~/platform/payments/payments-side.server";

/** The provider's customer of a person, created once. */
export async function ensureCustomer(side: PaymentsSide, actor: Pick<Actor, "userId">): Promise<string> {
  const subscription = await findSubscription(actor.userId);
  if (!subscription) throw new Error("no subscription record for a living session");
  if (subscription.customerId) return subscription.customerId;
  const { userId } = actor;
  const created = await side.createCustomer({ userId, email: subscription.email }, `customer:${userId}`);
  return setCustomer(userId, created);
}

/**
 * The job of a changed address: receipts go to the new one. May run twice or late.
 * @throws PaymentsUnavailable
 */
export async function followAddress(userId: string, side: PaymentsSide | null = jobPayments): Promise<void> {
  const subscription = await findSubscription(userId);
  if (side && subscription?.customerId)
    await side.setCustomerEmail(subscription.customerId, subscription.email);
}

export type ProviderRefusal =
  /** Not reached or too slow: nothing is known to have changed. */
  | { ok: false; refused: "unavailable" }
  /** `reason` is meant for the customer, such as a declined card's. */
  | { ok: false; refused: "refused"; reason: string | null };

/** Turns the provider's failures into refusals. */
export async function asking<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | ProviderRefusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentsUnavailable) {
      log.warn({ err: error }, "the payment provider is away");
      return { ok: false, refused: "unavailable" };
    }
    if (error instanceof PaymentRefused) {
      log.warn({ err: error, code: error.code }, "the payment provider refused");
      return { ok: false, refused: "refused", reason: error.reason };
    }
    throw error;
  }
}
