import type { Actor } from "~/features/accounts/actor";
import { type Amount, priceLine, withBudgetLine } from "~/features/catalog/amount";
import { type Catalog, namesOf, startingWith } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { PictureView } from "~/features/media/media";
import { hasProFeatures, unlimited } from "~/features/plans/plan";
import { foremostViews, type SampleRow } from "~/features/portfolio/listing.server";
import { type FramedSample, framed } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { shortened } from "~/graphemes";
import { readRows } from "~/platform/db.server";
import { type DeckFilter, isFiltered, noFilter } from "./deck-filter";
import {
  cardsShown,
  fillDeck,
  isAnyoneListed,
  type ListedTraits,
  placeCards,
  traitsOf,
} from "./filling.server";
import {
  type DeckViewer,
  type Fitting,
  type FoundPeople,
  findPeople,
  mostCounted,
  queryOf,
  readSearchingViewer,
} from "./finding.server";
import { type MiniView, miniOf } from "./mini";
import { reasonsOf, scoreOf, type Traits } from "./score";

export interface CardView {
  personId: string;
  name: string;
  avatarUrl: string | null;
  role: "creator" | "contributor";
  location: string;
  bio: string;
  availability: string;
  priceRange: string;
  services: string[];
  tools: string[];
  likesYou: boolean;
  /** Whether their plan or a boost moves their Like up. */
  hasPriority: boolean;
  match: MatchView | null;
  /** At most six, the cover first. */
  work: FramedSample[];
  /** A creator's newest brief that accepts applications; null if there is none. */
  brief: LeadingBrief | null;
  /** Set if the card has only what its face shows, for cards below the top one. */
  isFace?: true;
}

export interface LeadingBrief {
  id: string;
  title: string;
  /** The beginning of its text. */
  description: string;
  budget: string;
  /** How many open briefs they have. Counting stops at 20. */
  count: number;
  /** Up to three references of these briefs. */
  pictures: ({ name: string } & PictureView)[];
}

export interface MatchView {
  percent: number;
  reasons: string[];
  /** Names of what one person asks for and the other offers. */
  shared: { services: string[]; styles: string[]; tools: string[] };
}

export interface DeckView {
  /**
   * `none-fit` and `searching` occur only with a filter; `searching` means that some listings haven't been scanned yet.
   */
  state: "showing" | "empty" | "no-overlap" | "none-fit" | "searching";
  /** At most three, top card first. */
  cards: CardView[];
  swipes: { used: number; limit: number | null };
  /** The person whose swipe can be undone; null if there is none. */
  undoable: string | null;
  /** For creators: the plan has advanced filters, and gives their Likes priority. */
  hasPro: boolean;
  /** How many people fit the filter; null if no filter counts. */
  left: LeftView | null;
  /** What `offerOf` in favorites needs, read in the same statement as the cards. */
  saving: { saved: string[]; used: number; limit: number };
}

export interface LeftView {
  /** At most `mostCounted`. */
  people: number;
  /** True if more than `people` fit. */
  isMore: boolean;
  /** How many listings this view has scanned. */
  looked: number;
  /** The filter's `from` for the next view; null if all listings have been scanned. */
  further: number | null;
}

/** Repeated in `shown_cards` and `leading_briefs`. */
export const bioShown = 180;
/** Repeated in `shown_cards`. */
export const samplesShown = 6;

/**
 * The next cards with their match scores, and today's remaining swipes. Contributors see creators who need their
 * services. People who like the viewer come first.
 * Without a filter, cards come from a stored deck: otherwise, each swipe would search thousands of listings again, and
 * undone cards would lose their place. With a filter, each view searches again, from the newest listing or from where
 * the last view stopped, and stores nothing.
 */
export async function showDeck(actor: Actor, filter: DeckFilter = noFilter): Promise<DeckView> {
  if (!isFiltered(filter)) return showNext(actor);
  const viewer = await readSearchingViewer(actor.userId, actor.timeZone, filter);
  const query = queryOf(viewer, filter);
  if (!query) return showNext(actor);
  return showFound(actor, viewer, await findPeople(actor.userId, query, filter.from));
}

/** A row of `leading_briefs`. */
export type BriefRow = LeadingBrief & { creatorId: string; amount: Amount | null };
export type ShownCards = {
  cards: CardRow[];
  work: SampleRow[];
  briefs: BriefRow[];
  saving: DeckView["saving"];
};

type DeckRow = DeckViewer & {
  filter: number[] | null;
  lowSeq: number;
  highSeq: number;
  shown: ShownCards;
};

/** $1 viewer, $2 time zone. Returns a single JSON column, because the driver spends time on each column. */
const deckText = `
SELECT to_json(viewer) AS row FROM (
  SELECT own.traits, swiping.*, d.filter, d.low_seq AS "lowSeq", d.high_seq AS "highSeq",
         (SELECT to_json(dealt) FROM (SELECT * FROM shown_cards($1, next.ids), leading_briefs(next.ids)) dealt) AS shown
    FROM compared_traits($1) own CROSS JOIN swiping_of($1, $2) swiping LEFT JOIN decks d ON d.viewer_id = $1
   CROSS JOIN (SELECT ARRAY(SELECT id FROM next_in_deck($1)) AS ids OFFSET 0) next) viewer`;

async function readDeck({ userId, timeZone }: Actor): Promise<DeckRow> {
  const [deck] = await readRows<{ row: DeckRow }>("discovery-deck", deckText, [userId, timeZone]);
  if (!deck) throw new Error("a live session has no profile");
  return deck.row;
}

