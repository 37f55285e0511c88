import { randomUUID } from "node:crypto";

// Stores people the way sign-up, the confirmation link, the builder and a review would leave them, for the demo data,
// the tests and the benchmark. tests/support/people.test.ts compares them to people who really signed up.

/** A person by column. Missing columns get the defaults below. Catalog entries are given by name. */
export type NewPerson = { [Column in keyof typeof columns]?: unknown };

/** Each column's type and default. Without a user_type, what the profile builder asks isn't stored. */
const columns = {
  id: ["uuid", "NULL::uuid"],
  email: ["text", "''"],
  password_hash: ["text", "''"],
  full_name: ["text", "'Somebody'"],
  /** The picture's URL, without size and type. */
  avatar_url: ["text", "NULL"],
  user_type: ["user_type", "NULL::user_type"],
  is_admin: ["boolean", "false"],
  time_zone: ["text", "NULL"],
  plan: ["plan_type", "'free'::plan_type"],
  plan_start: ["timestamptz", "now()"],
  plan_end: ["timestamptz", "now() + interval '14 days'"],
  joined_at: ["timestamptz", "now()"],
  completed_at: ["timestamptz", "now()"],
  bio: ["text", "''"],
  current_project: ["text", "''"],
  location: ["text", "''"],
  experience_level: ["text", "NULL"],
  availability: ["text", "'available'"],
  style_description: ["text", "''"],
  other_tools: ["text", "''"],
  projects_good_at: ["text", "''"],
  price_range: ["text", "''"],
  amount_unit: ["amount_unit", "NULL::amount_unit"],
  amount_low: ["integer", "NULL::integer"],
  amount_high: ["integer", "NULL::integer"],
  amount_note: ["text", "NULL::text"],
  turnaround_time: ["text", "''"],
  status: ["contributor_status", "'approved'::contributor_status"],
  reviewed_at: ["timestamptz", "now()"],
  rejection_reason: ["text", "NULL"],
  portfolio_url: ["text", "NULL"],
  services: ["text[]", "'{}'::text[]"],
  tools: ["text[]", "'{}'::text[]"],
  visual_styles: ["text[]", "'{}'::text[]"],
  content_types: ["text[]", "'{}'::text[]"],
  brand_tones: ["text[]", "'{}'::text[]"],
} as const;

type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];

const profileTexts = `full_name, avatar_url, bio, location, availability, experience_level, current_project, style_description,
  other_tools, projects_good_at, price_range, amount_unit, amount_low, amount_high, amount_note, turnaround_time`;

const accountParts = [
  `INSERT INTO users (id, email, password_hash, is_admin, time_zone, confirmed_at, created_at, updated_at)
   SELECT id, email, password_hash, is_admin, time_zone, joined_at, joined_at, joined_at FROM given`,
  // At commit, triggers add people to the lists in this order, which must be the order they joined in.
  `INSERT INTO profiles (id, user_type, completed_at, created_at, updated_at, ${profileTexts})
   SELECT id, user_type, CASE WHEN user_type IS NOT NULL THEN completed_at END, joined_at, completed_at, ${profileTexts}
     FROM given ORDER BY completed_at, id`,
  `INSERT INTO user_subscriptions (user_id, plan_type, tier_id, current_period_start, current_period_end, created_at)
   SELECT g.id, g.plan, t.id, g.plan_start, g.plan_end, g.plan_start
     FROM given g JOIN subscription_tiers t ON t.name = g.plan`,
  `INSERT INTO creator_profiles (id, updated_at) SELECT id, completed_at FROM given WHERE user_type = 'creator'`,
  `INSERT INTO contributor_profiles (id, status, portfolio_url, rejection_reason, submitted_at, reviewed_at, created_at, updated_at)
   SELECT id, status, portfolio_url, CASE WHEN status = 'rejected' THEN rejection_reason END, completed_at,
          CASE WHEN status <> 'pending' THEN reviewed_at END, joined_at, completed_at
     FROM given WHERE user_type = 'contributor'`,
  `INSERT INTO admin_notifications (type, user_id, message, created_at, updated_at)
   SELECT 'contributor_approval', id, 'New contributor account pending approval', completed_at, completed_at
     FROM given WHERE user_type = 'contributor' AND status = 'pending'`,
];

type Catalog = "services" | "tools" | "visual_styles" | "content_types" | "brand_tones";

/**
 * Inserts a person's catalog entries by name. A name that isn't in the catalog becomes null, which the table refuses.
 */
const entries = (userType: "creator" | "contributor", catalog: Catalog, table = `${userType}_${catalog}`) =>
  `INSERT INTO ${table} (${userType}_id, ${catalog.slice(0, -1)}_id)
   SELECT g.id, c.id FROM given g CROSS JOIN LATERAL unnest(g.${catalog}) AS n (name) LEFT JOIN ${catalog} c USING (name)
    WHERE g.user_type = '${userType}'`;

const builderParts = [
  entries("contributor", "services"),
  entries("contributor", "tools"),
  entries("contributor", "visual_styles"),
  entries("creator", "services", "creator_services_needed"),
  entries("creator", "tools"),
  entries("creator", "visual_styles"),
  entries("creator", "content_types"),
  entries("creator", "brand_tones"),
];

const storing = (() => {
  const record = names.map((name) => `${name} ${columns[name][0]}`).join(", ");
  const values = names.map((name) => `coalesce(g.${name}, ${columns[name][1]}) AS ${name}`).join(", ");
  const parts = [...accountParts, ...builderParts]
    .map((part, index) => `part${index} AS (${part})`)
    .join(", ");
  return `WITH given AS MATERIALIZED (SELECT ${values} FROM json_to_recordset($1::json) AS g (${record})), ${parts}
          SELECT count(*) FROM given`;
})();

/** Stores people in one statement. Returns their IDs, in order. */
export async function storePeople(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  people: NewPerson[],
): Promise<string[]> {
  const ids = people.map(({ id }) => (typeof id === "string" ? id : randomUUID()));
  await sql(storing, [JSON.stringify(people.map((person, index) => ({ ...person, id: ids[index] })))]);
  return ids;
}

/**
 * Statements that store a whole crowd, with one person per row of `source`. The caller adds catalog entries and
 * listings.
 * @param person SQL expressions over that row
 */
export function crowdStatements(source: string, person: Partial<Record<Column, string>>): string[] {
  const values = names.map((name) => `${person[name] ?? columns[name][1]} AS ${name}`).join(", ");
  return accountParts.map((part) => `WITH given AS (SELECT ${values} FROM ${source}) ${part}`);
}
