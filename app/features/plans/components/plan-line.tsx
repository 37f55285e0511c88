import { paths } from "~/paths";
import { Badge, Link } from "~/ui/parts";
import { hasProFeatures, isPastDue, type PlanView, planBadge, planLabels, type UsageKind } from "../plan";
import { usePlanRetry } from "./use-plan-retry";

/** The plan in one line, with the swipes and messages that are left and when each resets. */
export function PlanLine({ plan, here }: { plan: PlanView | null; here: string }) {
  usePlanRetry(plan === null);
  if (!plan)
    return (
      <p>
        We're having trouble loading your subscription information. <Link to={here}>Try Again</Link>
      </p>
    );
  const use = (kind: UsageKind) => plan.usage.find((one) => one.kind === kind);
  const [swipes, messages] = [use("swipe"), use("message")];
  return (
    <>
      {isPastDue(plan) && (
        <p className="notice tone-warning">
          Your last payment failed. <Link to={paths.billing()}>Go to billing</Link>
        </p>
      )}
      <p className="hint">
        <b className="plan-name">{planLabels[plan.plan]}</b> ·{" "}
        {swipes &&
          (swipes.limit === null
            ? "Unlimited swipes."
            : `${Math.max(0, swipes.limit - swipes.used)} of ${swipes.limit} swipes left today. ${swipes.resets}`)}{" "}
        {messages &&
          (messages.limit === null
            ? "Unlimited messages."
            : `${messages.used} of ${messages.limit} ${messages.limit === 1 ? "message" : "messages"} used. ${messages.resets}`)}
      </p>
    </>
  );
}

export function PlanBadge({ plan }: { plan: PlanView }) {
  return <Badge tone={hasProFeatures(plan.plan) ? "positive" : "neutral"}>{planBadge(plan.plan)}</Badge>;
}
