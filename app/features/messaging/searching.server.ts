import { retryText } from "~/failure-words";
import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { typeOf } from "~/features/profiles/profile";
import { type UserType, userTypeLabels } from "~/features/profiles/user-type";
import { canStartConversations } from "~/features/visibility/standing";
import { isId } from "~/ids";
import type { Outcome, Throttled } from "~/outcome";
import { readRows } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { searchText } from "~/search-text";
import { largestGroup, notYetWords, startingWords } from "./starting";

const shortestSearch = 2;
const maxFound = 10;

export interface FoundPerson {
  personId: string;
  name: string;
  avatarUrl: string | null;
  location: string;
  /** A contributor's first service; otherwise, their role. */
  craft: string;
  /** A message to them isn't a request. */
  isInTouch: boolean;
}

type FoundRow = Omit<FoundPerson, "craft"> & { userType: UserType | null; serviceId: number | null };

export type ChosenView = Pick<FoundPerson, "personId" | "name" | "avatarUrl">;

export interface PickView {
  chosen: ChosenView[];
  q: string;
  people: FoundPerson[];
  /** Explains the result of the search. */
  note: string;
}

/** `allChosen`: every match has already been chosen. */
type SearchOutcome = Outcome<"not-yet", { people: FoundPerson[]; allChosen: boolean }> | Throttled;

/** Drops people in `chosen` who the actor may not write to. */
export async function pickPeople(actor: Actor, q: string, chosenIds: readonly string[]): Promise<PickView> {
  const chosen = await listChosen(actor, chosenIds);
  const ids = chosen.map((person) => person.personId);
  const search = await searchPeople(actor, q, ids);
  const people = search?.ok ? search.people : [];
  return { chosen, q: q.trim(), people, note: search ? noteOn(search, actor) : "" };
}

function noteOn(search: SearchOutcome, actor: Actor): string {
  if (search.ok && search.allChosen) return startingWords.allChosen;
  if (search.ok) return search.people.length > 0 ? "" : startingWords.noneFound;
  if (search.refused === "not-yet") return notYetWords(actor);
  return `${startingWords.notSearched}. Please try again ${retryText(search.waitSeconds)}.`;
}

/**
 * Up to 10 people whose name or its last word begins with the text (see `name_key`), sorted by name. Never matches
 * email addresses. Null for fewer than two characters. Refused: 'not-yet' if the actor may not start conversations,
 * 'too-many'.
 */
export async function searchPeople(
  actor: Actor,
  query: string,
  chosen: readonly string[] = [],
): Promise<SearchOutcome | null> {
  const beginning = searchText(query);
  if ([...beginning].length < shortestSearch) return null;
  if (!canStartConversations(actor)) return { ok: false, refused: "not-yet" };
  const waitSeconds = await takeFromLimit("search", actor.userId, actor);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  // Fetches enough people that ten remain after the chosen ones are left out.
  const people = await readRows<FoundRow>("messaging-search", nameSearchText, [
    actor.userId,
    beginning,
    maxFound + largestGroup,
  ]);
  const left = people.filter(({ personId }) => !chosen.includes(personId));
  const { byId } = await listCatalog();
  const found = left.slice(0, maxFound).map(({ userType, serviceId, ...person }) => ({
    ...person,
    craft: (serviceId !== null && byId.services[serviceId]) || userTypeLabels[typeOf(userType)],
  }));
  return { ok: true, people: found, allChosen: people.length > 0 && left.length === 0 };
}

/**
 * $1 actor, $2 prefix, $3 how many. Two index range scans that stop at the limit. Each hashes the actor's blocks first,
 * because thousands of blocked people may share a prefix, and then checks at most 2,000 people.
 */
export const nameSearchText = `
  WITH blocked AS MATERIALIZED (SELECT id FROM blocked_from($1::uuid))
  SELECT found.id AS "personId", found.full_name AS name, found.avatar_url AS "avatarUrl", found.location,
         (SELECT l.user_type FROM person_listings l WHERE l.profile_id = found.id) AS "userType",
         (SELECT (l.traits::json #>> '{0,0}')::int FROM person_listings l WHERE l.profile_id = found.id AND l.user_type = 'contributor') AS "serviceId",
         EXISTS (SELECT FROM in_touch($1::uuid, found.id)) AS "isInTouch"
    FROM (
    (SELECT p.id, p.full_name, p.avatar_url, p.location FROM
       (SELECT p.id, p.full_name, p.avatar_url, p.location, name_key(p.full_name) COLLATE "C" AS key FROM profiles p
         WHERE name_key(p.full_name) COLLATE "C" >= name_key($2) COLLATE "C" AND name_key(p.full_name) COLLATE "C" < (name_key($2) || U&'\\+10FFFD') COLLATE "C"
           AND name_key($2) <> '' AND p.id <> $1::uuid AND p.id NOT IN (SELECT id FROM blocked)
         ORDER BY key, p.id LIMIT 2000) p
      WHERE EXISTS (SELECT FROM findable_in_search($1::uuid, p.id)) ORDER BY p.key, p.id LIMIT $3)
    UNION
    (SELECT p.id, p.full_name, p.avatar_url, p.location FROM
       (SELECT p.id, p.full_name, p.avatar_url, p.location, name_key(regexp_replace(p.full_name, '^.*\\s', '')) COLLATE "C" AS key FROM profiles p
         WHERE name_key(regexp_replace(p.full_name, '^.*\\s', '')) COLLATE "C" >= name_key($2) COLLATE "C" AND name_key(regexp_replace(p.full_name, '^.*\\s', '')) COLLATE "C" < (name_key($2) || U&'\\+10FFFD') COLLATE "C"
           AND name_key($2) <> '' AND p.id <> $1::uuid AND p.id NOT IN (SELECT id FROM blocked)
         ORDER BY key, p.id LIMIT 2000) p
      WHERE EXISTS (SELECT FROM findable_in_search($1::uuid, p.id)) ORDER BY p.key, p.id LIMIT $3)) found
   ORDER BY name_key(found.full_name) COLLATE "C", found.id LIMIT $3`;

/**
 * The people the actor could write to together, in the given order. Others are left out as if they didn't exist.
 */
export async function listChosen(actor: Actor, personIds: readonly string[]): Promise<ChosenView[]> {
  const ids = [...new Set(personIds)].filter(isId).slice(0, largestGroup);
  if (ids.length === 0 || !canStartConversations(actor)) return [];
  const chosenPeople = await readRows<ChosenView>(
    "messaging-chosen",
    `SELECT p.id AS "personId", p.full_name AS name, p.avatar_url AS "avatarUrl" FROM profiles p
      WHERE p.id = ANY ($2::uuid[]) AND EXISTS (SELECT FROM messageable($1::uuid, p.id))`,
    [actor.userId, ids],
  );
  return ids.flatMap((id) => chosenPeople.filter(({ personId }) => personId === id));
}
