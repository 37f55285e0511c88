import type { SampleRow } from "~/features/portfolio/listing.server";
import { readRows } from "~/platform/db.server";
import { hasSwiped, placeCards } from "./filling.server";
import { type FilteredRow, mostCounted, shownOf } from "./filtered-cards.server";
import { type FilteredState, findFiltered } from "./filtering.server";
import type { Ask } from "./fitting.server";
import type { Traits } from "./score";
import { type CardRow, cardsShown } from "./showing.server";

/** Of a viewer, the latest. Others start from the newest people again. */
const decksKept = 8;

interface Placed {
  personId: string;
  position: bigint;
}

/**
 * Looks for the next people of a filtered deck and adds them, best first.
 * @returns null if another tab has filled it meanwhile; `people` as `FilteredRow` counts them, `isCurrent` as
 * `findFiltered`
 */
export async function fillFiltered(viewer: { userId: string; traits: Traits }, row: FilteredRow) {
  const { ask } = row;
  const from = row.state?.services.join() === ask.services.join() ? row.state : null;
  const found = await findFiltered(viewer.userId, ask, from, row.cards.length === 0);
  const added = placeCards(viewer.traits, found.people);
  const next = mergeCards(row, added);
  const top = next.slice(0, cardsShown).map(({ personId }) => personId);
  const shown = await storeFiltered(viewer.userId, ask, row.state, { cards: added, state: found.state, top });
  if (!shown) return null;
  const people = Math.min(next.length, mostCounted + 1);
  return { people, state: found.state, isCurrent: found.isCurrent, ...shown };
}

/** Those a deck has and those added, as `storeText` places them; nobody twice. */
function mergeCards({ next, state }: FilteredRow, added: Placed[]): Placed[] {
  const start = BigInt(state?.next_position ?? 0);
  const merged = new Map(
    added.map(({ personId, position }) => [personId, position < 0n ? position : start + position]),
  );
  for (const [index, personId] of next.people.entries()) {
    const position = BigInt(next.positions[index] ?? 0);
    const other = merged.get(personId) ?? position;
    merged.set(personId, position < other ? position : other);
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
 * @param next how far the deck is filled with them; it starts over if it was for other services. `top` are the people of
 * the cards to read
 * @returns null if the other tab was faster
 */
export async function storeFiltered(
  viewerId: string,
  ask: Ask,
  before: FilteredState | null,
  { cards, state, top }: { cards: Placed[]; state: FilteredState; top: string[] },
): Promise<{ cards: CardRow[]; work: SampleRow[] } | null> {
  const [stored] = await readRows<{ is_stored: boolean; cards: CardRow[]; work: SampleRow[] }>(
    "discovery-store-filtered",
    storeText,
    [
      viewerId,
      ask.filter,
      JSON.stringify(before ?? {}),
      JSON.stringify(state),
      cards.map(({ personId }) => personId),
      cards.map(({ position }) => position.toString()),
      top,
    ],
  );
  return stored?.is_stored ? stored : null;
}

/** Fillings after the first go below; within one, the best score first. */
const positionsPerFilling = 1_000_000;
const stateColumns = "services int[], low bigint, high bigint, passed_until timestamptz, looked int";

/**
 * $1 viewer, $2 filter, $3 the deck as read, $4 as filled, $5 people and $6 their positions, $7 people to show: their
 * number is behind a subquery, or PostgreSQL would plan again for it.
 */
const storeText = `
WITH gone AS (
  DELETE FROM filtered_decks WHERE viewer_id = $1 AND filter IN (
    SELECT filter FROM filtered_decks WHERE viewer_id = $1 AND filter <> $2
     ORDER BY updated_at DESC, filter OFFSET ${decksKept - 1})
), stored AS (
  INSERT INTO filtered_decks AS deck
    (viewer_id, filter, services, low, high, passed_until, looked, people, positions, next_position)
    SELECT $1, $2, new.services, new.low, new.high, new.passed_until, new.looked, $5::uuid[], $6::bigint[], ${positionsPerFilling}
      FROM json_to_record($4) AS new (${stateColumns})
    ON CONFLICT (viewer_id, filter) DO UPDATE
       SET services = excluded.services, low = excluded.low, high = excluded.high, passed_until = excluded.passed_until,
           looked = excluded.looked, updated_at = now(), next_position = deck.next_position + ${positionsPerFilling},
           (people, positions) = (
             SELECT coalesce(array_agg(card.person_id), '{}'), coalesce(array_agg(card.position), '{}') FROM (
               SELECT kept.person_id, kept.position FROM unnest(deck.people, deck.positions) AS kept (person_id, position)
                WHERE deck.services = excluded.services AND NOT ${hasSwiped("$1", "kept.person_id")}
               UNION ALL
               SELECT given.person_id, CASE WHEN given.position < 0 THEN 0 ELSE deck.next_position END + given.position
                 FROM unnest($5::uuid[], $6::bigint[]) AS given (person_id, position)
                WHERE NOT (deck.services = excluded.services AND given.person_id = ANY (deck.people))) card)
     WHERE EXISTS (SELECT FROM json_to_record($3) AS old (${stateColumns})
                    WHERE deck.services = old.services AND deck.low = old.low AND deck.high = old.high
                      AND deck.passed_until = old.passed_until)
    RETURNING true
)
SELECT EXISTS (SELECT FROM stored) AS is_stored, ${shownOf("(SELECT $7::uuid[])")}`;
