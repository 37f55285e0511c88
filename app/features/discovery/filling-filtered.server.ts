import type { SampleRow } from "~/features/portfolio/listing.server";
import { readRows } from "~/platform/db.server";
import { placeCards } from "./filling.server";
import { type FilteredRow, mostCounted, shownOf } from "./filtered-cards.server";
import { type FilteredState, type Fitting, findFiltered } from "./filtering.server";
import type { Ask } from "./fitting.server";
import type { Traits } from "./score";
import { type CardRow, cardsShown } from "./showing.server";

/** Of a viewer, the latest. Others start from the newest people again. */
const decksKept = 8;

interface Placed {
  personId: string;
  position: bigint;
}
type Card = Placed & { number: number };

/**
 * Looks for the next people of a filtered deck and adds them, best first.
 * @returns null if another tab has filled it meanwhile; `people` as `FilteredRow` counts them, `isCurrent` as
 * `findFiltered`
 */
export async function fillFiltered(viewer: { userId: string; traits: Traits }, row: FilteredRow) {
  const { ask } = row;
  const from = row.state?.services.join() === ask.services.join() ? row.state : null;
  const found = await findFiltered(viewer.userId, ask, from, row.cards.length === 0);
  const added = placeFitting(viewer.traits, found.people);
  const next = mergeCards(row, added);
  const top = next.slice(0, cardsShown).map(({ personId }) => personId);
  const shown = await storeFiltered(viewer.userId, ask, row.state, { cards: added, state: found.state, top });
  if (!shown) return null;
  const people = Math.min(next.length, mostCounted + 1);
  return { people, state: found.state, isCurrent: found.isCurrent, ...shown };
}

function placeFitting(viewer: Traits, people: Fitting[]): Card[] {
  const numbers = new Map(people.map(({ personId, number }) => [personId, number]));
  return placeCards(viewer, people).map((placed) => ({
    ...placed,
    number: numbers.get(placed.personId) ?? 0,
  }));
}

/** Those a deck has and those added, as they are stored; no one twice. */
function mergeCards({ next, state }: FilteredRow, added: Placed[]): Placed[] {
  const start = BigInt(state?.next_position ?? 0);
  const merged = new Map(
    added.map(({ personId, position }) => [personId, position < 0n ? position : start + position]),
  );
  for (const [index, personId] of next.people.entries()) {
    const position = BigInt(next.positions[index] ?? 0);
    const given = merged.get(personId);
    // Who is found again gets a new place; who is on top of the unfiltered deck stays there.
    if (given === undefined || (position < 0n && position < given)) merged.set(personId, position);
  }
  return [...merged]
    .map(([personId, position]) => ({ personId, position }))
    .sort((a, b) =>
      a.position === b.position ? (a.personId < b.personId ? -1 : 1) : a.position < b.position ? -1 : 1,
    );
}

/**
 * Adds cards to a filtered deck. Two tabs may do so at once: only the one whose `before`, the deck as read, is still
 * current adds its cards.
 * @param filled `state` is how far the deck is filled with them; it starts over if it was for other services. `top` are the people of
 * the cards to read
 * @returns null if the other tab was faster
 */
export async function storeFiltered(
  viewerId: string,
  ask: Ask,
  before: FilteredState | null,
  { cards, state, top }: { cards: Card[]; state: FilteredState; top: string[] },
): Promise<{ cards: CardRow[]; work: SampleRow[] } | null> {
  const values = [
    viewerId,
    ask.filter,
    JSON.stringify(state),
    cards.map(({ personId }) => personId),
    cards.map(({ position }) => position.toString()),
    cards.map(({ number }) => number),
    top,
  ];
  const [stored] = await (before
    ? readRows<Stored>("discovery-add-filtered", addText, [...values, JSON.stringify(before)])
    : readRows<Stored>("discovery-start-filtered", startText, values));
  return stored?.is_stored ? stored : null;
}

type Stored = { is_stored: boolean; cards: CardRow[]; work: SampleRow[] };

/** Fillings after the first go below; within one, the best score first. */
const positionsPerFilling = 1_000_000;
const stateColumns = "services int[], low bigint, high bigint, passed_until timestamptz, looked int";

/**
 * $1 viewer, $2 filter, $3 the deck as filled, $4 people, $5 their positions and $6 numbers, $7 people to show: how many
 * is behind a subquery, or PostgreSQL would plan again for it. A viewer's oldest deck makes room.
 */
const startText = `
WITH gone AS (
  DELETE FROM filtered_decks WHERE viewer_id = $1 AND filter IN (
    SELECT filter FROM filtered_decks WHERE viewer_id = $1 AND filter <> $2
     ORDER BY updated_at DESC, filter OFFSET ${decksKept - 1})
), stored AS (
  INSERT INTO filtered_decks
    (viewer_id, filter, services, low, high, passed_until, looked, people, positions, numbers, next_position)
    SELECT $1, $2, new.services, new.low, new.high, new.passed_until, new.looked, $4::uuid[], $5::bigint[], $6::bigint[],
           ${positionsPerFilling}
      FROM json_to_record($3) AS new (${stateColumns})
    ON CONFLICT DO NOTHING
    RETURNING true
)
SELECT EXISTS (SELECT FROM stored) AS is_stored, ${shownOf("(SELECT $7::uuid[])")}`;

/** The same, and $8 the deck as read. Who is found again gets a new place. */
const addText = `
WITH stored AS (
  UPDATE filtered_decks deck
     SET services = new.services, low = new.low, high = new.high, passed_until = new.passed_until, looked = new.looked,
         updated_at = now(), next_position = deck.next_position + ${positionsPerFilling},
         (people, positions, numbers) = (
           SELECT coalesce(array_agg(person_id), '{}'), coalesce(array_agg(position), '{}'), coalesce(array_agg(number), '{}') FROM (
             SELECT kept.* FROM unnest(deck.people, deck.positions, deck.numbers) AS kept (person_id, position, number)
              WHERE deck.services = new.services AND kept.person_id <> ALL ($4::uuid[]) AND NOT EXISTS (SELECT FROM swiped($1, kept.person_id))
             UNION ALL
             SELECT given.person_id, CASE WHEN given.position < 0 THEN 0 ELSE deck.next_position END + given.position, given.number
               FROM unnest($4::uuid[], $5::bigint[], $6::bigint[]) AS given (person_id, position, number)) card)
    FROM json_to_record($3) AS new (${stateColumns}), json_to_record($8) AS old (${stateColumns})
   WHERE deck.viewer_id = $1 AND deck.filter = $2 AND deck.services = old.services AND deck.low = old.low
     AND deck.high = old.high AND deck.passed_until = old.passed_until
  RETURNING true
)
SELECT EXISTS (SELECT FROM stored) AS is_stored, ${shownOf("(SELECT $7::uuid[])")}`;
