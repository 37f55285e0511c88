import { randomInt } from "node:crypto";
import type { DirectorySort } from "~/features/directory/directory";
import { listContributors, listParts } from "~/features/directory/listing.server";
import { closeDatabase, readRows } from "~/platform/db.server";
import { contributorIdOf, services } from "./directory-filling.ts";
import { sent, statementsOf } from "./statements.ts";

export interface DirectoryTimes {
  page: string;
  /** Milliseconds. */
  control: number[];
  times: number[];
  queries: number;
}

const [people = 0, rounds = 0] = process.argv.slice(2).map(Number);
const blocker = { userId: contributorIdOf(1) };

const list =
  (
    service: number | null,
    sort: DirectorySort,
    after: () => string | null,
    viewer: typeof blocker | null = null,
  ) =>
  () =>
    listContributors(viewer, service, sort, after());
const start = () => null;
const somewhere = (kind: "w" | "n") => () => `${kind}${1 + randomInt(people)}`;

/** What each page reads. */
const pages: Record<string, () => Promise<unknown>> = {
  "first page": list(null, "work", start),
  "later page, with work": list(null, "work", somewhere("w")),
  "later page, without": list(null, "work", somewhere("n")),
  "where work ends": list(null, "work", () => "w8"),
  "newest first": list(null, "new", start),
  "newest first, later": list(null, "new", somewhere("n")),
  "a service": list(services.common, "work", start),
  "a service, later": list(services.common, "work", somewhere("w")),
  "a service, newest first": list(services.common, "new", somewhere("n")),
  "a rare service": list(services.rare, "work", start),
  "a member who blocked a thousand": list(null, "work", somewhere("w"), blocker),
  "the sitemap's parts": listParts,
};

const byKey = () =>
  readRows("bench-person-by-key", "SELECT id, full_name FROM profiles WHERE id = $1", [
    contributorIdOf(1 + randomInt(people)),
  ]);

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  into.push(performance.now() - begun);
}

const measured: DirectoryTimes[] = [];
const warmUp = 12;
for (const [page, read] of Object.entries(pages)) {
  const [control, times]: [number[], number[]] = [[], []];
  let queries = 0;
  for (let round = 0; round < rounds + warmUp; round += 1) {
    await timed(control, byKey);
    queries = Math.max(queries, (await statementsOf(() => timed(times, read))).length);
    sent.length = 0;
  }
  measured.push({ page, control: control.slice(warmUp), times: times.slice(warmUp), queries });
}
await new Promise((done) => process.send?.(measured, done));
await closeDatabase();
process.disconnect?.();
