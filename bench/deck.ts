import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { showDeck } from "~/features/discovery/showing.server";
import { id, idOf, numbers, people, type Stage } from "./database.ts";
import { budget, goal, p95 } from "./report.ts";
import {
  counted,
  exponent,
  groupsOf,
  largest,
  type Measured,
  type MeasuredSize,
  mostQueries,
  type Part,
  ratioOf,
  timesOf,
} from "./scale.ts";
import { actorOf, byKey } from "./statements.ts";

/** How many swipes each contributor has received. */
const swipesEach = 50;

/** 30% of people offer the common service, one in a thousand offers the rare one, and 8% offer each of the others. */
const common = 20;
const rare = 25;
const needed = [7, 8, 9, 11, 12, 13, 14, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28];

const services = {
  "one common service": [common],
  "one rare service": [rare],
  "17 services": needed,
  none: [] as number[],
};

/**
 * What the viewers have swiped: nothing; the newest 50,000 people with all services, so the deck's cursor is below
 * them; or 50,000 people spread over the list, so the deck starts at the top.
 */
const histories = ["fresh", "in order", "scattered"] as const;
const swiped = 50_000;

/** The viewers are the first creators, who are on the largest plan. */
const viewers = Object.entries(services).flatMap(([name, needs]) =>
  histories.map((history) => ({ name, needs, history })),
);
const firstOrdinary = 101;

/** Filters used by viewers who need the common service, or no service. */
const filters: Record<string, Record<string, string>> = {
  "one service": { service: `${common}` },
  "rare service": { service: `${rare}` },
  tool: { tool: "8" },
  style: { style: "4" },
  level: { level: "expert" },
  availability: { availability: "available" },
  price: { price: "25", per: "hour" },
  place: { place: "town 77" },
  "frequent pair": { tool: "8", style: "4" },
  // Each of these two filters fits one person in nine hundred.
  "rare pair": { service: `${rare}`, place: "town 77" },
  // Everyone's tools have numbers that are 7 or 14 apart, so no one has both of these.
  "empty pair": { tool: "8.10" },
  // Everyone's price is higher.
  "empty price": { tool: "8", price: "15", per: "hour" },
  "all at once": {
    ...{ service: `${common}`, tool: "8.15", style: "4", level: "intermediate", availability: "limited" },
    ...{ price: "60", per: "hour", place: "town" },
  },
};

/**
 * Stores one creator for every five contributors. The table of swipes is unlogged, which makes it faster to fill and no
 * different to read.
 */
function fill(contributors: number): Stage[] {
  const creators = contributors / 5;
  const all = numbers(contributors);
  const distinct = (from: string, step: number, count: number, outOf: number) =>
    `LATERAL (SELECT 1 + (${from} + k * ${step}) % ${outOf} FROM generate_series(0, ${count - 1}) k) t (chosen)`;
  return [
    {
      steps: [
        "ALTER TABLE swipes SET UNLOGGED",
        ...crowd("contributor", contributors),
        ...crowd("creator", creators),
        `INSERT INTO user_usage (user_id) SELECT ${id("creator")} FROM ${numbers(creators)}`,
        creatorTraits(creators),
      ],
    },
    {
      bulk: ["contributor_services", "contributor_tools", "contributor_visual_styles", "swipes"],
      steps: [
        [
          `INSERT INTO contributor_services
           SELECT ${id("contributor")}, s.id FROM ${all} JOIN services s
               ON hashint8(i * 64 + s.id) & 8191 < CASE s.id WHEN ${common} THEN 2458 WHEN ${rare} THEN 8 ELSE 655 END`,
          `INSERT INTO contributor_tools SELECT ${id("contributor")}, chosen FROM ${all}, ${distinct("i * 7", 7, 3, 30)}`,
          `INSERT INTO contributor_visual_styles SELECT ${id("contributor")}, chosen FROM ${all}, ${distinct("i * 3", 4, 2, 17)}`,
          `INSERT INTO creator_tools SELECT ${id("creator")}, chosen FROM ${numbers(creators)}, ${distinct("i", 7, 3, 12)}`,
          `INSERT INTO creator_visual_styles SELECT ${id("creator")}, chosen FROM ${numbers(creators)}, ${distinct("i", 4, 2, 6)}`,
        ],
        ordinarySwipes(contributors, creators),
      ],
    },
    {
      bulk: ["person_listings"],
      // Listings as the trigger writes them: creators first, then contributors.
      steps: [
        "ANALYZE profiles",
        listings("creator", 1, creators, 0),
        [
          listings("contributor", 1, contributors / 2, creators),
          listings("contributor", 1 + contributors / 2, contributors, creators),
        ],
        `SELECT setval('person_listings_number_seq', ${creators + contributors})`,
      ],
    },
    { steps: ["ANALYZE person_listings", ...viewers.flatMap(historyOf)] },
  ];
}

