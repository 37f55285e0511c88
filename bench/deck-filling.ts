import { createHash } from "node:crypto";
import type pg from "pg";
import { crowdStatements } from "../prisma/people.ts";
import { withClient } from "./databases.ts";

export interface Size {
  contributors: number;
  swipes: number;
}

/** One service that 30 % offer, one that one in a thousand offers, the others 8 %. */
const common = 20;
const rare = 25;
const needed = [7, 8, 9, 11, 12, 13, 14, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28];

export const filters = {
  "one common service": [common],
  "one rare service": [rare],
  "17 services": needed,
  none: [] as number[],
};
export type FilterName = keyof typeof filters;

/**
 * `inOrder`: the filter's newest listings were swiped first, and the deck cursor is below them. Otherwise the swipes
 * are scattered and the deck starts from the top.
 */
const histories = {
  fresh: { swipes: 0, inOrder: true },
  "500 in order": { swipes: 500, inOrder: true },
  "50,000 scattered": { swipes: 50_000, inOrder: false },
  "50,000 in order": { swipes: 50_000, inOrder: true },
};
export type HistoryName = keyof typeof histories;

export interface BenchViewer {
  number: number;
  filter: FilterName;
  history: HistoryName;
}

const names = <Key extends string>(object: Record<Key, unknown>) => Object.keys(object) as Key[];
export const viewers: BenchViewer[] = names(filters)
  .flatMap((filter) => names(histories).map((history) => ({ filter, history })))
  .map((viewer, index) => ({ number: index + 1, ...viewer }));
/** Swipes a thousand times, on the largest plan. */
export const swiper = { number: viewers.length + 1, filter: "one common service" as const };
const firstOrdinary = 101;

/** Of viewers on the largest plan: what filters ask, and how many contributors fit. */
export const asked = {
  "one service": { service: common },
  "rare service": { service: rare },
  tool: { tool: 8 },
  style: { style: 4 },
  level: { level: "expert" },
  availability: { availability: "available" },
  price: { price: 25, per: "hour" },
  place: { place: "town 77" },
  "frequent pair": { tool: 8, style: 4 },
  // Each is one in nine hundred.
  "rare pair": { service: rare, place: "town 77" },
  // The bench's people have tools whose numbers are 7 or 14 apart.
  "empty pair": { tool: "8.10" },
  // No one is so cheap.
  "empty price": { tool: 8, price: 15, per: "hour" },
  "all at once": {
    service: common,
    tool: "8.15",
    style: 4,
    level: "intermediate",
    availability: "limited",
    price: 60,
    per: "hour",
    place: "town",
  },
} as const satisfies Record<string, Record<string, string | number>>;
export type AskedName = keyof typeof asked;

/** Filters of theirs and histories of swipes; they use each of the filters above. */
export const askers = (["one common service", "none"] as const)
  .flatMap((filter) =>
    (["fresh", "50,000 scattered", "50,000 in order"] as const).map((history) => ({ filter, history })),
  )
  .map((asker, index) => ({ number: swiper.number + 1 + index, ...asker }));

const contributor = (index: string) => `md5('contributor ' || (${index}))::uuid`;
const creator = (index: string | number) => `md5('creator ' || (${index}))::uuid`;

/** As SQL's `contributor` and `creator` functions return them. */
export const contributorId = (index: number) => uuidOf(`contributor ${index}`);
export const creatorId = (index: number) => uuidOf(`creator ${index}`);
const uuidOf = (name: string) =>
  createHash("md5")
    .update(name)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const offers = (index: string) => `(
  SELECT s.id FROM services s
   WHERE hashint8(${index} * 64 + s.id) & 8191 < CASE s.id WHEN ${common} THEN 2458 WHEN ${rare} THEN 8 ELSE 655 END)`;
const distinctNumbers = (from: string, step: number, count: number, outOf: number) =>
  `SELECT 1 + (${from} + k * ${step}) % ${outOf} FROM generate_series(0, ${count - 1}) k`;

/** Indexes and keys are built afterwards. */
const large = [
  "contributor_services",
  "contributor_tools",
  "contributor_visual_styles",
  "person_listings",
  "swipes",
];

