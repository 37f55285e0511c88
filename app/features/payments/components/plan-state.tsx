import { type PlanView, planLabels, postDays } from "~/features/plans/plan";
import { paths } from "~/paths";
import { useDates } from "~/ui/dates";
import { Form } from "~/ui/form";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { BillingView } from "../billing.server";
import { offerLabel } from "../payment-words";
import { graceDays } from "../provided-plan";

export function PlanState({ plan, changes }: Pick<BillingView, "plan" | "changes">) {
  const hasSubscription = plan.subscribedTo !== null;
  return (
    <Card title="Your plan">
      <p>
        <strong>{offerLabel(plan.plan, plan.billingInterval)}</strong>
      </p>
      <Period plan={plan} isPaid={hasSubscription} />
      <div className="row">
        {hasSubscription ? (
          <Renewal cancels={plan.cancelAtPeriodEnd} />
        ) : (
          <ButtonLink to={paths.pricing()} reloadDocument>
            See Pricing Options
          </ButtonLink>
        )}
        {plan.hasCustomer && <OpenPortal />}
      </div>
      {changes.length > 0 && (
        <details>
          <summary>Change your plan</summary>
          <ul className="stack">
            {changes.map(({ priceId, plan: other, interval, isNow }) => (
              <li key={priceId} className="row">
                <span>
                  {offerLabel(other, interval)}:{" "}
                  {isNow ? "at once, with what is left credited" : "from the next period"}
                </span>
                <ButtonLink kind="secondary" small to={paths.changePlan({ priceId })}>
                  Look at it
                </ButtonLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function Period({ plan, isPaid }: { plan: PlanView; isPaid: boolean }) {
  const { formatDate } = useDates();
  const end = formatDate(plan.periodEnd);
  if (plan.plan === "free" && isPaid && !plan.billingInterval)
    return (
      <p role="alert">
        {`You have a subscription whose plan we do not know, so you are on ${planLabels.free} for now. Our team has been told. Your receipts say what you pay.`}
      </p>
    );
  if (plan.plan === "free" && isPaid && plan.status === "past_due")
    return (
      <p role="alert">
        {`Your last payment failed, and the ${graceDays} days to update your card are over, so you are on ${planLabels.free}. Update it under Manage Subscription to have your plan back.`}
      </p>
    );
  if (plan.plan === "free")
    return (
      <p className="muted">{`${planLabels.free} does not end. Only its posts do, after ${postDays.free} days.`}</p>
    );
  if (plan.plan === "pay_per_post")
    return <p>{`Your post is paid until ${end}. Then you are on ${planLabels.free}.`}</p>;
  if (!isPaid) return <p>You were given this plan. Nothing is charged for it.</p>;
  if (plan.graceUntil)
    return (
      <p role="alert">
        Your last payment failed. Update your card by <Time at={plan.graceUntil} as="date" /> to keep{" "}
        {planLabels[plan.plan]}; until then everything works.
      </p>
    );
  if (plan.cancelAtPeriodEnd) return <p>Ends on {end}. Until then you have all of it.</p>;
  if (plan.nextPlan)
    return (
      <p>
        From {end}: {offerLabel(plan.nextPlan, plan.nextInterval)}.
      </p>
    );
  return <p>Renews on {end}.</p>;
}

function Renewal({ cancels }: { cancels: boolean }) {
  return (
    <Form action={paths.renewal()}>
      <input type="hidden" name="intent" value={cancels ? "renew" : "cancel"} />
      <SubmitButton kind="secondary" pending="Saving...">
        {cancels ? "Keep my plan" : "Cancel at the end of the period"}
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
