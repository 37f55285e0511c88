import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { unlimited } from "~/features/plans/plan";
import { swipesTodayOf, tierInForce } from "~/features/plans/plan-in-force.server";
import { shownName } from "~/features/profiles/profile";
import { canBeFound } from "~/features/visibility/seeing.server";
import { Prisma, readRows } from "~/platform/db.server";
import { fillDeck, isAnybodyListed, passReturnsAfterDays, type Viewer } from "./filling.server";
import { reasonsOf, scoreOf, type Traits } from "./score";
import { type TraitsRow, traitColumns, traitsOf } from "./traits.server";
import { canUndo } from "./undoing.server";

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
  match: MatchView | null;
}

export interface MatchView {
  percent: number;
  reasons: string[];
}

export interface DeckView {
  state: "showing" | "empty" | "no-overlap";
  /** At most three, top card first. */
  cards: CardView[];
  swipes: { used: number; limit: number | null };
  canUndo: boolean;
}

const cardsShown = 3;
const bioShown = 180;

type ViewerRow = TraitsRow & {
  filter: number[] | null;
  low_seq: number | null;
  high_seq: number | null;
  swipes: number;
  swipes_per_day: number;
  can_undo: boolean;
  cards: CardRow[];
};
type CardRow = TraitsRow & {
  person_id: string;
  likes_you: boolean;
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
  const { viewer, swipes, canUndo, cards: ahead } = await readDeck(actor);
  let rows = ahead;
  if (rows.length < cardsShown && (await fillDeck(viewer)) > 0) rows = await readCards(actor);
  const names = await listCatalog();
  const cards = rows.map((row) => cardOf(row, viewer.traits, names));
  const state = cards.length > 0 ? "showing" : (await isAnybodyListed(viewer)) ? "empty" : "no-overlap";
  return { state, cards, swipes, canUndo };
}

/** Null if there is too little to compare. */
export function matchOf(
  viewer: Traits,
  person: Traits,
  names: Awaited<ReturnType<typeof listCatalog>>,
): MatchView | null {
  const score = scoreOf(viewer, person);
  return score && { percent: score.percent, reasons: reasonsOf(score, names.byId) };
}

async function readDeck(
  actor: Actor,
): Promise<{ viewer: Viewer; swipes: DeckView["swipes"]; canUndo: boolean; cards: CardRow[] }> {
  const [found] = await readRows<{ row: ViewerRow }>("discovery-deck", deckText, [
    actor.userId,
    actor.timeZone,
  ]);
  const row = found?.row;
  if (!row) throw new Error("no profile for a living session");
  const isCounted = row.user_type === "creator" && row.swipes_per_day < unlimited;
  return {
    viewer: {
      userId: actor.userId,
      traits: traitsOf(row),
      deck: row.filter && {
        filter: row.filter,
        lowSeq: BigInt(row.low_seq ?? 0),
        highSeq: BigInt(row.high_seq ?? 0),
      },
    },
    swipes: { used: row.swipes, limit: isCounted ? row.swipes_per_day : null },
    canUndo: row.can_undo,
    cards: row.cards,
  };
}

/**
 * $1 viewer. Cards are checked again, because their person may have been rejected, suspended, blocked or swiped in
 * another tab since. OFFSET 0 makes PostgreSQL check them in order until enough pass, instead of joining all first.
 * Without a number among the parameters one generic plan fits all; planning would take ten times as long as reading.
 */
export const nextCardsText = `
SELECT c.person_id, c.likes_you, card.*
  FROM (SELECT person_id, likes_you, position FROM deck_cards
         WHERE viewer_id = $1 ORDER BY position, person_id OFFSET 0) c
 CROSS JOIN LATERAL (
   SELECT p.full_name, p.avatar_url, p.location, left(p.bio, ${bioShown}) AS bio, ${traitColumns}
     FROM profiles p
    WHERE p.id = c.person_id
      AND (SELECT s.liked OR s.created_at > now() - interval '${passReturnsAfterDays} days'
             FROM swipes s WHERE s.actor_id = $1 AND s.target_id = p.id) IS NOT TRUE
      AND ${canBeFound("$1", "p")}
   OFFSET 0) card
 ORDER BY c.position, c.person_id LIMIT ${cardsShown}`;

/** $1 viewer, $2 time zone. One JSON column, because the driver parses columns one by one. */
const deckText = `
SELECT to_json(viewer) AS row FROM (
SELECT ${traitColumns}, d.filter, d.low_seq, d.high_seq, tier.swipes_per_day,
       ${swipesTodayOf(Prisma.raw("p.id"), Prisma.raw("$2")).text} AS swipes,
       ${canUndo(Prisma.raw("p.id")).text} AS can_undo,
       (SELECT coalesce(json_agg(next), '[]') FROM (${nextCardsText}) next) AS cards
  FROM profiles p
 CROSS JOIN LATERAL (${tierInForce(Prisma.raw("p.id")).text}) tier
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

function cardOf(row: CardRow, viewer: Traits, names: Awaited<ReturnType<typeof listCatalog>>): CardView {
  const named = (ids: number[], list: Readonly<Record<number, string>>) =>
    ids.map((id) => list[id]).filter((name) => name !== undefined);
  return {
    personId: row.person_id,
    name: shownName(row.full_name, row.user_type),
    avatarUrl: row.avatar_url,
    role: row.user_type,
    location: row.location,
    bio: shortened(row.bio),
    availability: row.availability,
    priceRange: row.price_range,
    services: named(row.service_ids, names.byId.services),
    tools: named(row.tool_ids, names.byId.tools),
    likesYou: row.likes_you,
    match: matchOf(viewer, traitsOf(row), names),
  };
}
