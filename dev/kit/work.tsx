import { DeckCardFace } from "~/features/discovery/components/deck-card-face";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { Frame } from "~/features/media/components/frame";
import { DrawnCover } from "~/features/portfolio/components/cover";
import { SavesDataContext } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
import { Pair } from "./pair";

const percents = [94, 85, 72, 61];
const shared = { services: ["Video Editor"], styles: ["Cinematic"], tools: [] };

const card = (personId: string) => ({
  key: "",
  personId,
  name: "Savannah Featherstonehaugh-Longname",
  avatarUrl: null,
  role: "contributor" as const,
  location: "Albuquerque, NM",
  bio: "I cut documentaries about rivers, from the first paper edit to the last grade, and I answer on the same day.",
  availability: "available",
  priceRange: "$115–$135 per hour",
  services: ["Video Editor", "Podcast Editor", "Thumbnail Designer", "Colorist"],
  tools: ["Premiere Pro"],
  likesYou: true,
  hasPriority: true,
  match: { percent: 94, reasons: ["1 of 4 services", "Cinematic", "Budget fits"], shared },
  work: [],
  brief: null,
});

const framed = (width: number, height: number) => ({
  mediaId: "",
  width,
  height,
  widths: [360],
  tone: "#5a4a34",
});

/** The parts that show people and their work. */
export function KitWork() {
  return (
    <>
      <Pair title="A card of the deck, with the longest name">
        {(scheme) => (
          <div className="deck">
            <div className="deck-pile">
              <div className="deck-card">
                <DeckCardFace card={card(`kit-${scheme}`)} filter="" here="" />
              </div>
            </div>
          </div>
        )}
      </Pair>
      <Pair title="Covers drawn from the mark">
        {() => (
          <ul className="kit-covers">
            {percents.map((seed) => (
              <li key={seed} className="cover">
                <DrawnCover cover={{ personId: `person-${seed}`, styleIds: [seed, seed + 3] }} />
              </li>
            ))}
          </ul>
        )}
      </Pair>
      <Pair title="Frames: a title card, a strip of a video and a PDF, without pictures as with Save-Data">
        {() => (
          <>
            <Frame title="Editor for six films about bridges" note="Open brief" picture={null} />
            <SavesDataContext.Provider value>
              <div className="strip">
                <Frame title="Headwaters, episode 1" isVideo note="0:48" picture={framed(720, 405)} />
                <Frame title="A script" note="PDF" picture={framed(405, 720)} />
              </div>
            </SavesDataContext.Provider>
          </>
        )}
      </Pair>
      <Pair title="Scores: 90, 80, 70, below">
        {() =>
          percents.map((percent) => (
            <MatchBadge key={percent} match={{ percent, reasons: ["2 of 3 services", "Budget fits"] }} />
          ))
        }
      </Pair>
      <Pair title="Chips: shared ones filled">
        {() => (
          <ChipList
            label="Tools"
            names={["Premiere Pro", "After Effects", "DaVinci Resolve", "Audition"]}
            strong={["Premiere Pro"]}
          />
        )}
      </Pair>
    </>
  );
}
