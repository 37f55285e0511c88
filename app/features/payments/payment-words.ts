import type { Actor } from "~/features/accounts/actor";
import { type PlanName, planLabels } from "~/features/plans/plan";
import { paths } from "~/paths";
import { type Clock, formatLongDate } from "~/ui/dates";
import { dollars } from "~/ui/money";

/** 'Pro, monthly', 'Pay-Per-Post'. */
export function offerLabel(plan: PlanName, interval: string | null): string {
  if (!interval) return planLabels[plan];
  return `${planLabels[plan]}, ${interval === "month" ? "monthly" : "yearly"}`;
}

export const unknownPrice = "Price ID not found for this plan, please contact support.";

const included = "Your plan has posts already. There is nothing to pay.";
/** Shown during the grace period and past it. */
export const pastDue = "Your last payment failed. Please update your card under Manage Subscription.";

/** For the box 'Error processing checkout'. */
export const checkoutErrors = {
  off: "Failed to initialize checkout. Paid plans open soon.",
  contributor: "Contributors use Matchcut free. There is nothing to pay.",
  "unknown-price": unknownPrice,
  subscribed: "You have a subscription already. Change it on your billing page.",
  "post-paid": `Your paid post is still valid. For more than one at a time, see ${planLabels.pro}.`,
  "past-due": pastDue,
  included,
  closed: "You began another checkout in the meantime, so this one is closed. Please choose again.",
  unavailable:
    "Checkout error: Failed to create checkout session. Our payment provider did not answer. Nothing was charged.",
} as const;

export const refusedByProvider = (reason: string | null) =>
  `Checkout error: ${reason ?? "Failed to process checkout"}`;

export const changeErrors = {
  off: "Payments are not open yet.",
  "unknown-price": unknownPrice,
  none: "You have no subscription to change.",
  included,
  "past-due": `${pastDue} Then you can change your plan.`,
  same: "That is your plan already.",
  outdated: "The amount has changed in the meantime. Please look at it again.",
  unavailable: "Our payment provider did not answer. Nothing was changed. Please try again.",
} as const;

/** When the response is lost and the change may have happened. */
export const changeUnknown =
  "Our payment provider did not answer, so we do not know yet whether this was done. Your billing page shows it in a few minutes. If you try again, nothing is charged twice.";

export const changeRefused = (reason: string | null) =>
  reason ?? "Our payment provider refused the change. Nothing was changed.";

const answer = {
  more: ["If you think that is a mistake, write to us. A person reads your answer and looks at it again."],
  action: { label: "Answer us", href: paths.contact({ subject: "billing" }) },
};

/** For a declined request; `wasExecuted`: approved before, but not paid in full. */
export const declinedWords = (cents: number, note: string, wasExecuted: boolean) => ({
  title: wasExecuted ? "Your refund is closed" : "Your refund was declined",
  body: wasExecuted
    ? `We could not send all of ${dollars(cents)} back the way you paid, and have closed your refund. Our note: ${note}`
    : `You asked for ${dollars(cents)} back. Our reason: ${note}`,
  ...answer,
});

/** What stands of a paid plan when its account's permanent suspension is lifted. */
export function standingWords(
  stored: { plan: PlanName; status: string; periodEnd: Date; subscriptionId: string | null },
  clock: Clock,
): string[] {
  // Without a payment, the suspension has ended the plan.
  const isOver = stored.status === "past_due" || stored.periodEnd.getTime() <= clock.now;
  const plan = isOver ? "free" : stored.plan;
  const end = formatLongDate(stored.periodEnd.toISOString(), clock);
  if (plan === "free")
    return [
      `You're on ${planLabels.free} now. If you had a subscription, it has ended, and nothing more is charged.`,
    ];
  if (plan === "pay_per_post") return [`Your ${planLabels[plan]} plan is paid until ${end}.`];
  if (!stored.subscriptionId) return [`You still have the ${planLabels[plan]} plan that you were given.`];
  return [
    `Your ${planLabels[plan]} plan is paid until ${end}. The suspension ended its renewal, and that stays so: nothing more is charged.`,
    "If you want to keep the plan, resume it on your billing page before then.",
  ];
}

/** Once the money is sent. `note` is the admin's, possibly empty. */
export const refundedWords = (cents: number, note: string) => ({
  title: cents > 0 ? "Your money is on its way back" : "Your refund is closed",
  body: [
    cents > 0
      ? `We have sent ${dollars(cents)} back. Your bank shows it within five to ten days.`
      : "Nothing was left to pay back. Your plan has ended.",
    note && `Our note: ${note}`,
  ]
    .filter(Boolean)
    .join(" "),
});

/** To the new account, once the money of the one before is sent. */
export const startedOverWords = (cents: number) => ({
  title: "The payment for your earlier account is on its way back",
  body: `You started over, so the account that had your email address before is deleted with its plan. We've sent ${dollars(cents)} back to the card that paid. The bank shows it within five to ten days.`,
});

/** What a buyer of a post still needs before they can create it, as `projects` checks then; null if nothing. */
export function postNeedOf({ userType, isConfirmed }: Pick<Actor, "userType" | "isConfirmed">) {
  if (userType !== "creator") return postNeeds.profile;
  return isConfirmed ? null : postNeeds.address;
}

const postNeeds = {
  profile: {
    text: "To create a project post, you also need a profile.",
    label: "Build your profile",
    href: paths.onboarding(),
  },
  address: {
    text: "To create a project post, you also need to confirm your email address.",
    label: "Confirm your address",
    href: paths.confirmation(),
  },
};
