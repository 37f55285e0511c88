import type { Actor } from "~/features/accounts/actor";
import { foremostOf, type SampleRow } from "~/features/portfolio/listing.server";
import { readRows } from "~/platform/db.server";
import { type DeckFilter, deckLevels, highestPrice, priceUnits } from "./deck-filter";
import { hasLiked, passReturnsAfterDays } from "./filling.server";
import type { FilteredState } from "./filtering.server";
import { type Ask, fits, hiddenAmong } from "./fitting.server";
import { cardColumns, cardsShown, type ViewerRow, viewerColumns } from "./showing.server";
import { listedTraits } from "./traits.server";

/** More than these people are not counted. */
export const mostCounted = 50;
/** Of people on top of the unfiltered deck, because they like the viewer or were undone. */
const mostOnTop = 100;

/** A filtered deck as stored, with those on top, and the cards of the first. */
export interface FilteredRow extends Omit<ViewerRow, "filter" | "low_seq" | "high_seq"> {
  ask: Ask;
  state: (FilteredState & { next_position: number; is_behind: boolean }) | null;
  /** Those who may be shown, up to one more than are counted, in any order. */
  next: { people: string[]; positions: number[] };
  /** Of those on the cards. */
  work: SampleRow[];
}

/** SQL: the columns `cards` and `work` of people, a uuid[] expression, in their order; `$1` is the viewer. */
export const shownOf = (people: string) => `
  (SELECT coalesce(json_agg(card ORDER BY card.place), '[]') FROM (
    SELECT top.person_id, top.place, likes.you AS likes_you, ${cardColumns("likes.you", listedTraits("l"))}
      FROM unnest(${people}) WITH ORDINALITY AS top (person_id, place)
     CROSS JOIN LATERAL (SELECT ${hasLiked("top.person_id", "$1")} AS you OFFSET 0) likes
      JOIN profiles p ON p.id = top.person_id AND EXISTS (SELECT FROM complete_profile(p.id))
      JOIN trait_listings l ON l.profile_id = p.id) card) AS cards,
  ${foremostOf(people)} AS work`;

/** The viewer, what the filter asks for them, and their deck of it. */
export async function readFiltered(actor: Actor, filter: DeckFilter): Promise<FilteredRow> {
  const [found] = await readRows<{ row: FilteredRow }>(
    "discovery-filtered-deck",
    deckText,
    askValues(actor, filter),
  );
  if (!found) throw new Error("no profile for a living session");
  return found.row;
}

/** Of `askParts`. */
export function askValues(
  { userId, timeZone }: Pick<Actor, "userId" | "timeZone">,
  { serviceId, toolIds, styleIds, level, availability, price, per, place }: DeckFilter,
): unknown[] {
  return [
    userId,
    timeZone,
    serviceId === null ? [] : [`s${serviceId}`],
    [
      ...toolIds.map((id) => `t${id}`),
      ...styleIds.map((id) => `v${id}`),
      ...(level === null ? [] : [`l${deckLevels.indexOf(level)}`]),
      ...(availability === null ? [] : [availability === "available" ? "a1" : "a0"]),
    ],
    place,
    price === null ? null : (1 + priceUnits.indexOf(per)) * (highestPrice + 1),
    price,
  ];
}

/**
 * SQL: what a viewer's filter asks for them. $1 viewer, $2 time zone, $3 service, $4 advanced terms, $5 place, $6 and $7
 * price. A creator's candidates cost at most the price; a contributor's pay at least that.
 */
