import { addUse, idOf, personId, type Rows } from "./rows.ts";
import type { World } from "./world.ts";

const hour = 1 / 24;

/** Matches that are less than this many days old haven't been opened. */
const unopened = 1;

export const matchId = (creator: string, contributor: string) => idOf("match", creator, contributor);

/** Adds Likes, matches, held matches and favorites. A match by swipes counts toward the creator's plan. */
export function addConnections(rows: Rows, world: World): void {
  const like = (from: string, to: string, daysAgo: number) =>
    rows.add("swipes", {
      actor_id: personId(from),
      target_id: personId(to),
      liked: true,
      created_at: rows.at(daysAgo),
    });
  for (const { creator, contributor, daysAgo, source, held } of [
    ...world.matches.map((match) => ({ ...match, held: false })),
    ...world.heldMatches.map((match) => ({ ...match, source: "swipe", held: true })),
  ]) {
    const at = rows.at(daysAgo);
    const seenAt = held || daysAgo < unopened ? null : rows.at(daysAgo - hour);
    rows.add("matches", {
      id: matchId(creator, contributor),
      creator_id: personId(creator),
      contributor_id: personId(contributor),
      source,
      held,
      creator_seen_at: source === "application" ? at : seenAt,
      contributor_seen_at: seenAt,
      created_at: at,
    });
    if (source !== "swipe") continue;
    like(contributor, creator, daysAgo + 5 * hour);
    like(creator, contributor, daysAgo);
    if (!held) addUse(rows, creator, "match", personId(contributor), { at });
  }
  for (const [liked, likes] of Object.entries(world.likesYou))
    for (const { by, daysAgo } of likes) like(by, liked, daysAgo);
  for (const [creator, { lists, saved }] of Object.entries(world.favorites)) {
    for (const [person, daysAgo, note] of saved) {
      const at = rows.at(daysAgo);
      const pair = { creator_id: personId(creator), contributor_id: personId(person) };
      rows.add("saved_contributors", { ...pair, note, created_at: at });
      addUse(rows, creator, "save", personId(person), { at });
    }
    for (const { name, createdDaysAgo, people } of lists) {
      const id = idOf("list", creator, name);
      rows.add("saved_lists", {
        id,
        creator_id: personId(creator),
        name,
        created_at: rows.at(createdDaysAgo),
      });
      for (const person of people)
        rows.add("saved_list_items", {
          list_id: id,
          creator_id: personId(creator),
          contributor_id: personId(person),
        });
    }
  }
}
