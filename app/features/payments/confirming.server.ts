import type { Actor } from "~/features/accounts/actor";
import { type PlanName, type PlanView, planLabels } from "~/features/plans/plan";
import { planOf } from "~/features/plans/reading.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { converge } from "./converging.server";
import { asking } from "./customers.server";
import { offerLabel } from "./payment-words";

export type Confirmation =
  /** Paid, and in force: `plan` is what the person is on. */
  | { state: "confirmed"; bought: PlanName; plan: PlanView }
  /** Paid once; something else is true now. */
  | { state: "past"; bought: string; cents: number; plan: PlanName; title: string; text: string }
  /** The provider has not confirmed it yet, or cannot be asked. */
  | { state: "confirming" }
  /** Left, expired, or failed. */
  | { state: "unpaid" };

type Paid = {
  id: string;
  plan: PlanName;
  interval: "month" | "year" | null;
  status: string;
  amountCents: number | null;
  subscriptionId: string | null;
  endsAt: Date | null;
};

async function findCheckout(actor: Actor, sessionId: string): Promise<Paid | null> {
  const [payment] = await db.$queryRaw<Paid[]>`
    SELECT id, plan_type AS plan, billing_interval AS interval, status, amount_cents AS "amountCents",
           subscription_id AS "subscriptionId", ends_at AS "endsAt"
      FROM payments WHERE checkout_session_id = ${sessionId} AND user_id = ${actor.userId}::uuid`;
  return payment ?? null;
}

/** What became of one of the actor's checkouts; asks the provider about a pending one. Null if it is not theirs. */
export async function confirmCheckout(actor: Actor, sessionId: string): Promise<Confirmation | null> {
  let payment = await findCheckout(actor, sessionId);
  let isOpen = false;
  const side = payments;
  if (payment?.status === "pending" && side && (await takeFromLimit("payment-check", actor.userId)) === 0) {
    await asking(async () => {
      await converge(actor.userId, side);
      // Left without paying; a later payment there counts all the same.
      isOpen = (await side.findCheckout(sessionId))?.status === "open";
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
  if (fate === "in-force") return { state: "confirmed", bought: payment.plan, plan };
  return {
    state: "past",
    bought: offerLabel(payment.plan, payment.interval),
    cents: payment.amountCents ?? 0,
    plan: plan.plan,
    ...pastWords(fate, planLabels[payment.plan], planLabels[plan.plan]),
  };
}

type Fate = "refunded" | "disputed" | "unpaid-renewal" | "replaced" | "ended";

function fateOf(
  { status, plan: bought, endsAt }: Paid,
  { plan, status: planStatus }: PlanView,
  isOfSubscription: boolean,
): Fate | "in-force" {
  if (status === "refunded" || status === "disputed") return status;
  const isInForce =
    bought === "pay_per_post"
      ? plan === "pay_per_post" && endsAt !== null && endsAt.getTime() > Date.now()
      : isOfSubscription;
  if (!isInForce) return plan === "free" ? "ended" : "replaced";
  if (isOfSubscription && planStatus === "past_due") return "unpaid-renewal";
  if (isOfSubscription && plan === "free") return "ended";
  return "in-force";
}

function pastWords(fate: Fate, bought: string, now: string): { title: string; text: string } {
  const on = `You are on ${now} now.`;
  switch (fate) {
    case "refunded":
      return { title: "This payment was given back", text: on };
    case "disputed":
      return { title: "This payment was charged back", text: `Your bank took it back. ${on}` };
    case "unpaid-renewal":
      return {
        title: "Your last payment failed",
        text: `${on} Update your card on your billing page to keep what you bought.`,
      };
    case "replaced":
      return { title: `You are on ${now} now`, text: `${bought}, which you paid for here, has ended.` };
    case "ended":
      return { title: `${bought} has ended`, text: on };
  }
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
