import { createHash } from "node:crypto";
import type pg from "pg";
import { crowdStatements } from "../prisma/people.ts";
import { withClient } from "./databases.ts";

/** One service that 30 % of the projects need, one that one in a thousand needs, one whose newest have expired. */
const common = 20;
const rare = 25;
const expiring = 26;
const many = [7, 8, 9, 11, 12, 13, 14, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28];
/** More than one page examines. */
const expired = 2_000;
const rareTool = 31;
const firstTool = 1;
const budgetType = 1;
const blockedCreators = 5_000;

/** Contributors by the services they offer; the last has blocked thousands of creators. */
export const viewers = {
  "no services": [] as number[],
  "one common service": [common],
  "one rare service": [rare],
  "newest expired": [expiring],
  "3 services": [common, 7, 8],
  "17 services": many,
  "blocked 5,000": [common],
};
export type ViewerName = keyof typeof viewers;
export const viewerNames = Object.keys(viewers) as ViewerName[];

export const filters = {
  none: {},
  service: { serviceId: common },
  tool: { toolId: firstTool },
  "rare tool": { toolId: rareTool },
  budget: { budgetTypeId: budgetType },
  "tool and budget": { toolId: firstTool, budgetTypeId: budgetType },
} as const;

/** In every project, a tenth, the other tenth, a thousandth, one in 50,000, and only in the oldest hundredth. */
export const searches = {
  none: "",
  "in all": "episode",
  "in a tenth": "podcast",
  "two that never meet": "podcast documentary",
  "in a thousandth": "wedding",
  rare: "zeppelin",
  "in the oldest": "betamax",
  nowhere: "xylograph",
  "all and rare": "episode zeppelin",
};

const viewer = (index: number) => `md5('viewer ' || ${index})::uuid`;
const creator = (index: string) => `md5('creator ' || (${index}))::uuid`;
const project = (index: string) => `md5('project ' || (${index}))::uuid`;
const uuidOf = (name: string) =>
  createHash("md5")
    .update(name)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
export const viewerId = (name: ViewerName) => uuidOf(`viewer ${viewerNames.indexOf(name) + 1}`);
export const projectId = (index: number) => uuidOf(`project ${index}`);

/** Indexes and keys are built afterwards. */
const large = [
  "project_briefs",
  "project_brief_services",
  "project_brief_tools",
  "project_brief_visual_styles",
  "project_listings",
];