const crowd = (type: "creator" | "contributor", count: number) =>
  people(type, count, {
    user_type: `'${type}'::user_type`,
    bio: "repeat('Eight years of long-form work, cut early and often. ', 4 + (i % 4)::int)",
    location: "'Town ' || i % 900",
    experience_level: "(ARRAY['beginner', 'intermediate', 'advanced', 'expert'])[1 + i % 4]",
    availability: "(ARRAY['available', 'available', 'limited'])[1 + i % 3]",
    amount_unit: "'hour'::amount_unit",
    amount_low: "(2000 + i % 60 * 100)::int",
    amount_high: "(9000 + i % 40 * 100)::int",
    amount_note: "''",
    plan: `(CASE WHEN '${type}' = 'creator' AND i < ${firstOrdinary} THEN 'agency' ELSE 'free' END)::plan_type`,
  });

function creatorTraits(creators: number): string {
  const own = viewers.flatMap(({ needs }, index) =>
    needs.map((service) => `(${id("creator", index + 1)}, ${service})`),
  );
  return `INSERT INTO creator_services_needed VALUES ${own.join(", ")}
    UNION ALL SELECT ${id("creator")}, (ARRAY[${needed}])[1 + (i + k * 5) % 17]
                FROM ${numbers(creators, firstOrdinary)}, generate_series(0, 1) k`;
}

/** The swipes of creators who aren't viewers, over 90 days and a third of them Likes, and a Like by each contributor. */
function ordinarySwipes(contributors: number, creators: number): string[] {
  const each = Math.round(((swipesEach - 1) * contributors) / (creators - firstOrdinary + 1));
  const middle = Math.round((firstOrdinary + creators) / 2);
  // The step is a prime that divides none of the sizes, so no one is swiped twice.
  const between = (first: number, last: number) => `
    INSERT INTO swipes (actor_id, target_id, liked, created_at)
    SELECT a.id, t.id, k % 3 = 0, now() - make_interval(days => (a.c + k) % 90, mins => k)
      FROM (SELECT c, ${id("creator", "c")} AS id FROM generate_series(${first}, ${last}) c OFFSET 0) a
     CROSS JOIN generate_series(1, ${each}) k
      JOIN (SELECT i, ${id("contributor")} AS id FROM ${numbers(contributors)} OFFSET 0) t
        ON t.i = 1 + (a.c::bigint * 104729 + k * 7919) % ${contributors}`;
  return [
    between(firstOrdinary, middle),
    between(middle + 1, creators),
    `INSERT INTO swipes (actor_id, target_id, liked, created_at)
     SELECT ${id("contributor")}, ${id("creator", `1 + (i * 7919) % ${creators}`)}, true, now() - make_interval(days => (i % 90)::int)
       FROM ${numbers(contributors)}`,
  ];
}

const listings = (type: "creator" | "contributor", first: number, last: number, before: number) => `
  INSERT INTO person_listings (profile_id, user_type, number, changed_at, terms, since, price, traits)
  SELECT one.id, own.user_type, ${before} + one.i, now() - interval '1 day', own.terms,
         array_fill(now() - interval '1 day', ARRAY[cardinality(own.terms)]), own.price, own.traits
    FROM (SELECT ${id(type)} AS id, i FROM ${numbers(last, first)} OFFSET 0) one
   CROSS JOIN LATERAL person_listing_of(one.id) own ORDER BY one.i`;

