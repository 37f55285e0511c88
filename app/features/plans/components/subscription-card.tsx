import { useRevalidator } from "@remix-run/react";
import { useContext, useEffect, useRef } from "react";
import { paths } from "~/paths";
import { ClockContext, useDates } from "~/ui/dates";
import { Form } from "~/ui/form";
import { Badge, ButtonLink, Card, Link, SubmitButton } from "~/ui/parts";
import { useAnnounce } from "~/ui/toast";
import {
  daysLeft,
  hasProFeatures,
  isNearLimit,
  type PlanView,
  planBadge,
  planLabels,
  type UsageView,
} from "../plan";
import { UsageBar } from "./usage-bar";

/**
 * Shows meters from 70% on, or all of them with `showsAll` or on demand. If `plan` is null, it says that the plan
 * couldn't be loaded and links to `here`; with script it retries automatically.
 */
export function SubscriptionCard({
  plan,
  here,
  showsAll,
}: {
  plan: PlanView | null;
  here: string;
  showsAll?: boolean;
}) {
  usePlanRetry(plan === null);
  if (!plan) {
    return (
      <Card as="aside" title="Your plan">
        <p>We're having trouble loading your subscription information</p>
        <ButtonLink kind="secondary" to={here}>
          Try Again
        </ButtonLink>
      </Card>
    );
  }
  return (
    <Card as="aside" title={`Your plan: ${planLabels[plan.plan]}`}>
      <Period plan={plan} />
      <Meters usage={plan.usage} showsAll={showsAll ?? false} />
      <p>
        <Link to={paths.usage()}>See what counted toward your limits</Link>
      </p>
      <div className="row">
        {plan.hasCustomer && (
          <Form action={paths.billingPortal()}>
            <SubmitButton kind="secondary" pending="Opening...">
              Manage Subscription
            </SubmitButton>
          </Form>
        )}
        <ButtonLink kind="secondary" to={paths.pricing()} reloadDocument>
          View Pricing Options
        </ButtonLink>
      </div>
    </Card>
  );
}

function Meters({ usage, showsAll }: { usage: UsageView[]; showsAll: boolean }) {
  const isShown = (use: UsageView) => showsAll || isNearLimit(use);
  const bars = (uses: UsageView[]) =>
    uses.map((use) => <UsageBar key={use.kind} use={use} resets={use.resets} />);
  const rest = usage.filter((use) => !isShown(use));
  return (
    <>
      {bars(usage.filter(isShown))}
      {rest.length > 0 && (
        <details>
          <summary>Usage details</summary>
          <div className="stack">{bars(rest)}</div>
        </details>
      )}
    </>
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

export function PlanBadge({ plan }: { plan: PlanView }) {
  return <Badge tone={hasProFeatures(plan.plan) ? "info" : "neutral"}>{planBadge(plan.plan)}</Badge>;
}

/** From the specification: three retries with growing delays, then one more after five seconds. */
const retries = 3;
const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 8000);
const lastDelay = 5000;

/** Retries while a plan can't be read, then reports the failure. */
function usePlanRetry(isMissing: boolean): void {
  const { revalidate, state } = useRevalidator();
  const announce = useAnnounce();
  const attempts = useRef(0);
  useEffect(() => {
    if (!isMissing || state !== "idle" || attempts.current > retries) return;
    const attempt = attempts.current;
    const isLast = attempt === retries;
    if (isLast)
      announce({
        title: "Subscription data unavailable",
        text: "We're having trouble loading your subscription information. Please try again later.",
        tone: "destructive",
      });
    const timer = setTimeout(
      () => {
        attempts.current += 1;
        revalidate();
      },
      isLast ? lastDelay : retryDelay(attempt),
    );
    return () => clearTimeout(timer);
  }, [isMissing, state, revalidate, announce]);
}
