import type { Actor } from "~/features/accounts/actor";
import type { PlanName } from "~/features/plans/plan";
import { db } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { converge } from "./converging.server";
import { asking } from "./customers.server";

export type Confirmation =
  | { state: "confirmed"; plan: PlanName }
  /** The provider has not confirmed it yet, or cannot be asked. */
  | { state: "confirming"; plan: PlanName }
  /** Left, expired, or failed. */
  | { state: "unpaid"; plan: PlanName };

/** Asks the provider about one of the actor's checkouts. Null if it is not theirs. */
export async function confirmCheckout(actor: Actor, sessionId: string): Promise<Confirmation | null> {
  const payment = await db.payment.findFirst({
    where: { checkoutSessionId: sessionId, userId: actor.userId },
    select: { id: true, planType: true, status: true },
  });
  if (!payment) return null;
  const side = payments;
  if (payment.status === "pending" && side && (await takeFromLimit("payment-check", actor.userId)) === 0)
    await asking(async () => converge(actor.userId, side));
  const [now] = await db.$queryRaw<{ status: string }[]>`
    SELECT status FROM payments WHERE id = ${payment.id}::uuid`;
  const state = now?.status === "paid" ? "confirmed" : now?.status === "pending" ? "confirming" : "unpaid";
  return { state, plan: payment.planType };
}

/** The latest checkout of the last hour, for a return without its id. */
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