/** Projects by a fiftieth as many creators; a fifth of them are closed. */
export async function fillProjects(url: string, projects: number): Promise<void> {
  const creators = Math.max(blockedCreators, projects / 50);
  const asLoader = <Result>(use: (client: pg.Client) => Promise<Result>) =>
    withClient(url, async (client) => {
      // Foreign keys hold by construction; triggers would list one project at a time.
      await client.query(
        "SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'",
      );
      return use(client);
    });
  const half = Math.round(projects / 2);
  const inHalves = (of: (from: number, to: number) => string[]) =>
    Promise.all(
      [of(1, half), of(half + 1, projects)].map((own) =>
        asLoader(async (client) => {
          for (const statement of own) await client.query(statement);
        }),
      ),
    );
  await asLoader(async (client) => {
    for (const statement of peopleOf(creators)) await client.query(statement);
  });
  const rebuild = await asLoader(dropIndexes);
  await inHalves((from, to) => [briefs(from, to, projects, creators), ...choices(from, to)]);
  await asLoader(async (client) => {
    for (const statement of rebuild.filter((one) => !/project_(terms|listings)/.test(one)))
      await client.query(statement);
  });
  await inHalves((from, to) => [listings(from, to)]);
  await asLoader(async (client) => {
    for (const statement of rebuild.filter((one) => /project_(terms|listings)/.test(one)))
      await client.query(statement);
    await client.query(`SELECT setval('project_briefs_number_seq', ${projects})`);
    await client.query("VACUUM ANALYZE");
    await client.query("CHECKPOINT");
  });
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I CASCADE', t.relname, k.conname) AS off,
            format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, k.conname, pg_get_constraintdef(k.oid)) AS on
       FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
      WHERE k.contype = 'p' AND t.relname = ANY ($1) AND t.relname <> 'project_briefs'
     UNION ALL
     SELECT format('DROP INDEX %I', i.relname), pg_get_indexdef(x.indexrelid)
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      WHERE NOT x.indisprimary AND t.relname = ANY ($1) AND t.relnamespace = 'public'::regnamespace
        -- Read while the listings are written.
        AND t.relname <> 'project_briefs'`,
    [large],
  );
  for (const { off } of rows) await client.query(off);
  return rows.map(({ on }) => on);
}

function peopleOf(creators: number): string[] {
  const person = {
    full_name: "'Person ' || i",
    bio: "'Eight years of long-form work.'",
    location: "'Town ' || i % 900",
    experience_level: "'expert'",
    availability: "'available'",
    price_range: "'$' || 20 + i % 60 || '–$' || 90 + i % 40 || ' per hour'",
  };
  const last = viewerNames.length;
  const offers = viewerNames.flatMap((name, index) =>
    viewers[name].map((service) => `(${viewer(index + 1)}, ${service})`),
  );
  return [
    ...crowdStatements(`generate_series(1, ${creators}) i`, {
      ...person,
      id: creator("i"),
      email: "'creator' || i || '@bench.example'",
      user_type: "'creator'::user_type",
    }),
    ...crowdStatements(`generate_series(1, ${last}) i`, {
      ...person,
      id: "md5('viewer ' || i)::uuid",
      email: "'viewer' || i || '@bench.example'",
      user_type: "'contributor'::user_type",
    }),
    `INSERT INTO contributor_services VALUES ${offers.join(", ")}`,
    `INSERT INTO contributor_tools SELECT md5('viewer ' || i)::uuid, t FROM generate_series(1, ${last}) i, generate_series(1, 5) t`,
    `INSERT INTO contributor_visual_styles SELECT md5('viewer ' || i)::uuid, s FROM generate_series(1, ${last}) i, generate_series(1, 4) s`,
    `INSERT INTO blocks (blocker_id, blocked_id)
     SELECT ${viewer(last)}, ${creator("i")} FROM generate_series(1, ${blockedCreators}) i`,
  ];
}

const numbers = (from: number, to: number) => `generate_series(${from}::bigint, ${to}) i`;

/** About 25 words each: some for the searches, the others from 20,000 with a few frequent ones. */
const briefs = (from: number, to: number, projects: number, creators: number) => `
  INSERT INTO project_briefs (id, number, creator_id, title, description, budget_type_id, budget_details, status, expires_at, created_at)
  SELECT ${project("i")}, i, ${creator(`1 + (i * 7919) % ${creators}`)}, 'Edit episode ' || i,
         concat_ws(' ', (ARRAY['podcast', 'documentary'])[1 + (i % 10) / 5] || CASE WHEN i % 5 <> 0 THEN 'ish' ELSE '' END,
                   CASE WHEN i % 1000 = 3 THEN 'wedding' END, CASE WHEN i % 50000 = 11 OR i = 77 THEN 'zeppelin' END,
                   CASE WHEN i <= ${projects / 100} THEN 'betamax' END,
                   (SELECT string_agg('term' || ((20000 * power((hashint8(i * 32 + k) & 65535) / 65536.0, 3))::int), ' ')
                      FROM generate_series(1, 18) k)),
         1 + i % 5, '$' || 300 + i % 900 || ' in total',
         (CASE WHEN i % 5 = 4 THEN (ARRAY['in_progress', 'completed', 'cancelled'])[1 + (i / 5) % 3] ELSE 'open' END)::project_status,
         now() + make_interval(days => 14, secs => i), now() - make_interval(secs => ${projects} - i)
    FROM ${numbers(from, to)}`;

const needs = (index: string) => `(
  SELECT s.id FROM services s
   WHERE hashint8(${index} * 64 + s.id) & 8191 < CASE s.id WHEN ${common} THEN 2458 WHEN ${rare} THEN 8 ELSE 655 END)`;

const choices = (from: number, to: number) => [
  `INSERT INTO project_brief_services SELECT ${project("i")}, o.id FROM ${numbers(from, to)} CROSS JOIN LATERAL ${needs("i")} o`,
  `INSERT INTO project_brief_tools
   SELECT ${project("i")}, t FROM ${numbers(from, to)},
          LATERAL (SELECT 1 + (i * 7 + k * 7) % 30 FROM generate_series(0, 2) k UNION ALL SELECT ${rareTool} WHERE i % 20000 = 7) x (t)`,
  `INSERT INTO project_brief_visual_styles
   SELECT ${project("i")}, 1 + (i * 3 + k * 4) % 17 FROM ${numbers(from, to)}, generate_series(0, 1) k`,
];

/** As the database lists a project when it changes. */
const listings = (from: number, to: number) => `
  INSERT INTO project_listings (number, project_id, creator_id, posted_at, expires_at, service_ids, traits, terms)
  SELECT b.number, b.id, b.creator_id, b.created_at,
         CASE WHEN ${expiring} = ANY (own.services) AND b.number > (SELECT max(number) FROM project_briefs) - ${expired * 13}
              THEN now() - interval '1 minute' ELSE b.expires_at END,
         own.services, project_traits(b), project_terms_of(b)
    FROM project_briefs b
   CROSS JOIN LATERAL (SELECT ARRAY(SELECT service_id FROM project_brief_services WHERE project_id = b.id) AS services) own
   WHERE b.status = 'open' AND b.number BETWEEN ${from} AND ${to} ORDER BY b.number`;
