import { randomInt } from "node:crypto";
import { listAvailable } from "~/features/projects/browsing.server";
import type { ProjectFilter } from "~/features/projects/project-filter";
import { closeDatabase, readRows } from "~/platform/db.server";
import { filters, projectId, searches, type ViewerName, viewerId, viewerNames } from "./projects-filling.ts";
import { actorOf, buffersOf, explain, type Statement, sent, statementsOf } from "./statements.ts";

export interface ListTimes {
  viewer: ViewerName;
  filter: string;
  search: string;
  /** Milliseconds. */
  control: number[];
  list: number[];
  queries: number;
  shown: number;
  hasOlder: boolean;
  buffers: { control: number; list: number };
}

const [projects = 0, rounds = 0] = process.argv.slice(2).map(Number);

async function timed<Result>(into: number[], work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  into.push(performance.now() - start);
  return result;
}

const readByKey = () =>
  readRows("bench-by-key", "SELECT id, title, left(description, 300) FROM project_briefs WHERE id = $1", [
    projectId(1 + randomInt(projects)),
  ]);

async function measure(viewer: ViewerName, filter: string, search: string): Promise<ListTimes> {
  const actor = actorOf(viewerId(viewer), "contributor");
  const given: ProjectFilter = {
    status: null,
    serviceId: null,
    toolId: null,
    budgetTypeId: null,
    ...filters[filter as keyof typeof filters],
    q: searches[search as keyof typeof searches],
  };
  const control: number[] = [];
  const list: number[] = [];
  const warmUp = 8;
  let statements: Statement[] = [];
  let page = await listAvailable(actor, given, null);
  for (let round = 0; round < rounds + warmUp; round += 1) {
    await timed(control, readByKey);
    statements = await statementsOf(async () => {
      page = await timed(list, () => listAvailable(actor, given, null));
    });
    sent.length = 0;
  }
  return {
    viewer,
    filter,
    search,
    control: control.slice(warmUp),
    list: list.slice(warmUp),
    queries: statements.length,
    shown: page.projects.length,
    hasOlder: page.older !== null,
    buffers: { control: controlBuffers, list: await buffersOfAll(statements) },
  };
}

async function buffersOfAll(statements: Statement[]): Promise<number> {
  let sum = 0;
  for (const statement of statements) sum += buffersOf(await explain(statement));
  return sum;
}

const [control] = await statementsOf(readByKey);
const controlBuffers = buffersOf(await explain(control as Statement));
const measured: ListTimes[] = [];
for (const viewer of viewerNames)
  for (const filter of Object.keys(filters))
    for (const search of Object.keys(searches)) measured.push(await measure(viewer, filter, search));
await new Promise((done) => process.send?.(measured, done));
await closeDatabase();
process.disconnect?.();
