import { readRows } from "~/platform/db.server";
import { type FoundPerson, passReturnsAfterDays } from "./filling.server";
import { type Ask, fits, hiddenAmong } from "./fitting.server";
import { boostPoints } from "./score";
import { blockTermsOf, resumeParts } from "./trait-blocks.server";

/** How far it was filled, as stored. Dates keep their microseconds as text. */
export interface FilteredState {
  services: number[];
  low: number;
  high: number;
  passed_until: string;
  looked: number;
}

/**
 * A view's scan. Per direction: people with the rarest term, which a frequent filter never walks to the end; those whose
 * marks fit, looked up, which costs most. More are for who has swiped so many people that these may be the newest, and for
 * the second scan of a view that would show no one.
 */
const walked = 4_000;
const checked = { few: 52, many: 160 };
/** Older people that a view adds: reading a deck takes longer for each of them. The next look starts after the last. */
const mostAdded = 52;
/** Passes that expired, oldest first. */
const mostPassed = 400;
/** A list of several services is walked so far in each. */
const leastOfEach = 64;
/** A term's share is judged by how far back this many of its people reach. */
const probed = 32;

const reachOf = (term: string) => `(
  SELECT t.number FROM trait_terms t WHERE t.user_type = ask.wanted AND t.term = ${term}
   ORDER BY t.number DESC OFFSET ${probed - 1} LIMIT 1)`;

/**
 * Older or newer people than those looked at. Each list of the driver is walked so far; beyond the nearest of their ends
 * they are not complete. A single list's end is not needed if enough were found before it. Of older people, blocks tell
 * where the next may be.
 */
const side = (name: "older" | "newer") => {
  const [ranges, order, nearest, within] =
    name === "older"
      ? [
          ["t.number < driver.low AND t.number >= driver.after_blocks", "t.number <= driver.resume"],
          "DESC",
          "max",
          "one.number >= coalesce((SELECT number FROM older_end), 0)",
        ]
      : [
          ["t.number > driver.high"],
          "ASC",
          "min",
          "coalesce(one.number <= (SELECT number FROM newer_end), true)",
        ];
  // Each part is ordered, so that they are merged only as far as they are read.
  const parts = ranges.map(
    (range) => `
       (SELECT t.number, t.price, t.marks FROM trait_terms t
         WHERE t.user_type = driver.wanted AND t.term = list.term AND ${range} ORDER BY t.number ${order})`,
  );
  const walk = `FROM (${parts.join(" UNION ALL ")}) t ORDER BY t.number ${order}`;
  return `${name}_end AS MATERIALIZED (
  SELECT ${nearest}(ends.number) AS number FROM driver CROSS JOIN LATERAL unnest(lists) AS list (term)
   CROSS JOIN LATERAL (SELECT t.number ${walk} OFFSET driver.each - 1 LIMIT 1) ends
), ${name}_checked AS MATERIALIZED (
  SELECT DISTINCT one.number FROM driver CROSS JOIN LATERAL unnest(lists) AS list (term)
   CROSS JOIN LATERAL (
     -- The listing decides; price and marks only dismiss most of those who do not fit.
     SELECT t.number FROM (SELECT t.number, t.price, t.marks ${walk} LIMIT driver.each) t
      WHERE t.price BETWEEN driver.price_from AND driver.price_to AND (t.marks & driver.marks) = driver.marks
        AND (driver.any_marks = 0 OR (t.marks & driver.any_marks) <> 0)
      ORDER BY t.number ${order} LIMIT driver.checked) one
   WHERE cardinality(lists) = 1 OR ${within}
   ORDER BY one.number ${order} LIMIT (SELECT checked FROM ask)
)`;
};

/**
 * $1 viewer, $2 wanted type, $3 terms, $4 services, $5 and $6 price, $7 high, $8 low, $9 passed until, $10 terms of blocks,
 * $11 how many are checked, or null. Walks the rarest term, judged by its newest people, or the services if all terms are
 * more frequent; the index dismisses most who do not fit. The parameters are behind CTEs, or PostgreSQL would plan again for
 * their values. Starting a plan takes as long as running it, so it has no node that a view can do without.
 */
