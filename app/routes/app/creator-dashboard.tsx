import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { PlanBadge, SubscriptionCard } from "~/features/plans/components/subscription-card";
import { daysLeft } from "~/features/plans/plan";
import { findPlan } from "~/features/plans/reading.server";
import { MemberPanel } from "~/features/profiles/components/member-panel";
import { requireMember } from "~/http/guards.server";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: "Creator Dashboard · Matchcut" }];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireMember(args);
  if (isContributor(actor)) throw redirect(paths.dashboard());
  const plan = await findPlan(actor);
  return {
    state: { userType: actor.userType, status: null, reason: "" },
    plan,
    daysLeft: plan && daysLeft(plan.periodEnd, new Date()),
  };
}

export default function CreatorDashboard() {
  const { state, plan, daysLeft: days } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <div className="row">
        <h1>Creator Dashboard</h1>
        {plan && <PlanBadge plan={plan} />}
      </div>
      <div className="stack md:grid-cols-[2fr_1fr]">
        <MemberPanel state={state} />
        <SubscriptionCard plan={plan} daysLeft={days} here={paths.creatorDashboard()} />
      </div>
    </div>
  );
}
