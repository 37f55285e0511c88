import { planLabels } from "~/features/plans/plan";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { dollars, type ShownPlan, yearlySaving } from "./pricing";

export function PlanCard({ plan, isYearly, isOwn }: { plan: ShownPlan; isYearly: boolean; isOwn: boolean }) {
  return (
    <article className="card">
      <h2>
        {planLabels[plan.name]} {isOwn && <Badge tone="info">Your Plan</Badge>}
      </h2>
      <p className="muted">{plan.summary}</p>
      <Price price={plan.price} isYearly={isYearly} />
      <ul className="ticks">
        {plan.features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            {feature}
          </li>
        ))}
        {plan.missing?.map((feature) => (
          <li key={feature} className="muted">
            <Icon name="minus" />
            Not included: {feature}
          </li>
        ))}
      </ul>
      {plan.planned && (
        <p>
          <Badge>coming</Badge> {plan.planned}
        </p>
      )}
    </article>
  );
}

function Price({ price, isYearly }: { price: ShownPlan["price"]; isYearly: boolean }) {
  if ("once" in price) {
    return <PriceLine amount={price.once} per={price.once === 0 ? "no card needed" : "one-time"} />;
  }
  if (!isYearly) return <PriceLine amount={price.monthly} per="per month" />;
  const saving = yearlySaving(price);
  return (
    <div className="row">
      <PriceLine amount={price.yearly} per="per year" />
      <Badge tone="positive">
        Saves {dollars(saving.cents)} ({saving.percent}%)
      </Badge>
    </div>
  );
}

function PriceLine({ amount, per }: { amount: number; per: string }) {
  return (
    <p>
      <strong className="text-2xl">{dollars(amount)}</strong> <span className="muted">{per}</span>
    </p>
  );
}
