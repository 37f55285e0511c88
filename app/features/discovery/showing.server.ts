import type { Actor } from "~/features/accounts/actor";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { PictureView } from "~/features/media/media";
import { hasProFeatures, type PlanName, unlimited } from "~/features/plans/plan";
import { type CoverView, coverViewOf } from "~/features/portfolio/cover";
import { listForemost } from "~/features/portfolio/listing.server";
import type { SampleView } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { Prisma, readRows } from "~/platform/db.server";
import { fillDeck, isAnybodyListed, type Viewer } from "./filling.server";
import { reasonsOf, scoreOf, type Traits } from "./score";
import { undoableOf } from "./swiping.server";
import { type TraitsRow, traitColumns, traitsOf } from "./traits.server";

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
  /** Their plan puts their Like earlier, or a boost puts them. */
  hasPriority: boolean;
  match: MatchView | null;
  cover: CoverView;
  /** Up to three with a picture, beside the cover. */
  samples: { id: string; title: string; picture: PictureView }[];
}

export interface MatchView {
  percent: number;
  reasons: string[];
  /** Names of what both have: what one asks for and the other offers. */
  shared: { services: string[]; styles: string[]; tools: string[] };
}

export interface DeckView {
  /** `none-fit` and `searching`, with people still to look at, are a filter's. */
  state: "showing" | "empty" | "no-overlap" | "none-fit" | "searching";
  /** At most three, top card first. */
  cards: CardView[];
  swipes: { used: number; limit: number | null };
  /** Whose swipe can be undone; null if none can. */
  undoable: string | null;
  /** Also advanced filters, and priority for a creator's Likes. */
  hasPro: boolean;
  /** What a filter leaves; null if none counts. */
  left: LeftView | null;
}

export interface LeftView {
  /** At most `mostCounted`. */
  people: number;
  /** There are more than that. */
  isMore: boolean;
  /** How many people this view looked at, in the order of listing. */
  looked: number;
  /** For the filter's `from`: there may be others below. Null if everyone was looked at. */
  further: number | null;
}

export const cardsShown = 3;
const bioShown = 180;
const samplesShown = 3;

export type ViewerRow = TraitsRow & {
  swipes: number;
  swipes_per_day: number;
  plan: PlanName;
  undoable: string | null;
};
type DeckRow = ViewerRow & {
  filter: number[] | null;
  low_seq: number | null;
  high_seq: number | null;
  cards: CardRow[];
};
export type CardRow = TraitsRow & {
  person_id: string;
  likes_you: boolean;
  has_priority: boolean;
  full_name: string;
  avatar_url: string | null;
  location: string;
  bio: string;
};

/**
 * The next cards with their scores, and today's remaining swipes. Contributors see creators who need their services.
 * People who like the viewer come first.
 */
export async function showDeck(actor: Actor): Promise<DeckView> {
  const { viewer, cards: ahead, ...rest } = await readDeck(actor);
  let rows = ahead;
  if (rows.length < cardsShown && (await fillDeck(viewer))) rows = await readCards(actor);
  const cards = await cardsOf(rows, viewer.traits);
  const state: DeckView["state"] =
    cards.length > 0 ? "showing" : (await isAnybodyListed(viewer)) ? "empty" : "no-overlap";
  return { state, cards, left: null, ...rest };
}

