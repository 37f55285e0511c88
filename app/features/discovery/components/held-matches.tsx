import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ButtonLink, Card, Link } from "~/ui/parts";

interface HeldMatchesProps {
  held: { people: { personId: string; name: string; avatarUrl: string | null }[]; count: number };
  /** How a creator makes room on their plan; null for a contributor, who can't. */
  resets: string | null;
}

export function HeldMatches({ held: { people, count }, resets }: HeldMatchesProps) {
  const isCreator = resets !== null;
  const more = count - people.length;
  return (
    <Card as="section" title="Waiting for room">
      <p>
        {isCreator
          ? `Your plan doesn't have room for another match. ${resets} We'll keep these Likes and turn them into matches, oldest first, within minutes of room opening up.`
          : "These creators like you back, but their plans don't have room for another match right now. We'll let you know when they do."}
      </p>
      <ul className="people">
        {people.map((person) => (
          <li key={person.personId}>
            <Avatar name={person.name} src={person.avatarUrl} size="small" />
            <span>
              <Link to={paths.profile(person.personId)}>{person.name}</Link> likes you back, waiting for room
              on {isCreator ? "your" : "their"} plan
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">{more === 1 ? "And 1 more." : `And ${more} more.`}</p>}
      {isCreator && (
        <div className="row">
          <ButtonLink to={paths.pricing()} kind="secondary" small>
            See what makes room
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
