import { paths } from "~/paths";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { useDates } from "~/ui/dates";
import { Link } from "~/ui/link";
import { ProgressBar } from "~/ui/progress-bar";
import { type PlanView, planBadge, planLabels, type UsageView, usageLabels } from "../plan";

/** If `plan` is null, says that it could not be loaded and links to `here` to retry. */
export function SubscriptionCard({
  plan,
  daysLeft,
  here,
}: {
  plan: PlanView | null;
  daysLeft: number | null;
  here: string;
}) {
  const { formatDate } = useDates();
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
    <Card as="aside" title="Your plan">
      <p>{planLabels[plan.plan]}</p>
      {plan.plan !== "free" && (
        <p className="muted">
          Until {formatDate(plan.periodEnd)}
          {daysLeft !== null && ` (${daysLeftWords(daysLeft)})`}
        </p>
      )}
      {plan.usage.map((use) => (
        <Usage key={use.kind} use={use} />
      ))}
      <ButtonLink kind="secondary" to={paths.pricing()} reloadDocument>
        View Pricing Options
      </ButtonLink>
    </Card>
  );
}

function daysLeftWords(days: number): string {
  if (days === 0) return "ends today";
  return days === 1 ? "1 day left" : `${days} days left`;
}

export function PlanBadge({ plan }: { plan: PlanView }) {
  const words = planBadge(plan.plan);
  return <Badge tone={words === "Pro" ? "info" : "neutral"}>{words}</Badge>;
}

function Usage({ use: { kind, used, limit, resets } }: { use: UsageView }) {
  const name = usageLabels[kind];
  if (limit === null) {
    return (
      <div>
        <p>
          {name}: {used}, unlimited
        </p>
        {kind === "post" && <SeePosts />}
      </div>
    );
  }
  return (
    <div>
      <ProgressBar
        percent={limit === 0 ? 100 : (used / limit) * 100}
        label={`${name}: ${used} of ${limit}`}
      />
      <p className="hint">{resets}</p>
      {kind === "post" && <SeePosts />}
    </div>
  );
}

function SeePosts() {
  return (
    <p>
      <Link to={paths.projects({ status: "open" })}>See your open projects</Link>
    </p>
  );
}
