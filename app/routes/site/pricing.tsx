import type { MetaFunction } from "@remix-run/node";
import { useSearchParams } from "@remix-run/react";
import { PlanCard } from "~/features/content/plan-card";
import { conditions, shownPlans } from "~/features/content/pricing";
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

export default function Pricing() {
  const [searchParams] = useSearchParams();
  const isYearly = searchParams.get("billing") === "yearly";
  return (
    <div className="sections">
      <section className="stack">
        <h1>Pricing</h1>
        <p className="text-lg">Start free. Creators pay for posting; contributors use Matchcut free.</p>
        <p className="row">
          <Badge tone="info">Paid plans open soon</Badge> Until then everybody is on Free.
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
            <PlanCard key={plan.name} plan={plan} isYearly={isYearly} />
          ))}
        </div>
        <ButtonLink to={paths.onboarding()}>Start for free</ButtonLink>
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

function YearlyLabel() {
  return (
    <>
      Yearly <Badge tone="positive">Save 17%</Badge>
    </>
  );
}
