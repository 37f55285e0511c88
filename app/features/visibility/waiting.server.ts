import { areMatched, canBeFound, isReachableBy } from "./seeing.server";

// SQL fragments, for the session's query and the pages about it.

/** More are not counted: the navigation says '9+'. */
export const mostWaiting = 10;

/** Integer: people on top of the deck of `viewer`, a uuid, because they like them. Read from the top of the deck. */
export const likesWaiting = (viewer: string) => `(
  SELECT count(*)::int FROM (
    SELECT FROM deck_cards waiting JOIN profiles liker ON liker.id = waiting.person_id
     WHERE waiting.viewer_id = ${viewer} AND waiting.position < 0 AND waiting.likes_you
       AND ${canBeFound(viewer, "liker")} AND NOT ${areMatched(viewer, "liker.id", "liker.user_type")}
     LIMIT ${mostWaiting}) counted)`;

/** Two people, uuids, have a message of either. */
export const haveWritten = (one: string, other: string) => `(
  (SELECT talk.last_seq > 0 FROM conversations talk
    WHERE talk.direct_key = least(${one}::text COLLATE "C", ${other}::text COLLATE "C") || ':'
                         || greatest(${one}::text COLLATE "C", ${other}::text COLLATE "C")) IS TRUE)`;

const newTo = (viewer: string, side: "creator" | "contributor", other: string) => `(
  SELECT count(*)::int FROM (
    SELECT FROM matches made
     WHERE made.${side}_id = ${viewer} AND made.${side}_seen_at IS NULL AND NOT made.held
       AND ${isReachableBy(viewer, `made.${other}_id`)} AND NOT ${haveWritten(viewer, `made.${other}_id`)}
     LIMIT ${mostWaiting}) counted)`;

/** Integer: matches of `viewer` whose page they have not opened, without a message. `type` is theirs. */
export const newMatches = (viewer: string, type: string) =>
  `CASE ${type} WHEN 'contributor' THEN ${newTo(viewer, "contributor", "creator")} ELSE ${newTo(viewer, "creator", "contributor")} END`;
