import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { type Catalog, type Collection, startCollection } from "./seed/collection.ts";
import { addContributors } from "./seed/contributors.ts";
import { addCreators, addProject, type Creator } from "./seed/creators.ts";
import { addDemoPeople, demoPassword } from "./seed/demo-people.ts";

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

function addProjects(all: Collection, creators: Creator[], count: number): void {
  const names = new Map(all.catalog.services.map(({ id, name }) => [id, name]));
  for (const owner of all.faker.helpers.arrayElements(creators, count)) {
    const services = owner.services.slice(0, 2);
    const name = names.get(services[0] ?? 0) ?? "Help";
    addProject(all, owner, {
      title: all.faker.helpers.arrayElement([
        `${name} for ${owner.show}`,
        `${owner.show} needs a ${name}`,
        `${name}, to stay`,
      ]),
      description: all.faker.helpers.arrayElement([
        `${owner.show} comes out every week and I want to stop doing this part myself. Tell me how you work and show me one thing you are proud of.`,
        `A steady job for one person. I plan four weeks ahead and give one round of notes for each piece of ${owner.show}.`,
        `We start with one paid test piece. If both sides like it, we go on from month to month.`,
      ]),
      createdAt: all.daysAgo(all.faker.number.float({ min: 0.2, max: 11 })),
      services,
    });
  }
}

const countUses = `
  UPDATE user_usage SET
    message_count = (SELECT count(*) FROM usage_ledger WHERE user_id = user_usage.user_id AND kind = 'message'),
    match_count = (SELECT count(*) FROM usage_ledger WHERE user_id = user_usage.user_id AND kind = 'match'),
    contributor_save_count = (SELECT count(*) FROM usage_ledger WHERE user_id = user_usage.user_id AND kind = 'save'),
    post_count = (SELECT count(*) FROM project_briefs WHERE creator_id = user_id AND status IN ('open', 'in_progress'));
  UPDATE user_subscriptions SET has_matched_contributor = true
    WHERE user_id IN (SELECT creator_id FROM matches);
  ANALYZE;`;

/**
 * Fills a migrated, empty database with the demo: about 400 contributors, 120 creators, and three logins. The same
 * people every time; their dates count back from now.
 * @returns false if there are users already: nothing is changed
 */
export async function seedDemo(databaseUrl: string, now = new Date()): Promise<boolean> {
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
    addDemoPeople(all, contributors, creators);
    addProjects(all, creators, 45);
    await client.query("BEGIN");
    await all.store(client);
    await client.query(countUses);
    await client.query("COMMIT");
    return true;
  } finally {
    await client.end();
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    console.error("DATABASE_URL is missing: the postgresql:// address of the database to fill.");
    process.exit(1);
  }
  console.log(
    (await seedDemo(databaseUrl))
      ? "Filled with the demo's people."
      : "There are users already: nothing changed.",
  );
}
