import { createHash } from "node:crypto";
import { crowdStatements } from "../prisma/people.ts";
import { withClient } from "./databases.ts";

const uuid = (kind: string, index = "i") => `md5('${kind} ' || (${index}))::uuid`;

/** Of person `index`, from 1. */
export const personIdOf = (index: number) =>
  createHash("md5")
    .update(`person ${index}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/**
 * People as a place of years has them: half creators, nearly half contributors, the newest hundredth of these waiting for
 * review; a tenth on paid plans; one in a thousand suspended. A fifth as many projects, a mail each, an act for half.
 */
export async function fillAdmin(url: string, people: number): Promise<void> {
  await withClient(url, async (client) => {
    // Foreign keys hold by construction; triggers would count one row at a time.
    await client.query(
      "SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'",
    );
    const joined = `now() - (${people} - i) * interval '30 seconds'`;
    const person = {
      id: uuid("person"),
      email: "'person-' || i || '@example.com'",
      full_name:
        "(ARRAY['Ada','Bo','Cleo','Dov','Eve','Fay','Gus','Hal','Ivo','Jo'])[1 + i % 10] || ' Family' || i % 5000",
      user_type: "(CASE WHEN i % 20 < 10 THEN 'creator' WHEN i % 20 < 19 THEN 'contributor' END)::user_type",
      is_admin: "i = 1",
      plan: "(CASE WHEN i % 100 < 5 THEN 'pro' WHEN i % 100 < 6 THEN 'agency' WHEN i % 100 < 9 THEN 'pay_per_post' ELSE 'free' END)::plan_type",
      plan_start: joined,
      plan_end: `greatest(${joined} + interval '30 days', now() + (i % 60 - 5) * interval '1 day')`,
      joined_at: joined,
      completed_at: joined,
      status: `(CASE WHEN i > ${people} * 0.99 THEN 'pending' WHEN i % 9 = 0 THEN 'rejected' ELSE 'approved' END)::contributor_status`,
    };
    for (const statement of crowdStatements(`generate_series(1, ${people}) i`, person))
      await client.query(statement);
    for (const statement of [
      "UPDATE users SET suspended_at = now() WHERE abs(hashtext(email)) % 1000 = 0 AND NOT is_admin",
      `INSERT INTO project_briefs (id, creator_id, title, status, created_at)
       SELECT ${uuid("project")}, ${uuid("person", `1 + (i * 20) % ${people}`)}, 'Edit season ' || i,
              (ARRAY['open','in_progress','completed','cancelled'])[1 + i % 4]::project_status,
              now() - (${people} - i) * interval '2 minutes' FROM generate_series(1, ${people} / 5) i`,
      `INSERT INTO outbox_mails (user_id, to_address, kind, subject, text_body, html_body, event_key, created_at, sent_at, last_error)
       SELECT ${uuid("person")}, 'person-' || i || '@example.com', 'match', 'It is a match', '', '', 'mail:' || i,
              now() - (${people} - i) * interval '10 seconds', CASE WHEN i % 1000 > 0 THEN now() END,
              CASE WHEN i % 1000 = 0 THEN 'TimeoutError' END FROM generate_series(1, ${people}) i`,
      `INSERT INTO audit_log (actor_id, action, subject_id, details, created_at)
       SELECT ${uuid("person", "1")}, (ARRAY['contributor.approve','contributor.reject','usage.reset'])[1 + i % 3],
              ${uuid("person")}, '{}', now() - (${people} - i) * interval '1 minute' FROM generate_series(1, ${people} / 2) i`,
      "VACUUM ANALYZE",
      "CHECKPOINT",
    ])
      await client.query(statement);
  });
}
