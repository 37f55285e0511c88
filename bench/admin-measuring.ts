import { randomInt } from "node:crypto";
import { adminPaths } from "~/admin-paths";
import { listActs, listActsOf } from "~/features/admin/acts.server";
import { projectList } from "~/features/admin/listing-projects.server";
import { readPeopleFilter } from "~/features/admin/people-filter";
import { findPeople, listPeople } from "~/features/admin/people-list.server";
import { findPerson } from "~/features/admin/person.server";
import { listReportsOf } from "~/features/moderation/reporting.server";
import type { UnsentState } from "~/features/notifications/mail-state";
import { listMailsTo, listUnsentMails } from "~/features/notifications/unsent-mails.server";
import { listSubscriptions, listUsed } from "~/features/plans/listing-subscriptions.server";
import { listUses } from "~/features/plans/uses.server";
import { listReviewedLately, listWaiting } from "~/features/profiles/reviewing.server";
import { readList } from "~/http/admin-list.server";
import { closeDatabase, readRows } from "~/platform/db.server";
import { personIdOf } from "./admin-filling.ts";
import { actorOf, sent, statementsOf } from "./statements.ts";

export interface AdminTimes {
  list: string;
  /** Milliseconds. */
  control: number[];
  times: number[];
  queries: number;
}

const [people = 0, rounds = 0] = process.argv.slice(2).map(Number);
const admin = { ...actorOf(personIdOf(1)), isAdmin: true };
const somebody = () => personIdOf(1 + randomInt(people));

const peopleBy = (query: Record<string, string>, after: string | null = null) =>
  listPeople(admin, readPeopleFilter(new URLSearchParams(query)), after);
const projectsBy = (query: Record<string, string>) =>
  readList(projectList, admin, adminPaths.allProjects(query));
const acts = (person: string) => listActs(admin, { person, act: "", from: "", to: "", sort: "newest" }, null);

const mail = (state: UnsentState) => listUnsentMails({ q: "", state, sort: "oldest" }, null);

async function subscriptions(q: string, plan: "pro" | "") {
  const found = await findPeople(q);
  const filter = { people: found?.ids ?? null, plan, sort: "newest" } as const;
  const { subscriptions: shown } = await listSubscriptions(admin, filter, null);
  return listUsed(shown.map(({ userId }) => userId));
}

/** Deep in the list: as many people before it as after. */
const { next: middle } = await peopleBy(
  { sort: "oldest" },
  `${personIdOf(1)}_${new Date(Date.now() - people * 15_000).toISOString()}`,
);

/** What each page reads, without the session. */
const lists: Record<string, () => Promise<unknown>> = {
  "people, newest": () => peopleBy({}),
  "people, oldest, in the middle": () => peopleBy({ sort: "oldest" }, middle),
  "people, by name": () => peopleBy({ sort: "name" }),
  creators: () => peopleBy({ type: "creator" }),
  "without a type, oldest": () => peopleBy({ type: "none", sort: "oldest" }),
  "pending, oldest": () => peopleBy({ status: "pending", sort: "oldest" }),
  "rejected, by name": () => peopleBy({ status: "rejected", sort: "name" }),
  suspended: () => peopleBy({ suspended: "yes" }),
  "suspended, rejected": () => peopleBy({ suspended: "yes", status: "rejected" }),
  "on Agency": () => peopleBy({ plan: "agency" }),
  "creators on Free, oldest": () => peopleBy({ type: "creator", plan: "free", sort: "oldest" }),
  "people named Cleo F": () => peopleBy({ q: "cleo f" }),
  "a person by address": () => peopleBy({ q: `person-${1 + randomInt(people)}@example.com` }),
  async "a person's page"() {
    const id = somebody();
    await Promise.all([
      ...[findPerson(admin, id), listUses({ userId: id }, null), listMailsTo(id, null)],
      ...[listReportsOf(admin, id), listActsOf(admin, id)],
    ]);
  },
  "projects, newest": () => projectsBy({}),
  "projects, completed, oldest": () => projectsBy({ status: "completed", sort: "oldest" }),
  "projects by title": () => projectsBy({ q: "edit season 1234" }),
  subscriptions: () => subscriptions("", ""),
  "subscriptions on Pro": () => subscriptions("", "pro"),
  "waiting contributors": () =>
    Promise.all([listWaiting(admin, { q: "", sort: "oldest" }, null), listReviewedLately(admin)]),
  "audit log": () => acts(""),
  "audit log of a person": () => acts(somebody()),
  "failed mail": () => mail("failed"),
  "waiting mail": () => mail("waiting"),
};

const byKey = () =>
  readRows("bench-person-by-key", "SELECT id, full_name FROM profiles WHERE id = $1", [somebody()]);

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  into.push(performance.now() - start);
}

const measured: AdminTimes[] = [];
const warmUp = 8;
for (const [list, read] of Object.entries(lists)) {
  const [control, times]: [number[], number[]] = [[], []];
  let queries = 0;
  for (let round = 0; round < rounds + warmUp; round += 1) {
    await timed(control, byKey);
    queries = Math.max(queries, (await statementsOf(() => timed(times, read))).length);
    sent.length = 0;
  }
  measured.push({ list, control: control.slice(warmUp), times: times.slice(warmUp), queries });
}
await new Promise((done) => process.send?.(measured, done));
await closeDatabase();
process.disconnect?.();
