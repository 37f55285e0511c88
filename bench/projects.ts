import { listAvailable } from "~/features/projects/browsing.server";
import { id, idOf, numbers, people, type Stage } from "./database.ts";
import { budget, goal, worst } from "./report.ts";
import { counted, exponent, groupsOf, largest, mostQueries, type Part, ratioOf } from "./scale.ts";
import { actorOf, byKey } from "./statements.ts";

/**
 * 30% of the projects need the common service, one in a thousand needs the rare one, and the newest projects that need
 * `expiring` have expired.
 */
const common = 20;
const rare = 25;
const expiring = 26;
const many = [7, 8, 9, 11, 12, 13, 14, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28];
/** More projects than one page examines. */
const expired = 2_000;
const rareTool = 31;
const firstTool = 1;
const budgetType = 1;
const blockedCreators = 5_000;

/** The viewers are contributors with these services. The last one has blocked thousands of creators. */
const viewers = {
  "no services": [] as number[],
  "one common service": [common],
  "one rare service": [rare],
  "newest expired": [expiring],
  "3 services": [common, 7, 8],
  "17 services": many,
  "blocked 5,000": [common],
};

const filters = {
  none: {},
  service: { serviceId: common },
  tool: { toolId: firstTool },
  "rare tool": { toolId: rareTool },
  budget: { budgetTypeId: budgetType },
  "tool and budget": { toolId: firstTool, budgetTypeId: budgetType },
};

/**
 * Search words by how many projects contain them: all, a tenth, another tenth, a thousandth, one in 50,000, and only
 * the oldest hundredth.
 */
