import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { scoreOf, type Traits } from "~/features/discovery/score";
import { projectTraits } from "~/features/projects/project";
import type { Person } from "./seed/account.ts";
import { type Catalog, type Collection, startCollection } from "./seed/collection.ts";
import { addContributors } from "./seed/contributors.ts";
import { addCreators, type Creator } from "./seed/creators.ts";
import { addApplicationsOfMarcus, addDemoPeople, type DemoPeople, demoPassword } from "./seed/demo-people.ts";
import { addGrowth, beginSearches } from "./seed/growth.ts";
import { addApplicationsTo, addProjectsOf } from "./seed/projects.ts";
import { addReports } from "./seed/reports.ts";
import { addWorks } from "./seed/works.ts";

async function readCatalog(client: pg.Client): Promise<Catalog> {
  const read = async (table: string) => (await client.query(`SELECT * FROM ${table} ORDER BY id`)).rows;
  return {
    services: await read("services"),
    tools: await read("tools"),
    styles: await read("visual_styles"),
    contentTypes: await read("content_types"),
    tones: await read("brand_tones"),
    budgetTypes: await read("budget_types"),
    tiers: await read("subscription_tiers"),
  };
}

function addProjects(
  all: Collection,
  creators: readonly Creator[],
  contributors: readonly Person[],
  demo: DemoPeople,
): void {
  const posted = creators.map((owner) => ({ owner, projects: addProjectsOf(all, owner) }));
  for (const { owner, projects } of posted) {
    // Each pair only once, because a match is made only once.
    const free = all.faker.helpers.shuffle([...contributors]);
    for (const project of projects) addApplicationsTo(all, project, owner, free.splice(0, 80));
  }
  addApplicationsOfMarcus(
    all,
    demo,
    posted.flatMap(({ projects }) => projects),
  );
}

/** Scores them as the product does when someone applies. */
async function scoreApplications(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ScoredRow>(`
    SELECT a.id AS application, b.budget_details, own.traits,
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
      budgetDetails: row.budget_details,
    };
    return scoreOf(projectTraits(project), row.traits)?.percent ?? 0;
  });
  await client.query(
    `UPDATE project_applications a SET percent = scored.percent
       FROM unnest($1::uuid[], $2::int[]) AS scored (id, percent) WHERE a.id = scored.id`,
    [rows.map(({ application }) => application), percents],
  );
}

/** Most applicants with samples name some of them. */
const nameSamples = `
  UPDATE project_applications a SET sample_ids = ARRAY(
    SELECT id FROM work_samples WHERE profile_id = a.contributor_id ORDER BY position LIMIT 3)
   WHERE right(a.id::text, 1) < 'c'`;

type ScoredRow = {
  traits: Traits;
  application: string;
  budget_details: string;
  wanted_services: number[];
  wanted_styles: number[];
  wanted_tools: number[];
};

/** Notifications about applications and invitations. Those older than three days are read. $1 is now. */
const tell = `
  INSERT INTO notifications (user_id, kind, title, body, href, about_id, event_key, created_at, read_at)
  SELECT told.person, told.kind, told.title, told.note, '/projects/' || told.project, told.about,
         'project:' || told.kind || ':' || told.project || ':' || told.about || ':' || told.person, told.at,
         CASE WHEN told.at < $1::timestamptz - interval '3 days' THEN told.at END
    FROM (
      SELECT b.creator_id AS person, 'application' AS kind, p.full_name || ' applied for ' || b.title AS title, '' AS note,
             b.id AS project, a.contributor_id AS about, a.created_at AS at
        FROM project_applications a JOIN project_briefs b ON b.id = a.project_id JOIN profiles p ON p.id = a.contributor_id
      UNION ALL
      SELECT a.contributor_id, 'application-' || a.status, 'Your application for ' || b.title || ' was ' || a.status,
             a.decline_note, b.id, b.creator_id, coalesce(a.decided_at, a.created_at)
        FROM project_applications a JOIN project_briefs b ON b.id = a.project_id WHERE a.status IN ('accepted', 'declined')
      UNION ALL
      SELECT i.contributor_id, 'invitation', p.full_name || ' invites you to apply for ' || b.title, i.note, b.id, b.creator_id,
             i.created_at
        FROM project_invitations i JOIN project_briefs b ON b.id = i.project_id JOIN profiles p ON p.id = b.creator_id
    ) told`;

const countUses = `
  UPDATE project_briefs SET ended_expiry = expires_at WHERE expires_at <= now();
  UPDATE user_usage SET
    message_count = (SELECT count(*) FROM usage_ledger WHERE user_id = user_usage.user_id AND kind = 'message'),
    match_count = (SELECT count(*) FROM usage_ledger WHERE user_id = user_usage.user_id AND kind = 'match'),
    contributor_save_count = (SELECT count(*) FROM usage_ledger WHERE user_id = user_usage.user_id AND kind = 'save'),
    post_count = (SELECT count(*) FROM project_briefs WHERE creator_id = user_id AND status IN ('open', 'in_progress')
                     AND (expires_at IS NULL OR expires_at > now()));
  UPDATE user_subscriptions SET has_matched_contributor = true
    WHERE user_id IN (SELECT creator_id FROM matches);
  ANALYZE;`;

/**
 * Fills a migrated, empty database with the demo: about 400 contributors, 120 creators with their projects, and the
 * demo accounts. The people are the same every time, and their dates are relative to now. With `filesFolder`, the
 * folder of the file store, a third of the contributors have samples.
 * @returns false, without changing anything, if there are users already
 */
export async function seedDemo(
  databaseUrl: string,
  { now = new Date(), filesFolder }: { now?: Date; filesFolder?: string } = {},
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
    const all = startCollection(await readCatalog(client), passwordHash, now);
    const contributors = addContributors(all, { approved: 330, pending: 45, rejected: 25 });
    const creators = addCreators(all, 120);
    const demo = addDemoPeople(all, contributors, creators);
    addProjects(all, creators, contributors, demo);
    addReports(all, contributors, creators, demo.admin);
    addGrowth(all, demo.dana, creators.slice(20, 24));
    await client.query("BEGIN");
    await all.store(client);
    await scoreApplications(client);
    await client.query(tell, [now]);
    await client.query(countUses);
    if (filesFolder) {
      const { marcus, attachments } = demo;
      await addWorks(client, all.faker, filesFolder, { named: [marcus.id], attachments });
      await client.query(nameSamples);
    }
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
