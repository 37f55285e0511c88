import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { showDeck } from "~/features/discovery/showing.server";
import { readRows } from "~/platform/db.server";
import { id, idOf, numbers, people, type Stage } from "./filling.ts";
import { budget, goal, type Limit, type Options, p95 } from "./report.ts";
import {
  type Case,
  controlsOf,
  counted,
  exponent,
  grouped,
  type Measured,
  type MeasuredSize,
  measureScale,
  mostQueries,
  ratioOf,
  type ScalePart,
  timesOf,
  timesTable,
} from "./scale.ts";
import { actorOf, byKey } from "./statements.ts";

/** Of all, by the number of contributors. */
const swipesBySize: Record<number, number> = {
  10000: 1_000_000,
  100000: 10_000_000,
  1000000: 50_000_000,
};

/** One service that 30 % offer, one that one in a thousand offers, the others 8 %. */
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
 * `inOrder`: the newest listings with the services were swiped first, and the deck cursor is below them. Otherwise the
 * swipes are scattered and the deck starts from the top.
 */
const histories = {
  fresh: { swipes: 0, inOrder: true },
  "500 in order": { swipes: 500, inOrder: true },
  "50,000 scattered": { swipes: 50_000, inOrder: false },
  "50,000 in order": { swipes: 50_000, inOrder: true },
};

interface Viewer {
  /** Of the creator. */
  number: number;
  needs: keyof typeof services;
  history: keyof typeof histories;
}

const names = <Key extends string>(object: Record<Key, unknown>) => Object.keys(object) as Key[];
const numbered = (from: number, needs: Viewer["needs"][], histories: Viewer["history"][]): Viewer[] =>
  needs
    .flatMap((need) => histories.map((history) => ({ needs: need, history })))
    .map((viewer, index) => ({ number: from + index, ...viewer }));
const viewers = numbered(1, names(services), names(histories));
/** On the largest plan. */
const firstAsker = viewers.length + 1;
const askers = numbered(
  firstAsker,
  ["one common service", "none"],
  ["fresh", "50,000 scattered", "50,000 in order"],
);
const firstOrdinary = 101;

/** What askers filter by. */
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
  // Each is one in nine hundred.
  "rare pair": { service: `${rare}`, place: "town 77" },
  // The bench's people have tools whose numbers are 7 or 14 apart.
  "empty pair": { tool: "8.10" },
  // No one is so cheap.
  "empty price": { tool: "8", price: "15", per: "hour" },
  "all at once": {
    ...{ service: `${common}`, tool: "8.15", style: "4", level: "intermediate", availability: "limited" },
    ...{ price: "60", per: "hour", place: "town" },
  },
};

/** With a fifth as many creators as contributors. The table of swipes is unlogged, which does not affect reads. */
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
      // As the trigger writes them: creators, then contributors.
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
    { steps: ["ANALYZE person_listings", ...[...viewers, ...askers].flatMap(historyOf)] },
  ];
}

const crowd = (type: "creator" | "contributor", count: number) =>
  people(type, count, {
    user_type: `'${type}'::user_type`,
    bio: "repeat('Eight years of long-form work, cut early and often. ', 4 + (i % 4)::int)",
    location: "'Town ' || i % 900",
    experience_level: "(ARRAY['beginner', 'intermediate', 'advanced', 'expert'])[1 + i % 4]",
    availability: "(ARRAY['available', 'available', 'limited'])[1 + i % 3]",
    price_range: "'$' || 20 + i % 60 || '–$' || 90 + i % 40 || ' per hour'",
    ...(type === "creator" && {
      plan: `(CASE WHEN i BETWEEN ${firstAsker} AND ${firstOrdinary - 1} THEN 'agency' ELSE 'free' END)::plan_type`,
    }),
  });

function creatorTraits(creators: number): string {
  const own = [...viewers, ...askers].flatMap(({ number, needs }) =>
    services[needs].map((service) => `(${id("creator", number)}, ${service})`),
  );
  return `INSERT INTO creator_services_needed VALUES ${own.join(", ")}
    UNION ALL SELECT ${id("creator")}, (ARRAY[${needed}])[1 + (i + k * 5) % 17]
                FROM ${numbers(creators, firstOrdinary)}, generate_series(0, 1) k`;
}

