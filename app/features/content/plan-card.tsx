import { type PlanName, planLabels } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Icon } from "~/ui/icon";
import { Mark } from "~/ui/mark";
import { dollars } from "~/ui/money";
import { Badge, Button, ButtonLink } from "~/ui/parts";
import type { PlanChoice, PlanWords, Price } from "./plan-choice";

/** A plan with its price. `choice` is null if the reader has nothing to choose here. */
export function PlanCard({
  name,
  words,
  price,
  isOwn,
  choice,
  isOnFilm = name === "pro",
}: {
  name: PlanName;
  words: PlanWords;
  price: Price;
  isOwn?: boolean;
  choice: PlanChoice | null;
  isOnFilm?: boolean;
}) {
  return (
    <article className={isOnFilm ? "plan film" : "plan"}>
      <h2>
        {planLabels[name]} {isOwn && <Badge tone="positive">Your Plan</Badge>}
      </h2>
      <p className="hint">{words.summary}</p>
      <p className="price">
        {dollars(price.cents)} <small>{price.per}</small>
        {isOnFilm && <Mark />}
      </p>
      <p className="hint plan-note">{price.note}</p>
      <ul className="ticks">
        {words.features.map((feature) => (
          <li key={feature}>
            <Icon name="check" /> {feature}
          </li>
        ))}
        {words.missing.map((feature) => (
          <li key={feature} className="plan-no">
            <Icon name="close" />{" "}
            <span>
              {feature}
              <span className="visually-hidden"> (not included)</span>
            </span>
          </li>
        ))}
        {words.coming.map((feature) => (
          <li key={feature} className="plan-no">
            <Icon name="clock" /> {feature}, coming soon
          </li>
        ))}
      </ul>
      {choice && name === "agency" && (
        <ButtonLink kind="secondary" to={paths.contact({ subject: "partnership" })}>
          Talk to Sales
        </ButtonLink>
      )}
      {choice?.note && (
        <Button kind="soft" disabled>
          {choice.note}
        </Button>
      )}
      {choice?.link && (
        <ButtonLink
          kind={name === "pro" ? "primary" : name === "agency" ? "quiet" : "secondary"}
          to={choice.link.to}
        >
          {choice.link.label}
        </ButtonLink>
      )}
    </article>
  );
}
