import { userTypeLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import type { CardView } from "../showing.server";
import { MatchBadge } from "./match-badge";
import { ShortList } from "./short-list";

export interface DeckCard extends CardView {
  /** Created with the page, so that resends count once. */
  key: string;
}

const availabilityWords: Record<string, string> = {
  available: "Available now",
  limited: "Limited availability",
  unavailable: "Not available right now",
};

export function DeckCardFace({ card }: { card: DeckCard }) {
  return (
    <div className="stack deck-face">
      <div className="flex items-center gap-3">
        <Avatar name={card.name} src={card.avatarUrl} size="medium" />
        <div>
          <h2>
            <Link to={paths.profile(card.personId)}>{card.name}</Link>
          </h2>
          <p className="muted">
            {(card.role === "contributor" && card.services[0]) || userTypeLabels[card.role]}
            {card.location && ` · ${card.location}`}
          </p>
          {card.likesYou && <Badge tone="positive">Likes you</Badge>}
        </div>
      </div>
      {card.match && <MatchBadge match={card.match} />}
      {card.bio && <p>{card.bio}</p>}
      <dl className="facts">
        <ShortList label={card.role === "creator" ? "Looking for" : "Services"} items={card.services} />
        <ShortList label="Tools" items={card.tools} />
        {card.role === "contributor" && (
          <div>
            <dt>Availability</dt>
            <dd>
              {availabilityWords[card.availability] ?? card.availability}
              {card.priceRange && ` · ${card.priceRange}`}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
