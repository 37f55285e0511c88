import { type ReactNode, useId } from "react";
import { type DeckCard, DeckCardFace } from "~/features/discovery/components/deck-card-face";
import { MatchScore } from "~/features/discovery/components/match-score";
import { SwipeForm } from "~/features/discovery/components/swipe-form";
import type { FramedSample } from "~/features/portfolio/sample";
import { ChipList } from "~/ui/chip-list";
import { Mark } from "~/ui/mark";
import { isInert } from "~/ui/parts";
import { Pair } from "./pair";
import { isUpright } from "./shapes";

const percents = [94, 85, 72, 61];

const person: DeckCard = {
  key: "",
  personId: "",
  name: "Savannah Featherstonehaugh-Longname",
  avatarUrl: null,
  role: "contributor",
  location: "Albuquerque, NM",
  bio: "I cut documentaries about rivers, from the first paper edit to the last grade, and I reply the same day.",
  availability: "available",
  priceRange: "$115–$135 per hour",
  services: ["Video Editor", "Podcast Editor", "Thumbnail Designer", "Colorist"],
  tools: ["Premiere Pro"],
  likesYou: true,
  hasPriority: true,
  match: {
    percent: 94,
    reasons: ["1 of 4 services", "Cinematic", "Budget fits"],
    shared: { services: ["Video Editor"], styles: ["Cinematic"], tools: [] },
  },
  work: [],
  brief: null,
};

const creator: DeckCard = { ...person, name: "June Halvorsen", role: "creator", priceRange: "" };
const brief = {
  id: "",
  title: "Editor for a twelve-part river series",
  description: "Each episode is about one town and one river. I hand over three hours of footage with notes.",
  budget: "$1,200–$1,500 per episode",
  count: 2,
  pictures: [],
};

/** A pile of cards as on Discover, without the parts that need a deck. */
function Pile({
  card,
  isLow,
  dragged,
  children,
}: {
  card: DeckCard;
  isLow?: boolean;
  dragged?: "like" | "pass";
  children?: ReactNode;
}) {
  // Several piles show the same samples, so each copy gets its own ID, and its links lead nowhere.
  const mark = useId();
  const work = card.work.map((sample) => ({ ...sample, id: sample.id + mark }));
  return (
    <div className={isLow ? "deck-pile kit-low" : "deck-pile"} data-more>
      <div className="deck-card" data-dragging={dragged} {...isInert}>
        <DeckCardFace card={{ ...card, work }} filter="" here="" />
        {dragged && <Mark className="deck-mark" />}
      </div>
      {children}
    </div>
  );
}

/** The deck's card in every shape, its buttons, scores and chips. */
export function KitDeck({ work }: { work: FramedSample[] }) {
  const upright = work.filter(isUpright);
  const wide = work.filter((sample) => sample.picture && !isUpright(sample));
  const pictures = wide.flatMap(({ title, picture }) => (picture ? [{ name: title, ...picture }] : []));
  return (
    <>
      <Pair title="Landscape work: two whole frames; with the longest name">
        {(scheme) => (
          <Pile card={{ ...person, work: wide.slice(0, 3) }}>
            <div className="deck-actions">
              <SwipeForm
                targetId=""
                swipeKey={scheme}
                filter=""
                undoable={scheme === "dark" ? "someone" : null}
                onChoose={() => {}}
              />
            </div>
          </Pile>
        )}
      </Pair>
      <Pair title="Upright work fills the card">
        {() => <Pile card={{ ...person, name: "Imani Brooks", work: upright.slice(0, 1) }} />}
      </Pair>
      <Pair title="A low card: two small frames, the name beside the face">
        {() => <Pile isLow card={{ ...person, hasPriority: false, work: wide.slice(0, 3) }} />}
      </Pair>
      <Pair title="A creator's card: references from open briefs">
        {() => <Pile card={{ ...creator, brief: { ...brief, pictures: pictures.slice(0, 3) } }} />}
      </Pair>
      <Pair title="A creator without pictures: the newest brief as a title card">
        {() => <Pile card={{ ...creator, likesYou: false, brief }} />}
      </Pair>
      <Pair title="Someone with neither work nor score">
        {() => (
          <Pile
            card={{ ...person, name: "Kim", likesYou: false, hasPriority: false, match: null, services: [] }}
          />
        )}
      </Pair>
      <Pair title="Dragged to the right: the pencil's loop">
        {() => <Pile isLow dragged="like" card={{ ...person, work: wide.slice(0, 2) }} />}
      </Pair>
      <Pair title="Dragged to the left: it dims">
        {() => <Pile isLow dragged="pass" card={{ ...person, work: wide.slice(0, 2) }} />}
      </Pair>
      <Pair title="While the next cards load">
        {() => (
          <div className="deck-pile kit-low">
            <p className="deck-card film deck-loading">Loading service providers...</p>
          </div>
        )}
      </Pair>
      <Pair title="Scores: 90 and up, 80 and up, 70 and up, below 70">
        {() => (
          <>
            <div className="row">
              {percents.map((percent) => (
                <MatchScore key={percent} percent={percent} />
              ))}
            </div>
            <div className="film row kit-film">
              {percents.map((percent) => (
                <MatchScore key={percent} percent={percent} />
              ))}
            </div>
          </>
        )}
      </Pair>
      <Pair title="Chips: what both sides share is filled">
        {(scheme) => (
          <ChipList
            label={`Tools, ${scheme}`}
            names={["Premiere Pro", "After Effects", "DaVinci Resolve", "Audition"]}
            strong={["Premiere Pro"]}
          />
        )}
      </Pair>
    </>
  );
}