async function showNext(actor: Actor): Promise<DeckView> {
  let row = await readDeck(actor);
  const { filter, lowSeq, highSeq } = row;
  const viewer = { userId: actor.userId, traits: row.traits, deck: filter && { filter, lowSeq, highSeq } };
  if (row.shown.cards.length < cardsShown && (await fillDeck(viewer))) row = await readDeck(actor);
  const cards = await cardsOf(row.traits, row.shown);
  const state = cards.length > 0 ? "showing" : (await isAnyoneListed(viewer)) ? "empty" : "no-overlap";
  return { ...stateOf(row), state, cards, left: null, saving: row.shown.saving };
}

async function showFound(
  { userId }: Actor,
  viewer: DeckViewer,
  { people, looked, further }: FoundPeople,
): Promise<DeckView> {
  const shownCards = await readShown(userId, bestOf(viewer.traits, people));
  return {
    ...stateOf(viewer),
    state: people.length > 0 ? "showing" : further === null ? "none-fit" : "searching",
    cards: await cardsOf(viewer.traits, shownCards),
    saving: shownCards.saving,
    left: {
      people: Math.min(people.length, mostCounted),
      isMore: people.length > mostCounted,
      looked,
      further,
    },
  };
}

/** The IDs of the cards to show, in order. People on top of the stored deck keep their place above the others. */
function bestOf(viewer: Traits, people: Fitting[]): string[] {
  const onTop = new Map(people.map(({ personId, position }) => [personId, position]));
  return placeCards(viewer, people)
    .map(({ personId, position }) => ({
      personId,
      at: Math.min(Number(position), onTop.get(personId) ?? Infinity),
    }))
    .sort((a, b) => a.at - b.at)
    .slice(0, cardsShown)
    .map(({ personId }) => personId);
}

function stateOf({ traits, plan, swipes, swipesPerDay, undoable }: DeckViewer) {
  const isCreator = traits.userType === "creator";
  const isCounted = isCreator && swipesPerDay < unlimited;
  return {
    swipes: { used: swipes, limit: isCounted ? swipesPerDay : null },
    undoable,
    hasPro: isCreator && hasProFeatures(plan),
  };
}

type CardRow = ListedTraits & {
  id: string;
  fullName: string;
  avatarUrl: string | null;
  location: string;
  bio: string;
  likesYou: boolean;
  hasPriority: boolean;
};

/**
 * $1 viewer, $2 the people's IDs, in order. They're passed as a column: PostgreSQL would plan the query again
 * for each array passed as a parameter, which takes longer than running it.
 */
const cardsText = `
SELECT shown.*, led.briefs FROM (SELECT $2::uuid[] AS ids OFFSET 0) given
 CROSS JOIN LATERAL shown_cards($1, given.ids) shown CROSS JOIN LATERAL leading_briefs(given.ids) led`;

async function readShown(viewerId: string, people: string[]): Promise<ShownCards> {
  const [row] = await readRows<ShownCards>("discovery-cards", cardsText, [viewerId, people]);
  if (!row) throw new Error("a query of subqueries returned no row");
  return row;
}

/** The cards with their work and briefs, in the order of the rows. */
export async function cardsOf(
  viewer: Traits,
  { cards, work, briefs }: Omit<ShownCards, "saving">,
): Promise<CardView[]> {
  const [names, views] = await Promise.all([listCatalog(), foremostViews(work)]);
  return cards.map((card) => ({
    ...cardOf(card, viewer, names),
    work: (views.get(card.id) ?? []).map(framed),
    brief: leadingBrief(briefs.find(({ creatorId }) => creatorId === card.id)),
  }));
}

/** A row of `small_cards`. */
export type MiniRows = Omit<ShownCards, "saving"> & { traits: Traits };

export async function minisOf({ traits, ...shown }: MiniRows): Promise<MiniView[]> {
  return (await cardsOf(traits, shown)).map(miniOf);
}

/** Null if there's no row. */
export function leadingBrief(row: BriefRow | null | undefined): LeadingBrief | null {
  if (!row) return null;
  const { creatorId: _creator, ...brief } = withBudgetLine(row);
  return { ...brief, description: shortened(brief.description, bioShown) };
}

function cardOf(row: CardRow, viewer: Traits, names: Catalog): Omit<CardView, "work" | "brief"> {
  const traits = traitsOf(row);
  return {
    personId: row.id,
    name: shownName(row.fullName, traits.userType),
    avatarUrl: row.avatarUrl,
    role: traits.userType,
    location: row.location,
    bio: shortened(row.bio, bioShown),
    availability: traits.availability,
    priceRange: priceLine(traits),
    services: namesOf(startingWith(traits.serviceIds, viewer.serviceIds), names.byId.services),
    tools: namesOf(startingWith(traits.toolIds, viewer.toolIds), names.byId.tools),
    likesYou: row.likesYou,
    hasPriority: row.hasPriority,
    match: matchOf(viewer, traits, names),
  };
}

/** Null if there is too little to compare. */
export function matchOf(viewer: Traits, person: Traits, names: Catalog): MatchView | null {
  const score = scoreOf(viewer, person);
  if (!score) return null;
  const { services, styles, tools } = names.byId;
  return {
    percent: score.percent,
    reasons: reasonsOf(score, names.byId),
    shared: {
      services: namesOf(score.sharedServiceIds, services),
      styles: namesOf(score.sharedStyleIds, styles),
      tools: namesOf(score.sharedToolIds, tools),
    },
  };
}

/** A badge in a list. It doesn't say what the two share. */
export type BadgeView = Omit<MatchView, "shared">;

export function badgeOf(...compared: Parameters<typeof matchOf>): BadgeView | null {
  const match = matchOf(...compared);
  return match && { percent: match.percent, reasons: match.reasons };
}