/** With a fifth as many creators as contributors. The table of swipes is unlogged, which does not affect reads. */
export async function fillDatabase(url: string, size: Size): Promise<void> {
  const { contributors } = size;
  const creators = contributors / 5;
  const asLoader = <Result>(use: (client: pg.Client) => Promise<Result>) =>
    withClient(url, async (client) => {
      // Foreign keys hold by construction; checking them would take most of the time.
      await client.query(
        "SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'",
      );
      return use(client);
    });
  const inParallel = (statements: string[][]) =>
    Promise.all(
      statements.map((own) =>
        asLoader(async (client) => {
          for (const statement of own) await client.query(statement);
        }),
      ),
    );

  const rebuild = await asLoader(dropIndexes);
  await asLoader((client) => client.query("ALTER TABLE swipes SET UNLOGGED"));
  await inParallel([peopleOf("contributor", contributors), peopleOf("creator", creators)]);
  const traits = contributorTraits(contributors);
  await inParallel([[...traits.offers, ...creatorTraits(creators)], traits.others]);
  await inParallel(ordinarySwipes(size, creators));
  const listingsLast = (name: string) => name.includes("person_listings");
  const others = rebuild.filter((name) => !listingsLast(name));
  await inParallel([
    others.filter((_, index) => index % 2 === 0),
    others.filter((_, index) => index % 2 === 1),
  ]);
  await inParallel([["ANALYZE profiles"]]);
  await inParallel([listingsOf("creator", 1, creators)]);
  await inParallel([
    listingsOf("contributor", 1, contributors / 2),
    listingsOf("contributor", 1 + contributors / 2, contributors),
  ]);
  await inParallel([rebuild.filter(listingsLast)]);
  await inParallel([["VACUUM ANALYZE"]]);
  await asLoader(async (client) => {
    await client.query(`SELECT setval('person_listings_number_seq', ${creators + contributors})`);
    for (const viewer of [...viewers, ...askers]) await addHistory(client, viewer);
    await client.query("ANALYZE swipes");
    await client.query("CHECKPOINT");
  });
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `SELECT CASE WHEN k.conname IS NULL THEN format('DROP INDEX %I', i.relname)
                 ELSE format('ALTER TABLE %I DROP CONSTRAINT %I', t.relname, k.conname) END AS off,
            CASE WHEN k.conname IS NULL THEN pg_get_indexdef(x.indexrelid)
                 ELSE format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, k.conname, pg_get_constraintdef(k.oid)) END AS on
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
       LEFT JOIN pg_constraint k ON k.conindid = x.indexrelid AND k.contype = 'p'
      WHERE t.relname = ANY ($1) AND t.relnamespace = 'public'::regnamespace
      ORDER BY t.relname, i.relname`,
    [large],
  );
  for (const { off } of rows) await client.query(off);
  return rows.map(({ on }) => on);
}

function peopleOf(type: "creator" | "contributor", count: number): string[] {
  const id = (type === "creator" ? creator : contributor)("i");
  const people = crowdStatements(`generate_series(1, ${count}) i`, {
    id,
    email: `'${type}' || i || '@bench.example'`,
    full_name: "'Person ' || i",
    user_type: `'${type}'::user_type`,
    bio: "repeat('Eight years of long-form work, cut early and often. ', 4 + i % 4)",
    location: "'Town ' || i % 900",
    experience_level: "(ARRAY['beginner', 'intermediate', 'advanced', 'expert'])[1 + i % 4]",
    availability: "(ARRAY['available', 'available', 'limited'])[1 + i % 3]",
    price_range: "'$' || 20 + i % 60 || '–$' || 90 + i % 40 || ' per hour'",
    ...(type === "creator" && {
      plan: `(CASE WHEN i BETWEEN ${swiper.number} AND ${firstOrdinary - 1} THEN 'agency' ELSE 'free' END)::plan_type`,
    }),
  });
  if (type === "contributor") return people;
  return [...people, `INSERT INTO user_usage (user_id) SELECT ${id} FROM generate_series(1, ${count}) i`];
}

function contributorTraits(count: number): { offers: string[]; others: string[] } {
  const numbers = `generate_series(1::bigint, ${count}) i`;
  return {
    offers: [
      `INSERT INTO contributor_services SELECT ${contributor("i")}, o.id FROM ${numbers} CROSS JOIN LATERAL ${offers("i")} o`,
    ],
    others: [
      `INSERT INTO contributor_tools SELECT ${contributor("i")}, tool FROM ${numbers}, LATERAL (${distinctNumbers("i * 7", 7, 3, 30)}) t (tool)`,
      `INSERT INTO contributor_visual_styles SELECT ${contributor("i")}, style FROM ${numbers}, LATERAL (${distinctNumbers("i * 3", 4, 2, 17)}) t (style)`,
    ],
  };
}

