import { memo } from "react";
import { Frame, type FrameProps } from "~/features/media/components/frame";
import { toneStyle } from "~/features/media/components/picture";
import { frameOf } from "~/features/portfolio/components/sample-frame";
import { canLead } from "~/features/portfolio/sample";
import { availabilityLabels } from "~/features/profiles/profile";
import { userTypeLabels } from "~/features/profiles/user-type";
import { paths } from "~/paths";
import { Avatar, hueOf } from "~/ui/avatar";
import { headingFace } from "~/ui/heading-face";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/parts";
import { isUpright } from "../mini";
import { bandOf } from "../score";
import type { CardView } from "../showing.server";
import { leadFrames, referencesOf } from "./lead-frames";

export interface DeckCard extends CardView {
  /** The page's idempotency key, so that a resent swipe counts once. */
  key: string;
}

/** In px, as in deck.css. */
const cardWidth = "(min-width: 64rem) 400px, 92vw";

/**
 * The front of a card: the work, the person, and why they're a match. A click on the work opens it full size; the name
 * links to the profile. Memoized, so dragging the card doesn't render it again.
 * @param here the deck's path, to return to from the full-size view
 */
export const DeckCardFace = memo(
  ({ card, filter, here }: { card: DeckCard; filter: string; here: string }) => {
    const { match, name, brief } = card;
    const isCreator = card.role === "creator";
    const lead = leadFrames(card, `${here}#deck`);
    const facts = [card.location, isCreator ? null : availabilityOf(card)].filter(Boolean);
    const reasons = match?.reasons.slice(0, 2).map((reason, index) => (
      <span key={reason}>
        {index > 0 && " · "}
        {reason}
      </span>
    ));
    const terms = isCreator ? brief?.budget : card.priceRange;
    return (
      <div
        className={`in-card film ${hueOf(name)} ${shapeOf(lead)}`}
        style={lead[0]?.picture ? toneStyle(lead[0].picture) : undefined}
      >
        <p className="flags">
          {card.likesYou && (
            <>
              <span className="likes">
                <Icon name="loop" /> Likes you
              </span>{" "}
            </>
          )}
          {card.hasPriority && (
            <span className="likes prio">
              <Icon name="star" /> Priority
            </span>
          )}
        </p>
        <Lead card={card} frames={lead} />
        <div className="say">
          <div className="who">
            <Avatar name={name} src={card.avatarUrl} size="medium" />
            {match && (
              <div className="fit">
                <strong className={`score b${bandOf(match.percent)}`}>
                  {match.percent}%<small> match</small>
                </strong>{" "}
                <p className="whys">{reasons}</p>
              </div>
            )}
            <h2 tabIndex={-1} className={headingFace(name)}>
              <Link to={paths.profile(card.personId, { deck: filter })} draggable={false}>
                {name}
              </Link>
            </h2>
            <p className="cut1">{[headlineOf(card), ...facts].filter(Boolean).join(" · ")}</p>
          </div>
          <Services card={card} />
          <p className="terms">
            <span className="cut1">
              {terms}
              {brief && (
                <span className={terms ? "lots" : undefined}>
                  {terms && " · "}
                  {brief.count === 1 ? "1 open brief" : `${brief.count} open briefs`}
                </span>
              )}
            </span>{" "}
            {reasons && <span className="whys">{reasons}</span>}
          </p>
        </div>
      </div>
    );
  },
);

const availabilityOf = ({ availability }: DeckCard) =>
  (availabilityLabels as Record<string, string>)[availability] ?? availability;

/** The role if the person lists no services. Otherwise null, because the services are shown below. */
const headlineOf = ({ services, role }: DeckCard) => (services.length === 0 ? userTypeLabels[role] : null);

/** The layout's CSS class. */
const shapeOf = ([first]: FrameProps[]) => (first?.picture && isUpright(first.picture) ? "over" : "");

function Lead({ card, frames }: { card: DeckCard; frames: FrameProps[] }) {
  const [first, ...others] = frames.map((frame, index) => (
    <Frame key={frame.to} {...frame} sizes={index === 0 ? cardWidth : "46vw"} isFirst />
  ));
  if (!first) return <Words card={card} />;
  return (
    <>
      {first}
      {shapeOf(frames) !== "over" &&
        (others.length > 0 ? <div className="pair">{others.slice(0, 2)}</div> : <Words card={card} />)}
    </>
  );
}

