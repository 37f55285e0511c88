import type { Actor } from "~/features/accounts/actor";
import { foremostOf, foremostViews, type SampleRow } from "~/features/portfolio/listing.server";
import { readRows } from "~/platform/db.server";
import type { DeckFilter } from "./deck-filter";
import { hasLiked, placeCards } from "./filling.server";
import { askOf, type Fitting, findPeople, mostCounted, readAsker } from "./finding.server";
import type { Traits } from "./score";
import {
  type CardRow,
  type CardView,
  cardColumns,
  cardsOf,
  cardsShown,
  type DeckView,
  showDeck,
  stateOf,
} from "./showing.server";
import { traitsOf } from "./traits.server";

/**
 * The next cards among those who fit a filter, and how many people are left. Nothing is stored: each view looks again,
 * from the newest or from where the last one ended. The unfiltered deck stays as it is.
 */
export async function showFiltered(actor: Actor, filter: DeckFilter): Promise<DeckView> {
  const asker = await readAsker(actor.userId, actor.timeZone, filter);
  const ask = askOf(asker, filter);
  if (!ask) return showDeck(actor);
  const viewer = traitsOf(asker);
  const { people, looked, further } = await findPeople(actor.userId, ask, filter.from);
  return {
    ...stateOf(asker),
    state: people.length > 0 ? "showing" : further === null ? "none-fit" : "searching",
    cards: await readCards(actor.userId, viewer, bestOf(viewer, people)),
    left: {
      people: Math.min(people.length, mostCounted),
      isMore: people.length > mostCounted,
      looked,
      further,
    },
  };
}

/** The ids of the cards to show, in order. Who is on top of the unfiltered deck stays there. */
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

/** $1 viewer, $2 people, in order. */
const cardsText = `
SELECT (SELECT coalesce(json_agg(card ORDER BY card.place), '[]') FROM (
         SELECT one.place, p.id AS person_id, likes.you AS likes_you, ${cardColumns("likes.you")}
           FROM unnest($2::uuid[]) WITH ORDINALITY AS one (id, place) JOIN profiles p ON p.id = one.id
          CROSS JOIN LATERAL (SELECT ${hasLiked("p.id", "$1")} AS you OFFSET 0) likes) card) AS cards,
       ${foremostOf("$2::uuid[]")} AS work`;

/** With their work. */
async function readCards(viewerId: string, viewer: Traits, people: string[]): Promise<CardView[]> {
  const [row] = await readRows<{ cards: CardRow[]; work: SampleRow[] }>("discovery-cards", cardsText, [
    viewerId,
    people,
  ]);
  return row ? cardsOf(row.cards, viewer, await foremostViews(row.work)) : [];
}
