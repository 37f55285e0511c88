import { crowdStatements } from "../prisma/people.ts";
import type { ApplicantTimes } from "./applicants-measuring.ts";
import { withClient, withDatabase } from "./databases.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import { type Options, quantile, type Report, short } from "./report.ts";

const sizes = { few: 10, many: 10_000 };
const owner = "00000000-0000-4000-8000-000000000001";
const project = { few: "00000000-0000-4000-8000-00000000000a", many: "00000000-0000-4000-8000-00000000000b" };

/** Opening a project with 10,000 applications against one with 10, by its owner and by an applicant. */
export async function measureApplicants(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_applicants", async (url) => {
    await fill(url);
    const applicant = await withClient(url, async (client) => {
      const { rows } = await client.query<{ id: string }>("SELECT md5('applicant 1')::uuid AS id");
      return rows[0]?.id ?? "";
    });
    const given = JSON.stringify({ owner, applicant, project, rounds: options.quick ? 50 : 300 });
    const views = await messageOf<ApplicantTimes[]>(
      forkInProduct("bench/applicants-measuring.ts", url, [given]),
    );
    const both = (times: number[]) => `${short(quantile(times, 0.5))} / ${short(quantile(times, 0.95))}`;
    const ratio = ({ few, many }: ApplicantTimes) => quantile(many.times, 0.95) / quantile(few.times, 0.95);
    return {
      tables: [
        {
          title: "Opening a project: p50 / p95 in ms, buffers of all statements",
          columns: [
            "",
            `${sizes.few} applications`,
            "buffers",
            sizes.many.toLocaleString("en"),
            "buffers",
            "p95 ratio",
            "queries",
          ],
          rows: views.map((view) => [
            view.what,
            both(view.few.times),
            view.few.buffers,
            both(view.many.times),
            view.many.buffers,
            ratio(view),
            view.many.queries,
          ]),
        },
      ],
      limits: [
        {
          kind: "goal",
          what: `${sizes.many.toLocaleString("en")} applications against ${sizes.few}, p95 of the slowest view`,
          value: Math.max(...views.map(ratio)),
          most: 1.5,
          unit: "×",
        },
        {
          kind: "budget",
          what: "queries of a view, without the session's",
          value: Math.max(...views.map(({ many }) => many.queries)),
          most: 5,
          unit: "",
        },
      ],
      notes: [
        "The functions that the page's loader calls, in turn for the two projects, at the same time each.",
      ],
    };
  });
}

async function fill(url: string): Promise<void> {
  const statements = [
    ...crowdStatements("generate_series(1, 1) i", {
      id: `'${owner}'::uuid`,
      email: "'owner@bench.example'",
      user_type: "'creator'::user_type",
    }),
    ...crowdStatements(`generate_series(1, ${sizes.many}) i`, {
      id: "md5('applicant ' || i)::uuid",
      email: "'applicant' || i || '@bench.example'",
      user_type: "'contributor'::user_type",
      full_name: "'Applicant ' || i",
      price_range: "'$' || 20 + i % 60 || ' per hour'",
    }),
    `INSERT INTO contributor_services SELECT md5('applicant ' || i)::uuid, s
       FROM generate_series(1, ${sizes.many}) i, generate_series(1, 6) s WHERE (i + s) % 3 > 0`,
    ...Object.entries(project).flatMap(([size, id]) => [
      `INSERT INTO project_briefs (id, creator_id, title) VALUES ('${id}', '${owner}', 'Edit the ${size}')`,
      `INSERT INTO project_brief_services SELECT '${id}', s FROM generate_series(1, 3) s`,
      `INSERT INTO project_applications (project_id, contributor_id, note, status, stage, percent, created_at, decided_at)
       SELECT '${id}', md5('applicant ' || i)::uuid, repeat('I edit for a living. ', 20), status, stage, 60 + i % 40,
              now() - make_interval(hours => i), CASE WHEN status <> 'pending' THEN now() END
         FROM (SELECT i, (CASE i % 5 WHEN 3 THEN 'declined' WHEN 4 THEN 'accepted' ELSE 'pending' END)::application_status AS status,
                      (CASE i % 5 WHEN 1 THEN 'shortlisted' WHEN 2 THEN 'archived' ELSE 'new' END)::application_stage AS stage
                 FROM generate_series(1, ${sizes[size as keyof typeof sizes]}) i) a`,
      `INSERT INTO project_events (project_id, kind, actor_id, contributor_id)
       SELECT project_id, 'applied', contributor_id, contributor_id FROM project_applications WHERE project_id = '${id}'`,
    ]),
    "VACUUM ANALYZE",
  ];
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