/** Fills the space of a missing picture with text: the newest brief, or the first service and the bio. */
function Words({ card: { brief, bio, services, role } }: { card: DeckCard }) {
  if (brief)
    return (
      <Link className="frame title big" to={paths.project(brief.id)} draggable={false}>
        <small>Open brief</small> <b>{brief.title}</b> <span>{brief.description}</span>
      </Link>
    );
  return (
    <div className="frame title big">
      <b>{services[0] ?? userTypeLabels[role]}</b> {bio && <span>{bio}</span>}
    </div>
  );
}

const mostServices = 3;

/**
 * Services that one of the two needs and the other offers are highlighted, and listed first so that they aren't cut
 * off.
 */
function Services({ card: { match, services, tools, role } }: { card: DeckCard }) {
  const shared = match?.shared ?? { services: [], styles: [], tools: [] };
  const [label, named] =
    services.length === 0 ? ["Tools", tools] : [role === "creator" ? "Looking for" : "Services", services];
  if (named.length === 0) return null;
  const fits = (name: string) => shared.services.includes(name) || shared.tools.includes(name);
  const shown = [...named.filter(fits), ...named.filter((name) => !fits(name))].slice(0, mostServices);
  const more = named.length - shown.length;
  return (
    <ul className="svc" aria-label={label}>
      {label === "Looking for" && (
        <li className="plus want" aria-hidden="true">
          {label}
        </li>
      )}
      {shown.map((name, index) => (
        <li key={name} className={`chip${fits(name) ? " on" : ""}${index === 2 ? " x3" : ""}`}>
          {fits(name) && <Icon name="check" />}
          {name}
          {fits(name) && <span className="visually-hidden"> (fits)</span>}{" "}
        </li>
      ))}
      {more > 0 && <li className="plus full">+{more} more</li>}
      {named.length > 2 && (
        <li className="plus few" aria-hidden={more > 0 || undefined}>
          +{named.length - 2} more
        </li>
      )}
    </ul>
  );
}

/**
 * More about the top card's person, on wide screens: the rest of their work, the reasons and the bio. Memoized, so
 * that it doesn't slow down a Like.
 */
export const BesideCard = memo(({ card, here }: { card: DeckCard; here: string }) => {
  const { match, name, brief, work, bio } = card;
  const from = `${here}#deck`;
  const lead = leadFrames(card, from);
  const others = lead.slice(shapeOf(lead) === "over" ? 1 : 2).slice(0, 4);
  const hasReferences = referencesOf(card).length > 0;
  const samples = hasReferences ? work.filter(canLead).map((sample) => frameOf(sample, from)) : [];
  // If the card already shows all of the work, repeat it here at a larger size.
  const repeats = others.length + samples.length === 0;
  const led = repeats ? lead.map((frame) => ({ ...frame, id: undefined })) : others;
  const shown: [title: string, frames: FrameProps[]][] = [
    [hasReferences ? "References" : `${name}'s work`, led],
    [`${name}'s work`, samples],
  ];
  return (
    <section className="beside" aria-label={`More about ${name}`}>
      {brief && (
        <section>
          <h2>{brief.count === 1 ? "Open brief" : `${brief.count} open briefs`}</h2>
          <p>
            <Link to={paths.project(brief.id)}>{brief.title}</Link>
          </p>
          {brief.budget && <p className="muted">{brief.budget}</p>}
          {brief.description && <p>{brief.description}</p>}
        </section>
      )}
      {shown.map(
        ([title, frames]) =>
          // A card from below the top has only some of its frames, and they'd move when the rest arrive.
          frames.length > 0 &&
          !card.isFace && (
            <section key={title}>
              <h2 className={headingFace(title)}>{title}</h2>
              <div className="frames">
                {frames.map((frame) => (
                  <Frame key={frame.to} {...frame} sizes="(min-width: 64rem) 46rem, 1px" showsTitle />
                ))}
              </div>
            </section>
          ),
      )}
      <div className="two-col">
        {match && (
          <section>
            <h2>Why {match.percent}%</h2>
            <ul className="ticks">
              {match.reasons.map((reason) => (
                <li key={reason}>
                  <Icon name="check" /> {reason}
                </li>
              ))}
            </ul>
          </section>
        )}
        {bio && (
          <section>
            <h2>About</h2>
            <p>{bio}</p>
          </section>
        )}
      </div>
    </section>
  );
});