/** A viewer's own swipes: at most nine tenths of the people listed, a third of them Likes, spread over a year. */
function historyOf({ needs, history }: (typeof viewers)[number], index: number): string[] {
  if (history === "fresh") return [];
  const inOrder = history === "in order";
  const terms = inOrder && needs.length > 0 ? needs.map((service) => `s${service}`) : ["*"];
  const order = inOrder ? "number DESC" : "hashint8(number)";
  const viewer = id("creator", index + 1);
  return [
    `WITH listed AS MATERIALIZED (
       SELECT number, profile_id FROM person_listings
        WHERE user_type = 'contributor' AND terms && '{${terms}}'::text[]
     ), swiped AS (
       SELECT number, profile_id, row_number() OVER (ORDER BY ${order}) AS nth FROM listed ORDER BY ${order}
        LIMIT least(${swiped}, (SELECT count(*) * 9 / 10 FROM listed))
     ), written AS (
       INSERT INTO swipes (actor_id, target_id, liked, created_at)
       SELECT ${viewer}, profile_id, nth % 3 = 0, now() - make_interval(mins => (nth * 525600 / ${swiped})::int) FROM swiped
     )
     INSERT INTO decks (viewer_id, filter, low_seq, high_seq)
     SELECT ${viewer}, '{${needs.length > 0 ? needs : 0}}', min(number), (SELECT last_value FROM person_listings_number_seq)
       FROM swiped WHERE ${inOrder} HAVING ${inOrder}`,
  ];
}

const nextCard = "next card, services needed: ";
const withFilter = "view with a filter, ";
const only = (cases: Measured[], group: string) =>
  cases.filter(({ groups }) => groups.some((name) => name.startsWith(group)));
const cardsAt = ({ size, cases }: MeasuredSize) => ({ size, cases: only(cases, nextCard) });

/** Measures what the next card costs, by number of people. */
export const part: Part = {
  name: "deck",
  of: "contributors",
  sizes: [10_000, 100_000, 1_000_000],
  quickSizes: 2,
  rounds: { usual: 750, quick: 200 },
  fill,
  control: byKey("contributor", "id, full_name, avatar_url, location, left(bio, 220) AS bio", "profiles"),
  cases: () => {
    const actors = viewers.map(({ name }, index) => ({ name, actor: actorOf(idOf("creator", index + 1)) }));
    const asking = actors.filter(({ name }) => name === "one common service" || name === "none");
    return [
      ...actors.map(({ name, actor }) => ({ groups: [nextCard + name], work: () => showDeck(actor) })),
      ...Object.entries(filters).flatMap(([by, given]) => {
        const filter = readDeckFilter(new URLSearchParams(given));
        return asking.map(({ actor }) => ({
          groups: [withFilter + by],
          work: () => showDeck(actor, filter),
          shareOfRounds: 0.2,
        }));
      }),
    ];
  },
  limits(measured) {
    const [first, last] = [cardsAt(measured[0] ?? largest([])), cardsAt(largest(measured))];
    const at = `p95 at ${counted(last.size)}`;
    const byFilter = groupsOf(only(largest(measured).cases, withFilter));
    const slowest = (groups: typeof byFilter, of: (list: Measured[]) => number) =>
      Math.max(...groups.map(({ list }) => of(list)));
    const control = p95(last.cases.flatMap((one) => one.control));
    const againstAll = (list: Measured[]) => p95(timesOf(list)) / control;
    const queries = mostQueries(measured.flatMap((one) => cardsAt(one).cases));
    return [
      budget(`view with a filter, ${at}, worst filter`, slowest(byFilter, ratioOf), 60, "× control"),
      budget(
        `view with a filter, ${at}, worst filter`,
        slowest(byFilter, (list) => p95(timesOf(list))),
        25,
        "ms",
      ),
      goal(`next card, ${at}, all viewers`, ratioOf(last.cases), 3, "× control"),
      goal(`next card, ${at}, worst services`, slowest(groupsOf(last.cases), againstAll), 10, "× control"),
      goal("growth of the next card, p95", exponent(first, last), 0.05, "exponent"),
      budget("queries of the next card, without the session's", queries, 5),
    ];
  },
  notes: [
    "Control: looks up one profile by its primary key, through the same pool and the same kind of prepared statement, alternating with the others.",
    "Next card: showDeck, which reads the viewer and the cards in one statement and scores them. A row covers all histories.",
    "With a filter: each view finds the next cards and counts the people who are left. It stores nothing.",
  ],
};