export const askParts = `
viewer AS MATERIALIZED (
  SELECT p.id, ${viewerColumns}
    FROM profiles p JOIN plans_in_force tier ON tier.user_id = p.id WHERE p.id = $1
), allowed AS MATERIALIZED (
  SELECT user_type, service_ids, is_allowed,
         CASE WHEN is_allowed THEN $4::text[] || ARRAY(SELECT 'w' || word FROM unnest(place_words(nullif($5, ''))) word) ELSE '{}' END AS terms,
         CASE WHEN is_allowed THEN $6::int END AS unit
    FROM (SELECT *, user_type = 'contributor' OR EXISTS (SELECT FROM pro_features(viewer.id)) AS is_allowed
            FROM viewer OFFSET 0) standing
), ask AS MATERIALIZED (
  SELECT CASE user_type WHEN 'creator' THEN 'contributor' ELSE 'creator' END::user_type AS wanted, all_terms.terms,
         -- One of the viewer's own services is condition enough.
         CASE WHEN ARRAY(SELECT 's' || id FROM unnest(service_ids) id) && $3::text[] THEN '{}' ELSE service_ids END AS services,
         CASE WHEN unit IS NULL THEN 0 WHEN user_type = 'creator' THEN unit ELSE unit + $7::int END AS price_from,
         CASE WHEN unit IS NULL THEN ${2 ** 31 - 1} WHEN user_type = 'creator' THEN unit + $7::int
              ELSE unit + ${highestPrice} END AS price_to,
         concat_ws(' ', nullif(array_to_string(all_terms.terms, ' '), ''), unit + $7::int) AS filter
    FROM allowed CROSS JOIN LATERAL (
      SELECT ARRAY(SELECT DISTINCT term FROM unnest($3::text[] || allowed.terms) AS given (term) ORDER BY term) AS terms
      OFFSET 0) all_terms
)`;

/** As `askParts`. A deck's people fit as long as they have the number under which they were found. */
const deckText = `
WITH ${askParts}, state AS MATERIALIZED (
  SELECT d.* FROM filtered_decks d
   WHERE d.viewer_id = $1 AND d.filter = (SELECT filter FROM ask)
), candidates AS MATERIALIZED (
  SELECT person_id, min(position) AS position FROM (
    SELECT top.person_id, top.position FROM (
      SELECT person_id, position FROM deck_cards WHERE viewer_id = $1 AND position < 0 ORDER BY position LIMIT ${mostOnTop}) top
     WHERE (SELECT true FROM trait_listings l, ask WHERE l.profile_id = top.person_id AND ${fits("l", "ask")})
    UNION ALL
    SELECT card.person_id, card.position
      FROM state CROSS JOIN LATERAL unnest(people, positions, numbers) AS card (person_id, position, number)
     WHERE state.services = (SELECT services FROM ask)
       AND card.number IN (SELECT l.number FROM trait_listings l
                            WHERE l.number = ANY (ARRAY(SELECT unnest(numbers) FROM state)) AND l.user_type = (SELECT wanted FROM ask))) both_decks
   GROUP BY person_id
), next AS MATERIALIZED (
  SELECT person_id, position FROM candidates
   WHERE person_id NOT IN (${hiddenAmong("$1", "SELECT person_id FROM candidates")})
   ORDER BY position, person_id LIMIT ${mostCounted + 1}
)
SELECT to_json(answer) AS row FROM (
  SELECT viewer.*, (SELECT to_json(ask) FROM ask) AS ask,
         (SELECT json_build_object('services', services, 'low', low, 'high', high, 'passed_until', passed_until, 'looked', looked,
                   'next_position', next_position,
                   'is_behind', high < (SELECT t.number FROM trait_terms t
                                         WHERE t.user_type = (SELECT wanted FROM ask) AND t.term = '*'
                                         ORDER BY t.number DESC LIMIT 1)
                     OR EXISTS (SELECT FROM swipes s WHERE s.actor_id = $1 AND NOT s.liked AND s.created_at > passed_until
                                   AND s.created_at < now() - interval '${passReturnsAfterDays} days'))
            FROM state) AS state,
         (SELECT json_build_object('people', coalesce(array_agg(person_id), '{}'), 'positions', coalesce(array_agg(position), '{}'))
            FROM next) AS next,
         ${shownOf(`(SELECT (array_agg(person_id ORDER BY position, person_id))[1:${cardsShown}] FROM next)`)}
    FROM viewer) answer`;
