import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import type { Amount } from "~/features/catalog/amount";
import { likerPosition, lowestPercent, rankOf, scoreOf, type Traits } from "~/features/discovery/score";
import { projectTraits } from "~/features/projects/project";
import { addCases } from "./seed/cases.ts";
import { addConnections } from "./seed/connections.ts";
import { addConversations } from "./seed/conversations.ts";
import { addGrowth, beginSearches } from "./seed/growth.ts";
import { demoPassword } from "./seed/logins.ts";
import { type FileStore, Media } from "./seed/media.ts";
import { addNotifications } from "./seed/notifications.ts";
import { addPeople } from "./seed/people.ts";
import { addProjects } from "./seed/projects.ts";
import { personId, Rows, readCatalog } from "./seed/rows.ts";
import { readWorld, type World } from "./seed/world.ts";

/** Scores all applications the way the product does when someone applies. */
async function scoreApplications(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    id: string;
    traits: Traits;
    amount: Amount | null;
    wanted_services: number[];
    wanted_styles: number[];
    wanted_tools: number[];
  }>(`
    SELECT a.id, amount_json(b.amount_unit, b.amount_low, b.amount_high) AS amount, own.traits,
           ARRAY(SELECT service_id FROM project_brief_services WHERE project_id = b.id) AS wanted_services,
           ARRAY(SELECT visual_style_id FROM project_brief_visual_styles WHERE project_id = b.id) AS wanted_styles,
           ARRAY(SELECT tool_id FROM project_brief_tools WHERE project_id = b.id) AS wanted_tools
      FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
     CROSS JOIN LATERAL compared_traits(a.contributor_id) own`);
  const percents = rows.map((row) => {
    const project = {
      serviceIds: row.wanted_services,
      styleIds: row.wanted_styles,
      toolIds: row.wanted_tools,
      amount: row.amount,
    };
    return scoreOf(projectTraits(project), row.traits)?.percent ?? 0;
  });
  await client.query(
    `UPDATE project_applications a SET percent = scored.percent
       FROM unnest($1::uuid[], $2::int[]) AS scored (id, percent) WHERE a.id = scored.id`,
    [rows.map(({ id }) => id), percents],
  );
}

/** Each Like puts its sender on top of the liked person's deck, as `swipe` does. */
async function dealLikes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    viewer: string;
    liker: string;
    at: number;
    wanted: Traits;
    offered: Traits;
    points: number;
    hasWork: boolean;
  }>(`
    SELECT s.target_id AS viewer, s.actor_id AS liker, extract(epoch FROM s.created_at)::float8 * 1000 AS at,
           v.traits AS wanted, l.traits AS offered,
           (SELECT n FROM priority_points(s.actor_id, l.traits ->> 'userType' = 'creator')) AS points,
           EXISTS (SELECT FROM shows_work(s.actor_id)) AS "hasWork"
      FROM swipes s CROSS JOIN LATERAL compared_traits(s.target_id) v CROSS JOIN LATERAL compared_traits(s.actor_id) l
     WHERE NOT EXISTS (SELECT FROM swipes a WHERE a.actor_id = s.target_id AND a.target_id = s.actor_id)`);
  const positions = rows.map(({ wanted, offered, at, ...rank }) =>
    String(
      likerPosition(rankOf({ ...rank, percent: scoreOf(wanted, offered)?.percent ?? lowestPercent }), at),
    ),
  );
  await client.query(
    `INSERT INTO deck_cards (viewer_id, person_id, position, likes_you)
     SELECT viewer, liker, position, true FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS card (viewer, liker, position)`,
    [rows.map(({ viewer }) => viewer), rows.map(({ liker }) => liker), positions],
  );
}

/** SQL for the columns that the product derives from other rows, such as suspensions and usage counts. */
const settle = `
  UPDATE users u SET suspended_at = s.created_at, suspended_until = s.until
    FROM suspensions s WHERE s.user_id = u.id AND s.ended_at IS NULL;
  UPDATE user_usage u SET
    message_count = (SELECT count(*) FROM usage_ledger l
                      WHERE l.user_id = u.user_id AND l.kind = 'message' AND l.created_at >= s.current_period_start),
    match_count = (SELECT count(*) FROM usage_ledger l
                    WHERE l.user_id = u.user_id AND l.kind = 'match'
                      AND (s.plan_type <> 'pay_per_post' OR l.created_at >= s.current_period_start)),
    contributor_save_count = (SELECT count(*) FROM usage_ledger l WHERE l.user_id = u.user_id AND l.kind = 'save'),
    post_count = (SELECT n FROM active_posts(u.user_id))
    FROM user_subscriptions s WHERE s.user_id = u.user_id;
  UPDATE user_subscriptions SET has_matched_contributor = true
    WHERE user_id IN (SELECT creator_id FROM matches WHERE NOT held);
  ANALYZE;`;

/** For people who haven't used their confirmation link yet. */
const unconfirm = "UPDATE users SET confirmed_at = NULL WHERE id = ANY ($1::uuid[])";

const unconfirmed = ({ contributors }: World) =>
  contributors.filter(({ isConfirmed }) => isConfirmed === false).map(({ key }) => personId(key));

/**
 * Fills a migrated, empty database with the demo's world (see seed/README.md). The people are the same every time, and
 * their dates are relative to `now`.
 * @param options.files where the files of their work go; without it, only their rows are stored
 * @returns false, without changing anything, if there are users already
 */
export async function seedDemo(
  databaseUrl: string,
  { now = new Date(), files }: { now?: Date; files?: FileStore } = {},
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if ((await client.query("SELECT 1 FROM users LIMIT 1")).rowCount) return false;
    const argon2id = 2;
    const passwordHash = await hash(demoPassword, {
      algorithm: argon2id,
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
    const world = readWorld();
    const rows = new Rows(now, await readCatalog(client));
    const media = new Media(rows, world.pictures);
    addPeople(rows, world, { media, passwordHash });
    addProjects(rows, world, media);
    addConnections(rows, world);
    addConversations(rows, world, media);
    addCases(rows, world);
    addGrowth(rows, world);
    addNotifications(rows, world);
    if (files) await media.write(files);
    await client.query("BEGIN");
    await rows.store(client);
    await client.query(unconfirm, [unconfirmed(world)]);
    await scoreApplications(client);
    await dealLikes(client);
    await client.query(settle);
    await client.query("COMMIT");
    await client.query(beginSearches);
    return true;
  } finally {
    await client.end();
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    console.error("DATABASE_URL is missing. Set it to the postgresql:// address of the database to fill.");
    process.exit(1);
  }
  console.log(
    (await seedDemo(databaseUrl))
      ? "Added the demo's people."
      : "There are already users, so nothing changed.",
  );
}