const scanText = (sides: ("newer" | "older")[]) => `
WITH newest AS MATERIALIZED (
  SELECT coalesce((SELECT number FROM trait_terms WHERE user_type = $2::user_type AND term = '*'
                    ORDER BY number DESC LIMIT 1), 0) AS number
), ask AS MATERIALIZED (
  SELECT $2::user_type AS wanted, $3::text[] AS terms, $4::int[] AS services, $5::int AS price_from, $6::int AS price_to,
         trait_marks($3::text[]) AS marks, trait_marks(ARRAY(SELECT 's' || id FROM unnest($4::int[]) id)) AS any_marks,
         coalesce($7::bigint, newest.number) AS high, coalesce($8::bigint, newest.number + 1) AS low,
         coalesce($9::timestamptz, now() - interval '${passReturnsAfterDays} days') AS passed_until,
         $10::text[] AS block_terms,
         coalesce($11::int, CASE WHEN EXISTS (SELECT FROM swipes WHERE actor_id = $1 OFFSET ${checked.few - 1})
                                 THEN ${checked.many} ELSE ${checked.few} END) AS checked
    FROM newest
), ${resumeParts}, rarest AS MATERIALIZED (
  SELECT probe.term FROM ask CROSS JOIN LATERAL (
    SELECT given.term, ${reachOf("given.term")} AS reach
      FROM unnest(ask.terms) AS given (term) WHERE left(given.term, 1) NOT IN ('l', 'a')
     ORDER BY reach NULLS FIRST LIMIT 1) probe
   WHERE probe.reach IS NULL OR cardinality(ask.services) = 0
      OR probe.reach <= (SELECT max(${reachOf("'s' || own.id")}) FROM unnest(ask.services) AS own (id))
), driver AS MATERIALIZED (
  SELECT chosen.*, greatest(${leastOfEach}, ${walked} / cardinality(lists)) AS each FROM (
    SELECT ask.*, resume.after_blocks, resume.number AS resume, coalesce((SELECT ARRAY[term] FROM rarest),
                           CASE WHEN cardinality(services) = 0 THEN '{*}' ELSE ARRAY(SELECT 's' || id FROM unnest(services) id) END) AS lists
      FROM ask, resume OFFSET 0) chosen
), ${sides.map(side).join(", ")}, passed AS MATERIALIZED (
  SELECT s.target_id, s.created_at FROM swipes s
   WHERE s.actor_id = $1 AND NOT s.liked AND s.created_at > (SELECT passed_until FROM ask)
     AND s.created_at < now() - interval '${passReturnsAfterDays} days'
   ORDER BY s.created_at FETCH FIRST ${mostPassed} ROWS WITH TIES
), fitting AS MATERIALIZED (
  SELECT l.profile_id, l.number, l.traits FROM trait_listings l, ask
   WHERE (l.number = ANY (ARRAY(${sides.map((name) => `SELECT number FROM ${name}_checked`).join(" UNION ALL ")}))
          -- The walk has yet to reach those below.
          OR (l.profile_id = ANY (ARRAY(SELECT target_id FROM passed)) AND l.number >= ask.low))
     AND ${fits("l", "ask")} AND l.profile_id <> $1
), found AS MATERIALIZED (
  SELECT * FROM fitting WHERE profile_id NOT IN (${hiddenAmong("$1", "SELECT profile_id FROM fitting")})
), likes AS MATERIALIZED (
  SELECT own.actor_id AS person, (extract(epoch FROM own.created_at) * 1000)::float8 AS at, (SELECT n FROM priority_points(own.actor_id, $2::user_type = 'creator')) AS points
    FROM swipes own WHERE own.target_id = $1 AND own.liked AND own.actor_id = ANY (ARRAY(SELECT profile_id FROM found))
)
SELECT to_json(answer) AS row FROM (
  SELECT (SELECT coalesce(array_agg(profile_id), '{}') FROM found) AS people,
         (SELECT coalesce(array_agg(number), '{}') FROM found) AS numbers,
         (SELECT ('[' || coalesce(string_agg(traits, ','), '') || ']')::json FROM found) AS traits,
         (SELECT coalesce(json_agg(likes), '[]') FROM likes) AS likes,
         ARRAY(SELECT DISTINCT b.user_id FROM boosts b
                WHERE b.user_id = ANY (ARRAY(SELECT profile_id FROM found)) AND b.ends_at > now()) AS boosted,
         ${
           sides.includes("newer")
             ? `(SELECT CASE WHEN count(*) = ask.checked THEN max(number)
                      ELSE coalesce((SELECT number FROM newer_end), newest.number) END FROM newer_checked)`
             : "ask.high"
         } AS high,
         older.low, CASE WHEN older.checked = ask.checked THEN ask.checked WHEN older.low = 0 THEN 0 ELSE each END AS looked,
         CASE WHEN expired.count >= ${mostPassed} THEN expired.latest
              ELSE now() - interval '${passReturnsAfterDays} days' END AS passed_until,
         newest.number AS newest, expired.count >= ${mostPassed} AS has_more_passed,
         older.checked < ask.checked OR ask.checked = ${checked.many} AS is_enough
    FROM newest, driver ask, (SELECT count(*), max(created_at) AS latest FROM passed) expired, (
      SELECT count(*) AS checked, CASE WHEN count(*) = (SELECT checked FROM ask) THEN min(number) ELSE coalesce((SELECT number FROM older_end), 0) END AS low
        FROM older_checked) older) answer`;

