import { findReplyFigures, listApplicants } from "~/features/projects/applicants.server";
import { type Folder, folders } from "~/features/projects/project";
import { findProjectPage } from "~/features/projects/viewing.server";
import { id, idOf, numbers, people, type Stage } from "./database.ts";
import { type Part, slowestLimits } from "./scale.ts";
import { actorOf } from "./statements.ts";

const few = 10;

const owner = actorOf(idOf("owner", 1));
const applicant = actorOf(idOf("applicant", 1), "contributor");
/** The ID of the project that has this many applications. */
const project = (applications: number) => idOf("project", applications);

function fill(many: number): Stage[] {
  const steps = [
    ...people("owner", 1, { user_type: "'creator'::user_type" }),
    ...people("applicant", many, {
      user_type: "'contributor'::user_type",
      amount_unit: "'hour'::amount_unit",
      amount_low: "(2000 + i % 60 * 100)::int",
      amount_high: "(2000 + i % 60 * 100)::int",
      amount_note: "''",
    }),
    `INSERT INTO contributor_services
     SELECT ${id("applicant")}, s FROM ${numbers(many)}, generate_series(1, 6) s WHERE (i + s) % 3 > 0`,
    ...[few, many].flatMap((count) => [
      `INSERT INTO project_briefs (id, creator_id, title) VALUES (${id("project", count)}, ${id("owner", 1)}, 'Edit')`,
      `INSERT INTO project_brief_services SELECT ${id("project", count)}, s FROM generate_series(1, 3) s`,
      `INSERT INTO project_applications (project_id, contributor_id, note, status, stage, percent, created_at, decided_at)
       SELECT ${id("project", count)}, ${id("applicant")}, repeat('I edit for a living. ', 20), status, stage, 60 + i % 40,
              now() - make_interval(hours => i::int), CASE WHEN status <> 'pending' THEN now() END
         FROM (SELECT i, (CASE i % 5 WHEN 3 THEN 'declined' WHEN 4 THEN 'accepted' ELSE 'pending' END)::application_status AS status,
                      (CASE i % 5 WHEN 1 THEN 'shortlisted' WHEN 2 THEN 'archived' ELSE 'new' END)::application_stage AS stage
                 FROM ${numbers(count)}) a`,
      `INSERT INTO project_events (project_id, kind, actor_id, contributor_id)
       SELECT project_id, 'applied', contributor_id, contributor_id FROM project_applications
        WHERE project_id = ${id("project", count)}`,
    ]),
  ];
  return [{ steps, withTriggers: true }];
}

const asOwner = (folder: Folder, sort: "match" | "date") => async (opened: string) => {
  await findProjectPage(owner, opened, null);
  await listApplicants(owner, opened, { folder, sort, after: null });
};

async function asApplicant(opened: string): Promise<void> {
  await findProjectPage(applicant, opened, null);
  await findReplyFigures(owner.userId);
}

/** Compares opening a project with 10,000 applications to one with 10, for its owner and for an applicant. */
export const part: Part = {
  name: "applicants",
  of: `applications compared with ${few}`,
  sizes: [10_000],
  quickSizes: 1,
  rounds: { usual: 300, quick: 50 },
  countsBuffers: true,
  fill,
  cases(many) {
    const opening = (name: string, open: (opened: string) => Promise<void>) => ({
      groups: [name],
      control: () => open(project(few)),
      work: () => open(project(many)),
    });
    const asOwners = folders.flatMap((folder) =>
      (["match", "date"] as const).map((sort) =>
        opening(`owner: ${folder} by ${sort}`, asOwner(folder, sort)),
      ),
    );
    return [...asOwners, opening("an applicant", asApplicant)];
  },
  limits: slowestLimits("view of a project", { ratio: 1.5, queries: 5 }),
  notes: [
    "Measured: the functions that the page's loader calls, alternating with the same functions on the short list.",
  ],
};
