import type { Actor } from "~/features/accounts/actor";
import type { Fact } from "~/features/notifications/mail-text";
import { type PlanName, planLabels } from "~/features/plans/plan";
import type { SubscriptionState } from "~/features/plans/subscribing.server";
import { paths } from "~/paths";
import type { Clock } from "~/ui/clock";
import { formatLongDate } from "~/ui/dates";
import { dollars } from "~/ui/money";

/** The name of what's sold, such as 'Pro, monthly' or 'Pay-Per-Post'. */
export function offerLabel(plan: PlanName, interval: string | null): string {
  if (!interval) return planLabels[plan];
  return `${planLabels[plan]}, ${interval === "month" ? "monthly" : "yearly"}`;
}

export const goToBilling = { label: "Go to billing", href: paths.billing() };

export const unknownPrice = "Price ID not found for this plan, please contact support.";

const included = "Your plan already includes posts, so there's nothing to pay.";
/** Shown while a payment is past due, during the grace period and after it. */
export const pastDue = "Your last payment failed. Please update your card under Manage Subscription.";

/** The text of the box titled 'Error processing checkout'. */
export const checkoutErrors = {
  off: "Failed to initialize checkout. Paid plans aren't available yet.",
  contributor: "Matchcut is free for contributors, so there's nothing to pay.",
  "unknown-price": unknownPrice,
  subscribed: "You already have a subscription. You can change it on your billing page.",
  "post-paid": `Your paid post is still active. To have more than one at a time, see ${planLabels.pro}.`,
  "past-due": pastDue,
  included,
  closed: "You started another checkout, so we closed this one. Please choose again.",
  unavailable:
    "Checkout error: Failed to create checkout session. Our payment provider didn't respond. You weren't charged.",
} as const;

export const refusedByProvider = (reason: string | null) =>
  `Checkout error: ${reason ?? "Failed to process checkout"}`;

export const changeErrors = {
  off: "Payments aren't available yet.",
  "unknown-price": unknownPrice,
  none: "You don't have a subscription to change.",
  included,
  "past-due": `${pastDue} After that, you can change your plan.`,
  same: "You're already on this plan.",
  outdated: "The amount has changed. Please check it, then try again.",
  unavailable: "Our payment provider didn't respond, so nothing changed. Please try again.",
} as const;

/** Why the provider's page for cards and invoices can't be opened. */
export const portalErrors = {
  off: changeErrors.off,
  none: "You don't have a subscription to manage yet.",
  unavailable: "Our payment provider didn't respond. Please try again.",
  refused: "Our payment provider couldn't open this page. Please try again in a few minutes, or contact us.",
} as const;

export const planUnchanged = "Your plan didn't change";

/** For a change whose response was lost, which may or may not have been made. */
export const changeUnknownTitle = "We're not sure that went through";
export const changeUnknown =
  "Our payment provider didn't respond, so we don't know yet if this went through. Check your billing page in a few minutes. If you try again, you won't be charged twice.";

/** @param reason why the card was declined; null if it wasn't the card */
export const changeRefused = (reason: string | null) =>
  reason
    ? `${reason} Please update your card under Manage Subscription, then try again.`
    : "Our payment provider declined the change. Nothing changed.";

export const contactUs = { label: "Contact us", href: paths.contact({ subject: "billing" }) };

/**
 * For a request that was declined.
 * @param wasExecuted it had been approved before, but the money couldn't be sent in full
 */
export const declinedWords = (cents: number, note: string, wasExecuted: boolean) => ({
  title: wasExecuted ? "Your refund is closed" : "Your refund was declined",
  body: wasExecuted
    ? `We couldn't send all of your ${dollars(cents)} back the way you paid, so we've closed this refund. Our note: ${note}`
    : `You asked for ${dollars(cents)} back. Here's why we declined: ${note}`,
  more: [
    "If you think this is a mistake, contact us. A person will read your message and take another look.",
  ],
  action: contactUs,
});

/** The table in the email about a new plan. */
export const receiptFacts = (
  plan: Pick<SubscriptionState, "plan" | "interval" | "periodEnd" | "cancelsAtPeriodEnd">,
  paid: { amountCents: number | null; paidAt: Date | null } | null,
  clock: Clock,
): Fact[] => [
  ["Plan", offerLabel(plan.plan, plan.interval)],
  [
    "Paid",
    paid?.amountCents && paid.paidAt
      ? `${dollars(paid.amountCents)} on ${formatLongDate(paid.paidAt.toISOString(), clock)}`
      : "",
  ],
  [
    plan.interval && !plan.cancelsAtPeriodEnd ? "Renews" : "Ends",
    formatLongDate(plan.periodEnd.toISOString(), clock),
  ],
];

/** For a renewal whose payment failed. */
export const pastDueWords = (plan: PlanName, graceUntil: Date, clock: Clock) => ({
  title: `Your payment for ${planLabels[plan]} failed`,
  body: `Update your card by ${formatLongDate(graceUntil.toISOString(), clock)} to keep ${planLabels[plan]}. We'll try the card again in the meantime.`,
});

/** What's left of a paid plan when a permanent suspension is lifted, as sentences. */
export function standingWords(
  stored: { plan: PlanName; status: string; periodEnd: Date; subscriptionId: string | null },
  clock: Clock,
): string[] {
  // The suspension has ended a plan whose payment had failed.
  const isOver = stored.status === "past_due" || stored.periodEnd.getTime() <= clock.now;
  const plan = isOver ? "free" : stored.plan;
  const end = formatLongDate(stored.periodEnd.toISOString(), clock);
  if (plan === "free")
    return [
      `You're on ${planLabels.free} now. If you had a subscription, it has ended, and you won't be charged again.`,
    ];
  if (plan === "pay_per_post") return [`Your ${planLabels[plan]} plan is paid until ${end}.`];
  if (!stored.subscriptionId) return [`You still have the ${planLabels[plan]} plan we gave you.`];
  return [
    `Your ${planLabels[plan]} plan is paid until ${end}. The suspension ended its renewal, so you won't be charged again.`,
    "To keep the plan, resume it on your billing page before then.",
  ];
}

/**
 * For a refund whose money was sent.
 * @param note the admin's; may be empty
 */
export const refundedWords = (cents: number, note: string) => ({
  title: cents > 0 ? "Your refund is on its way" : "Your refund is closed",
  body: [
    cents > 0
      ? `We've refunded ${dollars(cents)}. It should show up on your statement within five to ten days.`
      : "There was nothing left to refund. Your plan has ended.",
    note && `Our note: ${note}`,
  ]
    .filter(Boolean)
    .join(" "),
});

/** For the new account of someone who started over, once the old account's money was sent. */
export const startedOverWords = (cents: number) => ({
  title: "Your refund for your earlier account is on its way",
  body: `You started over, so we deleted the account that had your email address before, along with its plan. We've refunded ${dollars(cents)} to the card that was charged. It should show up on the card's statement within five to ten days.`,
});

/**
 * What someone who has bought a post still has to do before they can create it, by the rules of `projects`. Null if
 * there's nothing.
 */
export function postNeedOf({ userType, isConfirmed }: Pick<Actor, "userType" | "isConfirmed">) {
  if (userType !== "creator") return postNeeds.profile;
  return isConfirmed ? null : postNeeds.address;
}

const postNeeds = {
  profile: {
    text: "You also need a profile to create a project post.",
    label: "Build your profile",
    href: paths.onboarding(),
  },
  address: {
    text: "You also need to confirm your email address to create a project post.",
    label: "Confirm your address",
    href: paths.confirmation(),
  },
};
