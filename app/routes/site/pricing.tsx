import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { PlanCard } from "~/features/content/plan-card";
import { conditions, shownPlans } from "~/features/content/pricing";
import { type PlanName, planLabels } from "~/features/plans/plan";
import { findPlan } from "~/features/plans/reading.server";
import { allowAnyone } from "~/http/guards.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Tabs } from "~/ui/tabs";

export const handle: RouteHandle = { isPublic: true };

export const meta: MetaFunction = () => [
  { title: "Pricing | Matchcut" },
  {
    name: "description",
    content: "Start free, pay per post, or subscribe monthly or yearly. 0% platform fees on every plan.",
  },
];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { reader: "guest" as const, plan: null };
  if (isContributor(actor)) return { reader: "contributor" as const, plan: null };
  return { reader: "creator" as const, plan: (await findPlan(actor))?.plan ?? null };
}

export default function Pricing() {
  const { reader, plan: own } = useLoaderData<typeof loader>();
  const [searchParams] = useSearchParams();
  const isYearly = searchParams.get("billing") === "yearly";
  return (
    <div className="sections">
      <section className="stack">
        <h1>Pricing</h1>
        <p className="text-lg">Start free. Creators pay for posting; contributors use Matchcut free.</p>
        <p className="row">
          <Badge tone="info">Paid plans open soon</Badge> <YourPlan reader={reader} plan={own} />
        </p>
        <Tabs
          label="Billing period"
          items={[
            { to: paths.pricing(), label: "Monthly", current: !isYearly },
            { to: `${paths.pricing()}?billing=yearly`, label: <YearlyLabel />, current: isYearly },
          ]}
        />
        <div className="cards plans">
          {shownPlans.map((plan) => (
            <PlanCard key={plan.name} plan={plan} isYearly={isYearly} isOwn={plan.name === own} />
          ))}
        </div>
        {reader === "guest" && <ButtonLink to={paths.onboarding()}>Start for free</ButtonLink>}
      </section>
      <section className="stack">
        <h2>Good to know</h2>
        <ul className="ticks">
          {conditions.map((condition) => (
            <li key={condition}>
              <Icon name="check" />
              {condition}
            </li>
          ))}
        </ul>
        <p className="muted">
          You and your contributor pay each other outside Matchcut. Matchcut offers no payment protection and
          doesn't mediate disputes.
        </p>
      </section>
    </div>
  );
}

function YourPlan({ reader, plan }: { reader: "guest" | "contributor" | "creator"; plan: PlanName | null }) {
  if (reader === "contributor") return <>You use Matchcut free, without limits.</>;
  if (plan) return <>You are on {planLabels[plan]}.</>;
  return reader === "guest" ? <>Until then everybody starts on Free.</> : null;
}

function YearlyLabel() {
  return (
    <>
      Yearly <Badge tone="positive">Save 17%</Badge>
    </>
  );
}