/** Everyone else's swipes over 90 days, a third of them Likes; and each contributor's Like of a creator. */
function ordinarySwipes(contributors: number, creators: number): string[] {
  const swipes = swipesBySize[contributors] ?? 100 * contributors;
  const each = Math.round((swipes - contributors) / (creators - firstOrdinary + 1));
  const middle = Math.round((firstOrdinary + creators) / 2);
  // The step is prime and divides no size, so that no one is swiped twice.
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

/** At most nine tenths of those listed, a third of them Likes, over a year. */
function historyOf({ number, needs, history }: Viewer): string[] {
  const { swipes, inOrder } = histories[history];
  if (swipes === 0) return [];
  const needed = services[needs];
  const terms = inOrder && needed.length > 0 ? needed.map((service) => `s${service}`) : ["*"];
  const order = inOrder ? "number DESC" : "hashint8(number)";
  const viewer = id("creator", number);
  return [
    `WITH listed AS MATERIALIZED (
       SELECT number, profile_id FROM person_listings
        WHERE user_type = 'contributor' AND terms && '{${terms}}'::text[]
     ), swiped AS (
       SELECT number, profile_id, row_number() OVER (ORDER BY ${order}) AS nth FROM listed ORDER BY ${order}
        LIMIT least(${swipes}, (SELECT count(*) * 9 / 10 FROM listed))
     ), written AS (
       INSERT INTO swipes (actor_id, target_id, liked, created_at)
       SELECT ${viewer}, profile_id, nth % 3 = 0, now() - make_interval(mins => (nth * 525600 / 50000)::int) FROM swiped
     )
     INSERT INTO decks (viewer_id, filter, low_seq, high_seq)
     SELECT ${viewer}, '{${needed.length > 0 ? needed : 0}}', min(number), (SELECT last_value FROM person_listings_number_seq)
       FROM swiped WHERE ${inOrder} HAVING ${inOrder}`,
  ];
}

interface Labels {
  what: "next cards" | "next card" | "filtered";
  /** The services of the viewer, or what is filtered by. */
  by: string;
  history: string;
}

function viewing({ number, needs, history }: Viewer): Case<Labels>[] {
  const actor = actorOf(idOf("creator", number));
  const nextCards = () => readRows("discovery-next-cards", "SELECT id FROM next_in_deck($1)", [actor.userId]);
  const labels = (what: Labels["what"]) => ({ what, by: needs, history });
  return [
    // The first view fills the deck.
    { labels: labels("next card"), work: () => showDeck(actor) },
    { labels: labels("next cards"), work: nextCards },
  ];
}

function filtering({ number, needs, history }: Viewer, by: string): Case<Labels> {
  const actor = actorOf(idOf("creator", number));
  const filter = readDeckFilter(new URLSearchParams(filters[by]));
  return {
    labels: { what: "filtered", by, history: `${needs}, ${history}` },
    work: () => showDeck(actor, filter),
    shareOfRounds: 0.2,
  };
}

export const part: ScalePart<Labels> = {
  name: "deck",
  sizes: [10_000, 100_000, 1_000_000],
  quickSizes: 2,
  rounds: { usual: 250, quick: 200 },
  turns: 3,
  fill,
  control: byKey("contributor", "id, full_name, avatar_url, location, left(bio, 220) AS bio", "profiles"),
  cases: () => [
    ...viewers.flatMap(viewing),
    ...askers.flatMap((asker) => names(filters).map((by) => filtering(asker, by))),
  ],
};

const only = (cases: Measured<Labels>[], what: Labels["what"]) =>
  cases.filter(({ labels }) => labels.what === what);

function tablesOf({ size, cases }: MeasuredSize<Labels>) {
  const title = `${counted(size)} contributors`;
  return [
    ...(["next cards", "next card"] as const).map((what) =>
      timesTable(
        `${title}, ${what}`,
        grouped(only(cases, what), ({ by, history }) => `${by}, ${history}`),
      ),
    ),
    timesTable(
      `${title}, a view with a filter, all viewers together`,
      grouped(only(cases, "filtered"), ({ by }) => by),
    ),
  ];
}

function limitsOf(measured: MeasuredSize<Labels>[]): Limit[] {
  const last = measured.at(-1) ?? { size: 0, cases: [] };
  const at = `p95 at ${counted(last.size)}`;
  const byFilter = grouped(only(last.cases, "filtered"), ({ by }) => by);
  const views = (["next cards", "next card"] as const).flatMap((what) => {
    const sizes = measured.map(({ size, cases }) => ({ size, list: only(cases, what) }));
    const [first, list] = [sizes[0] ?? { size: 0, list: [] }, only(last.cases, what)];
    const control = p95(controlsOf(list));
    const byNeeds = grouped(list, ({ by }) => by).map((one) => p95(timesOf(one.list)) / control);
    return [
      goal(`${what}, ${at}, all viewers`, ratioOf(list), 3, "× control"),
      goal(`${what}, ${at}, worst services`, Math.max(...byNeeds), 10, "× control"),
      goal(`growth of ${what}, p95`, exponent(first, { size: last.size, list }), 0.05, "exponent"),
    ];
  });
  const worst = (of: (list: Measured<Labels>[]) => number) =>
    Math.max(...byFilter.map(({ list }) => of(list)));
  const every = measured.flatMap(({ cases }) => only(cases, "next card"));
  return [
    budget(`view with a filter, ${at}, worst filter`, worst(ratioOf), 60, "× control"),
    budget(
      `view with a filter, ${at}, worst filter`,
      worst((list) => p95(timesOf(list))),
      25,
      "ms",
    ),
    ...views,
    budget("queries of the next card, without the session's", mostQueries(every), 5),
  ];
}

/** The next card's cost by number of people. */
export const measureDeck = (options: Options) =>
  measureScale(options, part, (measured) => ({
    tables: measured.flatMap(tablesOf),
    limits: limitsOf(measured),
    notes: [
      "control: one profile by its primary key, through the same pool, as the same kind of prepared statement, alternating with the others.",
      "next cards: the one query; next card: showDeck, which reads viewer and cards at once and scores them.",
      "with a filter: a view finds the next cards and how many people are left; nothing of it is stored.",
    ],
  }));