/** As the trigger writes them, a day ago: creators, then contributors. */
function listingsOf(type: "creator" | "contributor", first: number, last: number): string[] {
  const [id, number] =
    type === "creator"
      ? [creator("i"), "i"]
      : [contributor("i"), "(SELECT count(*) FROM creator_profiles) + i"];
  return [
    `INSERT INTO person_listings (profile_id, user_type, number, changed_at, terms, since, price, traits)
     SELECT one.id, own.user_type, one.number, now() - interval '1 day', own.terms,
            array_fill(now() - interval '1 day', ARRAY[cardinality(own.terms)]), own.price, own.traits
       FROM (SELECT ${id} AS id, ${number} AS number FROM generate_series(${first}::bigint, ${last}) i OFFSET 0) one
      CROSS JOIN LATERAL person_listing_of(one.id) own ORDER BY one.number`,
  ];
}

function creatorTraits(count: number): string[] {
  const wanted = `(ARRAY[${needed}])`;
  const viewerNeeds = [...viewers, swiper, ...askers].flatMap(({ number, filter }) =>
    filters[filter].map((service) => `(${creator(number)}, ${service})`),
  );
  const ordinary = `generate_series(${firstOrdinary}, ${count}) i, generate_series(0, 1) k`;
  return [
    `INSERT INTO creator_services_needed VALUES ${viewerNeeds.join(", ")}`,
    `INSERT INTO creator_services_needed SELECT ${creator("i")}, ${wanted}[1 + (i + k * 5) % 17] FROM ${ordinary}`,
    `INSERT INTO creator_tools SELECT ${creator("i")}, tool FROM generate_series(1, ${count}) i, LATERAL (${distinctNumbers("i", 7, 3, 12)}) t (tool)`,
    `INSERT INTO creator_visual_styles SELECT ${creator("i")}, style FROM generate_series(1, ${count}) i, LATERAL (${distinctNumbers("i", 4, 2, 6)}) t (style)`,
  ];
}

/** Everyone else's swipes over 90 days, a third of them Likes; and each contributor's Like of a creator. */
function ordinarySwipes({ contributors, swipes }: Size, creators: number): string[][] {
  const each = Math.round((swipes - contributors) / (creators - firstOrdinary + 1));
  const middle = Math.round((firstOrdinary + creators) / 2);
  // The step is prime and divides no size, so that no one is swiped twice.
  const between = (first: number, last: number) => `
    INSERT INTO swipes (actor_id, target_id, liked, created_at)
    SELECT a.id, t.id, k % 3 = 0, now() - make_interval(days => (a.c + k) % 90, mins => k)
      FROM (SELECT c, ${creator("c")} AS id FROM generate_series(${first}, ${last}) c OFFSET 0) a
     CROSS JOIN generate_series(1, ${each}) k
      JOIN (SELECT n, ${contributor("n")} AS id FROM generate_series(1::bigint, ${contributors}) n OFFSET 0) t
        ON t.n = 1 + (a.c::bigint * 104729 + k * 7919) % ${contributors}`;
  return [
    [between(firstOrdinary, middle)],
    [
      between(middle + 1, creators),
      `INSERT INTO swipes (actor_id, target_id, liked, created_at)
       SELECT ${contributor("i")}, ${creator(`1 + (i::bigint * 7919) % ${creators}`)}, true, now() - make_interval(days => i % 90)
         FROM generate_series(1, ${contributors}) i`,
    ],
  ];
}

/** At most nine tenths of those listed, a third of them Likes, over a year. */
async function addHistory(client: pg.Client, viewer: BenchViewer): Promise<void> {
  const { swipes, inOrder } = histories[viewer.history];
  if (swipes === 0) return;
  const services = filters[viewer.filter];
  const swiped = inOrder && services.length > 0 ? services.map((id) => `s${id}`) : ["*"];
  const order = inOrder ? "number DESC" : "hashint8(number)";
  const { rows } = await client.query(
    `WITH listed AS MATERIALIZED (
       SELECT number, profile_id FROM person_listings WHERE user_type = 'contributor' AND terms && $2::text[]
     ), swiped AS (
       SELECT number, profile_id, row_number() OVER (ORDER BY ${order}) AS nth FROM listed ORDER BY ${order}
        LIMIT least($1, (SELECT count(*) * 9 / 10 FROM listed))
     ), written AS (
       INSERT INTO swipes (actor_id, target_id, liked, created_at)
       SELECT ${creator(viewer.number)}, profile_id, nth % 3 = 0, now() - make_interval(mins => (nth * 525600 / 50000)::int)
         FROM swiped)
     SELECT min(number) AS low FROM swiped`,
    [swipes, swiped],
  );
  if (!inOrder) return;
  await client.query(
    `INSERT INTO decks (viewer_id, filter, low_seq, high_seq)
     SELECT ${creator(viewer.number)}, $1, $2, (SELECT last_value FROM person_listings_number_seq)`,
    [services.length > 0 ? services : [0], rows[0].low],
  );
}
