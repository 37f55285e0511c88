import { paths } from "~/paths";
import { Icon } from "~/ui/icon";
import { ButtonLink } from "~/ui/parts";
import { PersonRow } from "./person";

interface HeldMatchesProps {
  held: { people: { personId: string; name: string; avatarUrl: string | null }[]; count: number };
  /** When the creator's plan has room again, as a sentence; null for a contributor, whose plan doesn't matter. */
  resets: string | null;
  /** Makes the upgrade the page's primary button. */
  isMain: boolean;
}

export function HeldMatches({ held: { people, count }, resets, isMain }: HeldMatchesProps) {
  const isCreator = resets !== null;
  const more = count - people.length;
  return (
    <section className="part">
      <h2>Waiting for room</h2>
      <p className="muted">
        {isCreator
          ? `Your plan doesn't have room for another match. ${resets} We'll keep these Likes and turn them into matches, oldest first, as soon as there's room.`
          : "These creators like you back, but their plans don't have room for another match right now. We'll let you know when they do."}
      </p>
      <ul className="rows">
        {people.map((person) => (
          <PersonRow key={person.personId} person={person} end={<Icon name="clock" />}>
            likes you back, waiting for room on {isCreator ? "your" : "their"} plan
          </PersonRow>
        ))}
      </ul>
      {more > 0 && <p className="muted">{more === 1 ? "And 1 more." : `And ${more} more.`}</p>}
      {isCreator && (
        <ButtonLink
          to={paths.pricing({ from: paths.matches() })}
          reloadDocument
          kind={isMain ? "primary" : "secondary"}
        >
          See Pricing Options
        </ButtonLink>
      )}
    </section>
  );
}
