import {
  type BillingInterval,
  hasProFeatures,
  isPastDue,
  type PlanName,
  type PlanView,
  planLabels,
} from "~/features/plans/plan";
import { paths } from "~/paths";
import type { Price } from "./pricing";

/** Null for a guest; a creator's plan may be unknown. Contributors choose nothing. */
export type Reader = { plan: Pick<PlanView, "plan" | "billingInterval" | "status"> | null } | null;

/** What a plan's card offers its reader. A `note` is a disabled button. */
export interface PlanChoice {
  note?: string;
  link?: { to: string; label: string };
}

const adverb: Record<BillingInterval, string> = { month: "monthly", year: "yearly" };

/** @param priceId null if nothing can be bought at this price */
export function choiceOf(
  reader: Reader,
  name: PlanName,
  { interval }: Pick<Price, "interval">,
  priceId: string | null,
  summary: string,
): PlanChoice {
  const own = reader?.plan;
  const isCurrent = own?.plan === name;
  if (name === "free") return isCurrent ? current : freeChoice(reader);
  const soon = { note: "Paid plans open soon" };
  const payment = priceId && paths.payment({ priceId, plan: planLabels[name], description: summary });
  if (name === "pay_per_post") {
    if (own && hasProFeatures(own.plan)) return { note: "Included in your plan" };
    if (isCurrent) return current;
    if (own && isPastDue(own)) return updateCard;
    if (!payment) return soon;
    return { link: { to: open(reader, payment), label: `Buy ${planLabels[name]}` } };
  }
  const isSameInterval = !own?.billingInterval || own.billingInterval === interval;
  if (isCurrent && (isSameInterval || !priceId)) return current;
  // Nothing is sold or changed beside a payment that failed.
  if (own && isPastDue(own)) return updateCard;
  if (!priceId || !payment) return soon;
  if (own?.billingInterval) {
    const label = isCurrent ? `Switch to ${adverb[interval ?? "month"]}` : `Change to ${planLabels[name]}`;
    return { link: { to: paths.changePlan({ priceId }), label } };
  }
  return { link: { to: open(reader, payment), label: `Subscribe to ${planLabels[name]}` } };
}

const current: PlanChoice = { note: "Current Plan" };
const updateCard: PlanChoice = { link: { to: paths.billing(), label: "Update your card" } };

function freeChoice(reader: Reader): PlanChoice {
  if (!reader) return { link: { to: paths.onboarding(), label: "Start for free" } };
  if (reader.plan?.billingInterval) return { link: { to: paths.billing(), label: "Go back to Free" } };
  return { note: reader.plan ? "Follows your plan" : "Everybody starts here" };
}

/** Guests sign in on the way. */
function open(reader: Reader, to: string): string {
  return reader ? to : paths.login({ redirectTo: to });
}