const searches = {
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

/** One creator for every fifty projects. A fifth of the projects are closed. */
function fill(projects: number): Stage[] {
  const creators = Math.max(blockedCreators, projects / 50);
  const half = Math.round(projects / 2);
  const inHalves = (of: (all: string) => string) => [of(numbers(half)), of(numbers(projects, half + 1))];
  return [
    { steps: everyone(creators) },
    {
      bulk: ["project_brief_services", "project_brief_tools", "project_brief_visual_styles"],
      steps: [
        inHalves((all) => briefs(all, projects, creators)),
        inHalves(
          (all) =>
            `INSERT INTO project_brief_services SELECT ${id("project")}, o.id FROM ${all} CROSS JOIN LATERAL ${needs} o`,
        ),
        inHalves(
          (all) => `INSERT INTO project_brief_tools
            SELECT ${id("project")}, t FROM ${all}, LATERAL (
              SELECT 1 + (i * 7 + k * 7) % 30 FROM generate_series(0, 2) k UNION ALL SELECT ${rareTool} WHERE i % 20000 = 7) x (t)`,
        ),
        inHalves(
          (all) => `INSERT INTO project_brief_visual_styles
            SELECT ${id("project")}, 1 + (i * 3 + k * 4) % 17 FROM ${all}, generate_series(0, 1) k`,
        ),
      ],
    },
    {
      bulk: ["project_listings"],
      steps: ["ANALYZE project_briefs", inHalves(listings)],
    },
    { steps: [`SELECT setval('project_briefs_number_seq', ${projects})`] },
  ];
}

function everyone(creators: number): string[] {
  const person = {
    bio: "'Eight years of long-form work.'",
    location: "'Town ' || i % 900",
    experience_level: "'expert'",
    availability: "'available'",
    amount_unit: "'hour'::amount_unit",
    amount_low: "(2000 + i % 60 * 100)::int",
    amount_high: "(9000 + i % 40 * 100)::int",
    amount_note: "''",
  };
  const last = Object.keys(viewers).length;
  const offers = Object.values(viewers).flatMap((services, index) =>
    services.map((service) => `(${id("viewer", index + 1)}, ${service})`),
  );
  return [
    ...people("creator", creators, { ...person, user_type: "'creator'::user_type" }),
    ...people("viewer", last, { ...person, user_type: "'contributor'::user_type" }),
    `INSERT INTO contributor_services VALUES ${offers.join(", ")}`,
    `INSERT INTO contributor_tools SELECT ${id("viewer")}, t FROM ${numbers(last)}, generate_series(1, 5) t`,
    `INSERT INTO contributor_visual_styles SELECT ${id("viewer")}, s FROM ${numbers(last)}, generate_series(1, 4) s`,
    `INSERT INTO blocks (blocker_id, blocked_id)
     SELECT ${id("viewer", last)}, ${id("creator")} FROM ${numbers(blockedCreators)}`,
  ];
}

/**
 * Projects whose descriptions have about 20 words. Some are words that the searches look for; the rest come from a
 * vocabulary of 20,000 words, a few of which are frequent.
 */
const briefs = (all: string, projects: number, creators: number) => `
  INSERT INTO project_briefs (id, number, creator_id, title, description, budget_type_id, amount_unit, amount_low,
                              amount_high, amount_note, status, expires_at, created_at)
  SELECT ${id("project")}, i, ${id("creator", `1 + (i * 7919) % ${creators}`)}, 'Edit episode ' || i,
         concat_ws(' ', (ARRAY['podcast', 'documentary'])[1 + (i % 10) / 5] || CASE WHEN i % 5 <> 0 THEN 'ish' ELSE '' END,
                   CASE WHEN i % 1000 = 3 THEN 'wedding' END, CASE WHEN i % 50000 = 11 OR i = 77 THEN 'zeppelin' END,
                   CASE WHEN i <= ${projects / 100} THEN 'betamax' END,
                   (SELECT string_agg('term' || ((20000 * power((hashint8(i * 32 + k) & 65535) / 65536.0, 3))::int), ' ')
                      FROM generate_series(1, 18) k)),
         1 + i % 5, 'project'::amount_unit, (30000 + i % 900 * 100)::int, (30000 + i % 900 * 100)::int, '',
         (CASE WHEN i % 5 = 4 THEN (ARRAY['in_progress', 'completed', 'cancelled'])[1 + (i / 5) % 3] ELSE 'open' END)::project_status,
         now() + make_interval(days => 14, secs => i), now() - make_interval(secs => ${projects} - i)
    FROM ${all}`;

const needs = `(
  SELECT s.id FROM services s
   WHERE hashint8(i * 64 + s.id) & 8191 < CASE s.id WHEN ${common} THEN 2458 WHEN ${rare} THEN 8 ELSE 655 END)`;

/** SQL that lists the projects, with what a trigger would write when a project changes. */
const listings = (all: string) => `
  INSERT INTO project_listings (number, project_id, creator_id, posted_at, expires_at, service_ids, traits, terms)
  SELECT b.number, b.id, b.creator_id, b.created_at,
         CASE WHEN ${expiring} = ANY (own.services) AND b.number > (SELECT max(number) FROM project_briefs) - ${expired * 13}
              THEN now() - interval '1 minute' ELSE b.expires_at END,
         own.services, project_traits(b), project_terms_of(b)
    FROM ${all} JOIN project_briefs b ON b.number = i
   CROSS JOIN LATERAL (SELECT ARRAY(SELECT service_id FROM project_brief_services WHERE project_id = b.id) AS services) own
   WHERE b.status = 'open' ORDER BY b.number`;

const anything = { status: null, serviceId: null, toolId: null, budgetTypeId: null, pays: null };

/** Measures the list of open projects by number of projects, for every viewer with every filter and search. */
export const part: Part = {
  name: "projects",
  of: "projects",
  sizes: [10_000, 100_000, 1_000_000],
  quickSizes: 2,
  rounds: { usual: 40, quick: 15 },
  fill,
  control: byKey("project", "id, title, left(description, 300)", "project_briefs"),
  cases: () =>
    Object.keys(viewers).flatMap((viewer, index) => {
      const actor = actorOf(idOf("viewer", index + 1), "contributor");
      return Object.entries(filters).flatMap(([filter, own]) =>
        Object.entries(searches).map(([search, q]) => ({
          groups: [`viewer: ${viewer}`, `filter: ${filter}`, `search: ${search}`],
          work: () => listAvailable(actor, { ...anything, ...own, q }, null),
        })),
      );
    }),
  limits(measured) {
    const [first, last] = [measured[0] ?? largest([]), largest(measured)];
    const at = `list of projects, p95 at ${counted(last.size)}`;
    const slowest = worst(`${at}, worst viewer, filter or search`, groupsOf(last.cases), ({ list }) =>
      ratioOf(list),
    );
    const queries = mostQueries(measured.flatMap(({ cases }) => cases));
    return [
      goal(`${at}, all combinations`, ratioOf(last.cases), 10, "× control"),
      goal(...slowest, 10, "× control"),
      goal("growth of the list, p95", exponent(first, last), 0.1, "exponent"),
      budget("queries of the list, without the session's", queries, 5),
    ];
  },
  notes: [
    "Control: looks up one project by its primary key, alternating with the list. A row covers all combinations with the others.",
  ],
};
