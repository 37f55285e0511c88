import { type PlanView, planLabels, postDays } from "~/features/plans/plan";
import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { Form } from "~/ui/form";
import { dollars } from "~/ui/money";
import { ButtonLink, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { BillingView } from "../billing.server";
import { offerLabel } from "../payment-words";
import { graceDays } from "../provided-plan";

/** @param cents the price of the subscription; null without one */
export function PlanState({
  plan,
  changes,
  cents,
}: Pick<BillingView, "plan" | "changes"> & { cents: number | null }) {
  const hasSubscription = plan.subscribedTo !== null;
  return (
    <section className="stack" aria-label="Your plan">
      <div className="banner">
        <div className="txt">
          <h2>{offerLabel(plan.plan, plan.billingInterval)}</h2>
          {cents !== null && (
            <p className="muted">
              {dollars(cents)} {plan.billingInterval === "year" ? "a year" : "a month"}.
            </p>
          )}
          <Period plan={plan} isPaid={hasSubscription} />
        </div>
        <div className="row">
          {!hasSubscription && (
            <ButtonLink
              kind={plan.plan === "free" ? "primary" : "secondary"}
              small
              to={paths.pricing()}
              reloadDocument
            >
              See Pricing Options
            </ButtonLink>
          )}
          {plan.hasCustomer && <OpenPortal />}
        </div>
      </div>
      {changes.length > 0 && (
        <details>
          <summary>Change your plan</summary>
          <ul className="stack">
            {changes.map(({ priceId, plan: other, interval, isNow }) => (
              <li key={priceId} className="row">
                <span>
                  {offerLabel(other, interval)}:{" "}
                  {isNow ? "right away, with credit for what's left" : "from your next billing period"}
                </span>{" "}
                <ButtonLink kind="secondary" small to={paths.changePlan({ priceId })}>
                  Review change
                </ButtonLink>
              </li>
            ))}
          </ul>
        </details>
      )}
      {hasSubscription && (
        <div className="row">
          <Renewal cancels={plan.cancelAtPeriodEnd} />
        </div>
      )}
    </section>
  );
}

function Period({ plan, isPaid }: { plan: PlanView; isPaid: boolean }) {
  const { formatDate } = useDates();
  const end = formatDate(plan.periodEnd);
  if (plan.plan === "free" && isPaid && !plan.billingInterval)
    return (
      <p role="alert">
        {`We don't recognize the plan on your subscription, so you're on ${planLabels.free} for now. Our team knows about it. Your receipts show what you pay.`}
      </p>
    );
  if (plan.plan === "free" && isPaid && plan.status === "past_due")
    return (
      <p role="alert">
        {`Your last payment failed and your ${graceDays} days to update your card are up, so you're on ${planLabels.free}. To get your plan back, update your card under Manage Subscription.`}
      </p>
    );
  if (plan.plan === "free")
    return (
      <p className="muted">{`${planLabels.free} never ends, but its projects expire after ${postDays.free} days.`}</p>
    );
  if (plan.plan === "pay_per_post")
    return <p>{`Your post is paid for until ${end}. After that, you're on ${planLabels.free}.`}</p>;
  if (!isPaid) return <p>This plan is on us. You won't be charged.</p>;
  if (plan.graceUntil)
    return (
      <p role="alert">
        Your last payment failed. Update your card by <Time at={plan.graceUntil} as="date" /> to keep{" "}
        {planLabels[plan.plan]}. Until then, everything works as usual.
      </p>
    );
  if (plan.cancelAtPeriodEnd) return <p>Ends on {end}. You have full access until then.</p>;
  if (plan.nextPlan)
    return (
      <p>
        Changes to {offerLabel(plan.nextPlan, plan.nextInterval)} on {end}.
      </p>
    );
  return <p>Renews on {end}. If you cancel, you have full access until then.</p>;
}

function Renewal({ cancels }: { cancels: boolean }) {
  return (
    <Form action={paths.renewal()}>
      <input type="hidden" name="intent" value={cancels ? "renew" : "cancel"} />
      <SubmitButton kind="secondary" pending="Saving...">
        {cancels ? "Keep my plan" : "Cancel my plan"}
      </SubmitButton>
    </Form>
  );
}

export function OpenPortal() {
  return (
    <Form action={paths.billingPortal()}>
      <SubmitButton kind="secondary" pending="Opening...">
        Manage Subscription
      </SubmitButton>
    </Form>
  );
}
