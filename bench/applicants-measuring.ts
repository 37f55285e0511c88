import { findReplyFigures, listApplicants } from "~/features/projects/applicants.server";
import { listInvited } from "~/features/projects/inviting.server";
import { type Folder, folders } from "~/features/projects/project";
import { listEvents } from "~/features/projects/project.server";
import { findProject } from "~/features/projects/viewing.server";
import { closeDatabase } from "~/platform/db.server";
import { actorOf, buffersOf, explain, type Statement, sent, statementsOf } from "./statements.ts";

interface Cost {
  /** Milliseconds. */
  times: number[];
  buffers: number;
  queries: number;
}

export interface ApplicantTimes {
  what: string;
  few: Cost;
  many: Cost;
}

const given = JSON.parse(process.argv[2] ?? "{}") as {
  owner: string;
  applicant: string;
  project: Record<"few" | "many", string>;
  rounds: number;
};
const owner = actorOf(given.owner);
const applicant = actorOf(given.applicant, "contributor");

const asOwner = (folder: Folder, sort: "match" | "date") => async (id: string) => {
  await findProject(owner, id);
  await Promise.all([
    listApplicants(owner, id, { folder, sort, after: null }),
    listInvited(owner, id),
    listEvents(owner, { id, isOwn: true }, null),
  ]);
};

async function asApplicant(id: string): Promise<void> {
  await findProject(applicant, id);
  await Promise.all([findReplyFigures(owner.userId), listEvents(applicant, { id, isOwn: false }, null)]);
}

async function measure(what: string, open: (id: string) => Promise<void>): Promise<ApplicantTimes> {
  const cost = (): Cost => ({ times: [], buffers: 0, queries: 0 });
  const measured = { few: cost(), many: cost() };
  const warmUp = 20;
  for (const size of ["few", "many"] as const) {
    const statements: Statement[] = await statementsOf(() => open(given.project[size]));
    measured[size].queries = statements.length;
    for (const statement of statements) measured[size].buffers += buffersOf(await explain(statement));
  }
  for (let round = 0; round < given.rounds + warmUp; round += 1) {
    for (const size of ["few", "many"] as const) {
      const start = performance.now();
      await open(given.project[size]);
      if (round >= warmUp) measured[size].times.push(performance.now() - start);
    }
    sent.length = 0;
  }
  return { what, ...measured };
}

const views: ApplicantTimes[] = [];
for (const folder of folders)
  for (const sort of ["match", "date"] as const)
    views.push(await measure(`owner: ${folder} by ${sort}`, asOwner(folder, sort)));
views.push(await measure("an applicant", asApplicant));
await new Promise((done) => process.send?.(views, done));
await closeDatabase();
process.disconnect?.();
