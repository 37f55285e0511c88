import { randomInt } from "node:crypto";
import { adminPaths } from "~/admin-paths";
import { actList, listActsOf } from "~/features/admin/acts.server";
import { projectList } from "~/features/admin/listing-projects.server";
import { peopleList } from "~/features/admin/people-list.server";
import { findPerson } from "~/features/admin/person.server";
import { listReportsOf } from "~/features/moderation/reporting.server";
import type { UnsentState } from "~/features/notifications/mail-state";
import { listMailsTo, unsentMailList } from "~/features/notifications/unsent-mails.server";
import { listUsed, subscriptionList } from "~/features/plans/listing-subscriptions.server";
import { listUses } from "~/features/plans/uses.server";
import { listReviewedLately, waitingList } from "~/features/profiles/reviewing.server";
import { readList } from "~/http/admin-list-page.server";
import { id, idOf, numbers, people, type Stage } from "./database.ts";
import { type Part, slowestLimits } from "./scale.ts";
import { actorOf, byKey } from "./statements.ts";

/**
 * People as the product may have them after years. Half are creators, and nearly half are contributors, of whom the
 * newest hundredth await review. A tenth are on paid plans, and one in a thousand is suspended. For every ten people,
 * there are two projects, ten emails and five admin actions.
 */
function fill(size: number): Stage[] {
  const joined = `now() - (${size} - i) * interval '30 seconds'`;
  const steps = [
    ...people("person", size, {
      full_name:
        "(ARRAY['Ada','Bo','Cleo','Dov','Eve','Fay','Gus','Hal','Ivo','Jo'])[1 + i % 10] || ' Family' || i % 5000",
      user_type: "(CASE WHEN i % 20 < 10 THEN 'creator' WHEN i % 20 < 19 THEN 'contributor' END)::user_type",
      is_admin: "i = 1",
      plan: "(CASE WHEN i % 100 < 5 THEN 'pro' WHEN i % 100 < 6 THEN 'agency' WHEN i % 100 < 9 THEN 'pay_per_post' ELSE 'free' END)::plan_type",
      plan_start: joined,
      plan_end: `greatest(${joined} + interval '30 days', now() + (i % 60 - 5) * interval '1 day')`,
      joined_at: joined,
      completed_at: joined,
      status: `(CASE WHEN i > ${size} * 0.99 THEN 'pending' WHEN i % 9 = 0 THEN 'rejected' ELSE 'approved' END)::contributor_status`,
    }),
    "UPDATE users SET suspended_at = now() WHERE abs(hashtext(email)) % 1000 = 0 AND NOT is_admin",
    [
      `INSERT INTO outbox_mails (user_id, to_address, kind, subject, text_body, html_body, event_key, created_at, sent_at, last_error)
       SELECT ${id("person")}, 'person-' || i || '@bench.example', 'match', 'It is a match', '', '', 'mail:' || i,
              now() - (${size} - i) * interval '10 seconds', CASE WHEN i % 1000 > 0 THEN now() END,
              CASE WHEN i % 1000 = 0 THEN 'TimeoutError' END FROM ${numbers(size)}`,
      `INSERT INTO audit_log (actor_id, action, subject_id, details, created_at)
       SELECT ${id("person", 1)}, (ARRAY['contributor.approve','contributor.reject','usage.reset'])[1 + i % 3],
              ${id("person")}, '{}', now() - (${size} - i) * interval '1 minute' FROM ${numbers(size / 2)}`,
      `INSERT INTO project_briefs (id, creator_id, title, status, created_at)
       SELECT ${id("project")}, ${id("person", `1 + (i * 20) % ${size}`)}, 'Edit season ' || i,
              (ARRAY['open','in_progress','completed','cancelled'])[1 + i % 4]::project_status,
              now() - (${size} - i) * interval '2 minutes' FROM ${numbers(size / 5)}`,
    ],
  ];
  return [{ steps }];
}

const admin = { ...actorOf(idOf("person", 1)), isAdmin: true as const };

const peopleBy = (query: Record<string, string>) => readList(peopleList, admin, adminPaths.allPeople(query));
const projectsBy = (query: Record<string, string>) =>
  readList(projectList, admin, adminPaths.allProjects(query));
const acts = (person: string) => readList(actList, admin, adminPaths.audit({ person }));
const mail = (state: UnsentState) => readList(unsentMailList, admin, adminPaths.unsentMails({ state }));

async function subscriptions(q: string, plan: "pro" | "") {
  const { rows } = await readList(subscriptionList, admin, adminPaths.subscriptions({ q, plan }));
  return listUsed(rows.map(({ userId }) => userId));
}

function personPage(person: string) {
  return Promise.all([
    ...[findPerson(person), listUses({ userId: person }, null), listMailsTo(person, null)],
    ...[listReportsOf(admin, person), listActsOf(admin, person)],
  ]);
}

/** What each page reads, besides the session. */
function cases(size: number) {
  const someone = () => idOf("person", 1 + randomInt(size));
  // The cursor of a position halfway down a list.
  const middle = `${idOf("person", 1)}_${new Date(Date.now() - size * 15_000).toISOString()}`;
  const lists: Record<string, () => Promise<unknown>> = {
    "people, newest": () => peopleBy({}),
    "people, oldest, in the middle": () => peopleBy({ sort: "oldest", after: middle }),
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
    "a person by address": () => peopleBy({ q: `person-${1 + randomInt(size)}@bench.example` }),
    "a person's page": () => personPage(someone()),
    "projects, newest": () => projectsBy({}),
    "projects, completed, oldest": () => projectsBy({ status: "completed", sort: "oldest" }),
    "projects by title": () => projectsBy({ q: "edit season 1234" }),
    subscriptions: () => subscriptions("", ""),
    "subscriptions on Pro": () => subscriptions("", "pro"),
    "waiting contributors": () =>
      Promise.all([readList(waitingList, admin, adminPaths.waitingContributors()), listReviewedLately()]),
    "audit log": () => acts(""),
    "audit log of a person": () => acts(someone()),
    "failed emails": () => mail("failed"),
    "waiting emails": () => mail("waiting"),
  };
  return Object.entries(lists).map(([name, work]) => ({ groups: [name], work }));
}

/** Measures what each page of the admin area reads, by number of people. */
export const part: Part = {
  name: "admin",
  of: "people",
  sizes: [10_000, 1_000_000],
  quickSizes: 1,
  rounds: { usual: 60, quick: 20 },
  fill,
  control: byKey("person", "id, full_name", "profiles"),
  cases,
  limits: slowestLimits("admin list", { ratio: 20, queries: 5 }),
  notes: ["Measured: the functions that the page's loader calls, alternating with the control."],
};
