import { type PlanName, planLabels } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Icon } from "~/ui/icon";
import { dollars } from "~/ui/money";
import { Badge, Button, ButtonLink } from "~/ui/parts";
import type { PlanChoice, PlanWords, Price } from "./plan-choice";

/** `choice` is null for people who don't buy a plan. */
export function PlanCard({
  name,
  words,
  price,
  isOwn,
  choice,
}: {
  name: PlanName;
  words: PlanWords;
  price: Price;
  isOwn: boolean;
  choice: PlanChoice | null;
}) {
  return (
    <article className={isOwn ? "card plan-own" : "card"}>
      <h2>
        {planLabels[name]} {isOwn && <Badge tone="info">Your Plan</Badge>}
      </h2>
      <p className="muted">{words.summary}</p>
      <p>
        <strong className="text-2xl">{dollars(price.cents)}</strong>{" "}
        <span className="muted">{price.per}</span>{" "}
        {price.saving && (
          <Badge tone="positive">
            Saves {dollars(price.saving.cents)} ({price.saving.percent}%)
          </Badge>
        )}
      </p>
      {choice && (
        <p className="plan-choice">
          {choice.note && (
            <Button kind="secondary" disabled>
              {choice.note}
            </Button>
          )}
          {choice.link && (
            <ButtonLink kind={name === "pro" ? "primary" : "secondary"} to={choice.link.to}>
              {choice.link.label}
            </ButtonLink>
          )}
        </p>
      )}
      {name === "agency" && choice && (
        <p className="plan-choice">
          <ButtonLink kind="quiet" to={paths.contact({ subject: "partnership" })}>
            Talk to Sales
          </ButtonLink>
        </p>
      )}
      <ul className="ticks">
        {words.features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            {feature}
          </li>
        ))}
        {words.missing.map((feature) => (
          <li key={feature} className="muted">
            <Icon name="minus" />
            Not included: {feature}
          </li>
        ))}
      </ul>
      {words.coming && (
        <p>
          <Badge>Coming</Badge> {words.coming}
        </p>
      )}
    </article>
  );
}
