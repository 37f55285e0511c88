import { memo } from "react";
import { Picture } from "~/features/media/components/picture";
import { Cover } from "~/features/portfolio/components/cover";
import { userTypeLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
import { Badge, Link } from "~/ui/parts";
import { bandOf } from "../score";
import type { CardView } from "../showing.server";

export interface DeckCard extends CardView {
  /** Created with the page, so resends count once. */
  key: string;
}

const availabilityWords: Record<string, string> = {
  available: "Available now",
  limited: "Limited availability",
  unavailable: "Not available right now",
};

const coverSizes = "(min-width: 32rem) 30rem, 92vw";

/**
 * The work, then the person, then why they fit. Opens the profile. Memoized, so a drag's frames don't render it again.
 */
export const DeckCardFace = memo(({ card, filter }: { card: DeckCard; filter: string }) => {
  const { match, samples } = card;
  const role = (card.role === "contributor" && card.services[0]) || userTypeLabels[card.role];
  const terms =
    card.role === "contributor"
      ? [availabilityWords[card.availability] ?? card.availability, card.priceRange].filter(Boolean)
      : [];
  return (
    <div className="deck-face">
      <Cover cover={card.cover} sizes={coverSizes} isFirst />
      <header className="deck-head">
        <Avatar name={card.name} src={card.avatarUrl} size="medium" />
        <p className="deck-score">
          {card.likesYou && <Badge tone="positive">Likes you</Badge>}{" "}
          {card.hasPriority && <Badge tone="info">Priority</Badge>}{" "}
          {match && (
            <strong className={`badge band-${bandOf(match.percent)}`}>{match.percent}% match</strong>
          )}{" "}
        </p>
        <div>
          <h2 tabIndex={-1}>
            <Link to={paths.profile(card.personId, { deck: filter })} draggable={false}>
              {card.name}
            </Link>
          </h2>
          <p className="muted">
            {role}
            {card.location && ` · ${card.location}`}
          </p>
        </div>
      </header>
      {samples.length > 0 && (
        <ul className="deck-samples" aria-label={`Work by ${card.name}`}>
          {samples.map(({ id, title, picture }) => (
            <li key={id}>
              <Picture picture={{ ...picture, widths: picture.widths.slice(0, 1) }} sizes="6rem" isFirst />
              <span className="visually-hidden">{title}</span>
            </li>
          ))}
        </ul>
      )}
      {terms.length > 0 && <p className="deck-terms">{terms.join(" · ")}</p>}
      <CardTags card={card} />
      {card.bio && <p className="deck-bio">{card.bio}</p>}
    </div>
  );
});

const mostServices = 3;
const mostShared = 2;

/** Filled tags mark what one person asks for and the other offers. */
function CardTags({ card: { match, services, tools, role } }: { card: DeckCard }) {
  const shared = match?.shared ?? { services: [], styles: [], tools: [] };
  const named = services.length > 0 ? services : tools;
  const fitting = named.filter((name) => shared.services.includes(name) || shared.tools.includes(name));
  // Shared ones come first, so they aren't cut off.
  const shown = [...new Set([...fitting, ...named])].slice(0, mostServices);
  const more = named.length - shown.length;
  const fits = [
    ...shared.styles.slice(0, mostShared),
    ...shared.tools.filter((tool) => !shown.includes(tool)).slice(0, mostShared),
    ...(match?.reasons ?? []).filter((reason) => reason.endsWith(" fits")),
  ];
  const strong = [...shown.filter((name) => fitting.includes(name)), ...fits];
  const rest = shown.filter((name) => !fitting.includes(name));
  return (
    <ChipList
      label={role === "creator" ? "Looking for" : "Services"}
      names={[...strong, ...rest, ...(more > 0 ? [`+${more} more`] : [])]}
      strong={strong}
      strongWords="fits"
    />
  );
}
