import { Badge } from "~/ui/parts";
import { hasProFeatures, type PlanView, planBadge } from "../plan";

export function PlanBadge({ plan }: { plan: PlanView }) {
  return <Badge tone={hasProFeatures(plan.plan) ? "positive" : "neutral"}>{planBadge(plan.plan)}</Badge>;
}