type Scanned = Omit<FilteredState, "services"> & {
  newest: number;
  has_more_passed: boolean;
  /** For a view: the walk ended before the limit of checks, or that was the larger one. */
  is_enough: boolean;
  people: string[];
  /** In the order of `people`, like `traits`. */
  numbers: number[];
  traits: StoredTraits[];
  likes: { person: string; at: number; points: number }[];
  boosted: string[];
};
type StoredTraits = [
  services: number[],
  styles: number[],
  tools: number[],
  experience: string | null,
  availability: string,
  price: string,
];

/** Its number is the one under which they were found. */
export type Fitting = FoundPerson & { number: number };

/**
 * Looks at the next people of a filtered deck, a bounded number of them.
 * @param from how far it is filled; null to start at the newest
 * @param isEmpty no one else is there to show
 * @returns those who fit, how far it is filled with them, and whether that is up to the newest, when it was looked
 */
export async function findFiltered(
  viewerId: string,
  ask: Ask,
  from: FilteredState | null,
  isEmpty: boolean,
): Promise<{ people: Fitting[]; state: FilteredState; isCurrent: boolean }> {
  // No one is newer than the newest, where a new deck starts.
  const read = from ? scanFurther : scanFirst;
  const first = await read(viewerId, ask, from, null);
  return first.people.length > 0 || !isEmpty || first.isEnough
    ? first
    : read(viewerId, ask, first.state, checked.many);
}

/** Of older people, more than are added: the number of the last of them. */
function lastAdded(numbers: number[], before: FilteredState | null): number | null {
  const older = numbers.filter((number) => number < (before?.low ?? Infinity)).sort((a, b) => b - a);
  return older.length > mostAdded ? (older[mostAdded - 1] ?? null) : null;
}

const scanFirst = scan("discovery-scan-filtered-first", scanText(["older"]));
const scanFurther = scan("discovery-scan-filtered", scanText(["newer", "older"]));

function scan(name: string, text: string) {
  return async (viewerId: string, ask: Ask, from: FilteredState | null, checked: number | null) => {
    const [answer] = await readRows<{ row: Scanned }>(name, text, [
      viewerId,
      ask.wanted,
      ask.terms,
      ask.services,
      ask.price_from,
      ask.price_to,
      from?.high ?? null,
      from?.low ?? null,
      from?.passed_until ?? null,
      blockTermsOf(ask),
      checked,
    ]);
    if (!answer) throw new Error("the scan always returns its bounds");
    const { high, low, passed_until, looked, newest, has_more_passed, is_enough, ...found } = answer.row;
    const last = lastAdded(found.numbers, from);
    // An expired pass may be found by its number and by its date.
    const people = new Map<string, Fitting>();
    for (const person of peopleOf(found, ask.wanted))
      if (person.number >= (last ?? 0)) people.set(person.personId, person);
    return {
      people: [...people.values()],
      state: {
        services: ask.services,
        low: last ?? low,
        high,
        passed_until,
        looked: (from?.looked ?? 0) + (last ? mostAdded : looked),
      },
      isCurrent: high >= newest && !has_more_passed,
      isEnough: is_enough,
    };
  };
}

function peopleOf(
  {
    people,
    numbers,
    traits,
    likes,
    boosted,
  }: Pick<Scanned, "people" | "numbers" | "traits" | "likes" | "boosted">,
  userType: Ask["wanted"],
): Fitting[] {
  const likers = new Map(likes.map((like) => [like.person, like]));
  const earlier = new Set(boosted);
  return people.map((personId, index) => {
    const [serviceIds, styleIds, toolIds, experience, availability, priceRange] = traits[
      index
    ] as StoredTraits;
    const like = likers.get(personId);
    return {
      personId,
      number: numbers[index] ?? 0,
      likedAt: like?.at ?? null,
      // A plan counts for Likes alone.
      points: like?.points ?? (earlier.has(personId) ? boostPoints : 0),
      traits: { userType, serviceIds, styleIds, toolIds, experience, availability, priceRange },
    };
  });
}
