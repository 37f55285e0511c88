import { useContext } from "react";
import { paths } from "~/paths";
import { ClockContext } from "~/ui/clock";
import { useDates } from "~/ui/dates";
import { Form } from "~/ui/form";
import { ButtonLink, Link, NextLink, SubmitButton } from "~/ui/parts";
import { daysLeft, type PlanView, planLabels } from "../plan";
import { UsageBar } from "./usage-bar";
import { usePlanRetry } from "./use-plan-retry";

/**
 * The plan with a meter for each kind of use. If `plan` is null, the card says that the plan couldn't be loaded and
 * links to `here`, the page's own URL. With script, it retries automatically.
 */
export function SubscriptionCard({ plan, here }: { plan: PlanView | null; here: string }) {
  usePlanRetry(plan === null);
  if (!plan)
    return (
      <aside className="card" aria-labelledby="plan">
        <h2 id="plan">Your plan</h2>
        <p>We're having trouble loading your subscription information</p>
        <ButtonLink kind="secondary" to={here}>
          Try Again
        </ButtonLink>
      </aside>
    );
  return (
    <aside className="card" aria-labelledby="plan">
      <div>
        <h2 id="plan">{`Your plan: ${planLabels[plan.plan]}`}</h2>
        <Period plan={plan} />
      </div>
      {plan.usage.map((use) => (
        <UsageBar key={use.kind} use={use} resets={use.resets} />
      ))}
      <p>
        <NextLink to={paths.usage()}>Usage history</NextLink>
      </p>
      <div className="actions">
        {plan.hasCustomer && (
          <Form action={paths.billingPortal()}>
            <SubmitButton kind="secondary" pending="Opening...">
              Manage Subscription
            </SubmitButton>
          </Form>
        )}
        <ButtonLink kind={plan.plan === "free" ? "primary" : "soft"} to={paths.pricing()} reloadDocument>
          View Pricing Options
        </ButtonLink>
      </div>
    </aside>
  );
}

function Period({ plan }: { plan: PlanView }) {
  const { formatDate } = useDates();
  const days = daysLeft(plan.periodEnd, useContext(ClockContext));
  if (plan.status === "past_due" || plan.status === "unpaid") return <FailedPayment plan={plan} />;
  if (plan.plan === "free") return null;
  const end = formatDate(plan.periodEnd);
  const left = days === null ? "" : ` (${daysLeftWords(days)})`;
  const ends = plan.cancelAtPeriodEnd || plan.status === "canceled";
  if (ends) return <p className="muted">{`Ends on ${end}${left}. You have full access until then.`}</p>;
  if (plan.nextPlan && plan.nextPlan !== plan.plan)
    return <p className="muted">{`Until ${end}${left}, then ${planLabels[plan.nextPlan]}`}</p>;
  return <p className="muted">{`${plan.billingInterval ? "Renews on" : "Until"} ${end}${left}`}</p>;
}

function FailedPayment({ plan }: { plan: PlanView }) {
  const { formatDate } = useDates();
  const isOver = plan.plan === "free";
  return (
    <div className="notice stack">
      <p>
        {isOver
          ? `Your last payment failed, so you're on ${planLabels.free} for now. Update your card to get your plan back.`
          : `Your last payment failed. Update your card${plan.graceUntil ? ` by ${formatDate(plan.graceUntil)}` : ""} to keep ${planLabels[plan.plan]}.`}
      </p>
      <p>
        <Link to={paths.billing()}>Go to billing</Link>
      </p>
    </div>
  );
}

function daysLeftWords(days: number): string {
  if (days === 0) return "ends today";
  return days === 1 ? "1 day left" : `${days} days left`;
}
