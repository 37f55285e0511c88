import { passReturnsAfterDays } from "./filling.server";

/** What a viewer's filter asks of the listings of people. */
export interface Ask {
  wanted: "creator" | "contributor";
  /** All of these. */
  terms: string[];
  /** And one of these, if there are any. */
  services: number[];
  price_from: number;
  price_to: number;
  /** Names the deck. */
  filter: string;
}

/** SQL: a row of trait_listings fits the row `ask`. */
export const fits = (listing: string, ask: string) => `(${listing}.user_type = ${ask}.wanted
  AND ${listing}.terms @> ${ask}.terms AND ${listing}.price BETWEEN ${ask}.price_from AND ${ask}.price_to
  AND (cardinality(${ask}.services) = 0 OR ${listing}.service_ids && ${ask}.services))`;

/** SELECT: those of `people`, a SELECT of listed ids, not to be shown to the viewer: swiped, matched, blocked, suspended. */
export const hiddenAmong = (viewer: string, people: string) => `
  SELECT hidden.id FROM (SELECT ARRAY(${people}) AS ids OFFSET 0) among CROSS JOIN LATERAL (
    SELECT s.target_id FROM swipes s WHERE s.actor_id = ${viewer} AND s.target_id = ANY (among.ids)
       AND (s.liked OR s.created_at > now() - interval '${passReturnsAfterDays} days')
    UNION ALL
    SELECT m.contributor_id FROM matches m WHERE m.creator_id = ${viewer} AND m.contributor_id = ANY (among.ids)
    UNION ALL
    SELECT m.creator_id FROM matches m WHERE m.contributor_id = ${viewer} AND m.creator_id = ANY (among.ids)
    UNION ALL
    SELECT id FROM unreachable_among(${viewer}, among.ids)) hidden (id)`;
