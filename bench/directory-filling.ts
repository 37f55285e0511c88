import { createHash } from "node:crypto";
import { crowdStatements } from "../prisma/people.ts";
import { withClient } from "./databases.ts";

const id = (kind: string, index = "i") => `md5('${kind} ' || (${index}))::uuid`;

/** Of contributor `index`, from 1. */
export const contributorIdOf = (index: number) =>
  createHash("md5")
    .update(`contributor ${index}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** A tenth offer it, and one in a thousand. */
export const services = { common: 20, rare: 25 };

/**
 * Contributors alone: three in five with a picture of their work, one in fifty not in search, one in a thousand
 * suspended, and one who blocked a thousand others.
 */
export async function fillDirectory(url: string, people: number): Promise<void> {
  const numbers = `generate_series(1::bigint, ${people}) i`;
  // None of the two above, which have their own shares.
  const others = "(ARRAY[7, 8, 9, 11, 12, 13, 14, 17, 21, 22, 23, 24])";
  const offers = `(
    SELECT ${others}[1 + i % 12] AS id UNION SELECT ${others}[1 + (i * 5 + 3) % 12]
    UNION ALL SELECT ${services.common} WHERE i % 10 = 0 UNION ALL SELECT ${services.rare} WHERE i % 1000 = 7)`;
  const hasCover = "i * 7919 % 5 < 3";
  const statements = [
    ...crowdStatements(numbers, {
      id: id("contributor"),
      email: "'contributor-' || i || '@bench.example'",
      full_name: "'Person ' || i",
      user_type: "'contributor'::user_type",
      bio: "repeat('Eight years of long-form work, cut early and often. ', 4)",
      location: "'Town ' || i % 900",
      price_range: "'$' || 20 + i % 60 || ' per hour'",
    }),
    "UPDATE users SET appears_in_search = false WHERE abs(hashtext(email)) % 50 = 0",
    "UPDATE users SET suspended_at = now() WHERE abs(hashtext(email)) % 1000 = 1",
    `INSERT INTO contributor_services SELECT ${id("contributor")}, o.id FROM ${numbers} CROSS JOIN LATERAL ${offers} o`,
    `INSERT INTO contributor_visual_styles SELECT ${id("contributor")}, 1 + (i + k * 5) % 17 FROM ${numbers}, generate_series(0, 1) k`,
    `INSERT INTO media (id, owner_id, kind, file_key, ending, bytes, width, height, widths)
     SELECT ${id("media")}, ${id("contributor")}, 'image', 'media/' || i, '', 1000, 1440, 810, '{360,720,1440}'
       FROM ${numbers} WHERE ${hasCover}`,
    `INSERT INTO work_samples (id, profile_id, position, kind, media_id, title, is_cover)
     SELECT ${id("sample")}, ${id("contributor")}, 1, 'image', ${id("media")}, 'A still', true
       FROM ${numbers} WHERE ${hasCover}`,
    "ANALYZE profiles, contributor_services, contributor_visual_styles, work_samples",
    `INSERT INTO person_listings (profile_id, user_type, number, changed_at, terms, since, price, traits)
     SELECT one.id, own.user_type, one.i, now(), own.terms, array_fill(now(), ARRAY[cardinality(own.terms)]), own.price, own.traits
       FROM (SELECT ${id("contributor")} AS id, i FROM ${numbers} OFFSET 0) one
      CROSS JOIN LATERAL person_listing_of(one.id) own ORDER BY one.i`,
    `INSERT INTO blocks (blocker_id, blocked_id, created_at)
     SELECT ${id("contributor", "1")}, ${id("contributor")}, now() FROM generate_series(2, 1001) i`,
    "VACUUM ANALYZE",
    "CHECKPOINT",
  ];
  await withClient(url, async (client) => {
    // Foreign keys hold by construction; triggers would list one row at a time.
    await client.query(
      "SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'",
    );
    for (const statement of statements) await client.query(statement);
  });
}