/** Null if there is too little to compare. */
export function matchOf(
  viewer: Traits,
  person: Traits,
  names: Awaited<ReturnType<typeof listCatalog>>,
): MatchView | null {
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

async function readDeck(actor: Actor): Promise<{ viewer: Viewer; cards: CardRow[] } & ViewerState> {
  const [found] = await readRows<{ row: DeckRow }>("discovery-deck", deckText, [
    actor.userId,
    actor.timeZone,
  ]);
  const row = found?.row;
  if (!row) throw new Error("no profile for a living session");
  return {
    viewer: {
      userId: actor.userId,
      traits: traitsOf(row),
      deck: row.filter && {
        filter: row.filter,
        lowSeq: row.low_seq ?? 0,
        highSeq: row.high_seq ?? 0,
      },
    },
    cards: row.cards,
    ...stateOf(row),
  };
}

type ViewerState = Pick<DeckView, "swipes" | "undoable" | "hasPro">;

export function stateOf(row: ViewerRow): ViewerState {
  const isCounted = row.user_type === "creator" && row.swipes_per_day < unlimited;
  return {
    swipes: { used: row.swipes, limit: isCounted ? row.swipes_per_day : null },
    undoable: row.undoable,
    hasPro: row.user_type === "creator" && hasProFeatures(row.plan),
  };
}

/** SQL: of a profile `p`. */
export const cardColumns = (likesYou: string) => `
  p.full_name, p.avatar_url, p.location, left(p.bio, ${bioShown}) AS bio, ${traitColumns},
  (SELECT n FROM priority_points(p.id, ${likesYou} AND p.user_type = 'creator')) > 0 AS has_priority`;

/**
 * $1 viewer. Cards are checked again, because their person may have been rejected, suspended, blocked, matched or
 * swiped in another tab since. OFFSET 0 makes PostgreSQL check them in order until enough pass, instead of joining all first.
 * Without a number among the parameters one generic plan fits all; planning would take ten times as long as reading.
 */
export const nextCardsText = `
SELECT c.person_id, c.likes_you, card.*
  FROM (SELECT person_id, likes_you, position FROM deck_cards
         WHERE viewer_id = $1 ORDER BY position, person_id OFFSET 0) c
 CROSS JOIN LATERAL (
   SELECT ${cardColumns("c.likes_you")} FROM profiles p
    WHERE p.id = c.person_id AND EXISTS (SELECT FROM may_be_dealt($1, p.id))
   OFFSET 0) card
 ORDER BY c.position, c.person_id LIMIT ${cardsShown}`;

/** SQL: of a viewer's profile `p` and the row `tier`. `$2` is the time zone. */
export const viewerColumns = `${traitColumns}, tier.name AS plan, tier.swipes_per_day,
       coalesce((SELECT n FROM swipes_today(p.id, $2)), 0) AS swipes,
       ${undoableOf(Prisma.raw("p.id")).text} AS undoable`;

/** $1 viewer, $2 time zone. One JSON column, because the driver parses columns one by one. */
const deckText = `
SELECT to_json(viewer) AS row FROM (
SELECT ${viewerColumns}, d.filter, d.low_seq, d.high_seq,
       (SELECT coalesce(json_agg(next), '[]') FROM (${nextCardsText}) next) AS cards
  FROM profiles p
 JOIN plans_in_force tier ON tier.user_id = p.id
  LEFT JOIN decks d ON d.viewer_id = p.id
 WHERE p.id = $1) viewer`;

function readCards(actor: Actor): Promise<CardRow[]> {
  return readRows<CardRow>("discovery-next-cards", nextCardsText, [actor.userId]);
}

/** Cuts a truncated bio at its last whole word. */
function shortened(bio: string): string {
  return bio.length < bioShown
    ? bio
    : `${bio.slice(0, bio.lastIndexOf(" ") > 0 ? bio.lastIndexOf(" ") : bioShown)}…`;
}

/** With their work: one query more, unless it is given. */
export async function cardsOf(
  rows: readonly CardRow[],
  viewer: Traits,
  work?: Map<string, SampleView[]>,
): Promise<CardView[]> {
  const [names, samples] = await Promise.all([
    listCatalog(),
    work ?? listForemost(rows.map(({ person_id }) => person_id)),
  ]);
  return rows.map((row) => cardOf(row, viewer, names, samples.get(row.person_id) ?? []));
}

function cardOf(
  row: CardRow,
  viewer: Traits,
  names: Awaited<ReturnType<typeof listCatalog>>,
  work: SampleView[],
): CardView {
  const cover = coverViewOf(row.person_id, row.style_ids, work);
  return {
    personId: row.person_id,
    name: shownName(row.full_name, row.user_type),
    avatarUrl: row.avatar_url,
    role: row.user_type,
    location: row.location,
    bio: shortened(row.bio),
    availability: row.availability,
    priceRange: row.price_range,
    services: namesOf(row.service_ids, names.byId.services),
    tools: namesOf(row.tool_ids, names.byId.tools),
    likesYou: row.likes_you,
    hasPriority: row.has_priority,
    match: matchOf(viewer, traitsOf(row), names),
    cover,
    samples: work
      .flatMap(({ id, title, picture }) => (picture ? [{ id, title, picture }] : []))
      .filter(({ picture }) => picture.mediaId !== cover.picture?.mediaId)
      .slice(0, samplesShown),
  };
}
