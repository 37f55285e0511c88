import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import type { HealthView, ProcessView, ReplicaView, WaitingWork } from "../overview";
import { AdminNav, adminPageAt } from "./admin-nav";
import { HealthList, ProcessList, SiteCharts, WaitingWorkList } from "./overview";

const [at, later] = ["2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"];
const clock = { zone: "UTC", now: Date.parse("2026-11-22T12:00:00Z") };
const shown = (part: JSX.Element) => outline(part, clock);

const unused: HealthView = { service: "mail", succeededAt: null, failedAt: null, cause: "", version: null };

test.each<[Partial<HealthView>, string]>([
  [{}, "Email Not used yet"],
  [
    { service: "database", succeededAt: at, version: "17.2" },
    "Database Working PostgreSQL 17.2. Last worked Nov 20, 2026, 12:00 PM.",
  ],
  [
    { service: "realtime", failedAt: at, cause: "Refused" },
    "Live updates Failing Last failed Nov 20, 2026, 12:00 PM: Refused.",
  ],
  [
    { service: "files", succeededAt: at, failedAt: later },
    "Files Failing Last worked Nov 20, 2026, 12:00 PM. Last failed Nov 21, 2026, 12:00 PM.",
  ],
  [
    { service: "payments", succeededAt: later, failedAt: at, cause: "Timed out" },
    "Payments Working Last worked Nov 21, 2026, 12:00 PM. Last failed Nov 20, 2026, 12:00 PM: Timed out.",
  ],
])("each service says whether it works, and since when: %j", (change, line) => {
  expect(shown(<HealthList health={[{ ...unused, ...change }]} replica={null} />).join()).toEqual(line);
});

test.each<[ReplicaView, string]>([
  [{ state: "current", delay: 0.04 }, "Replica Working 0.0 seconds behind the primary."],
  [{ state: "late", delay: 12.34 }, "Replica Late 12.3 seconds behind the primary. Reads go to the primary."],
  [{ state: "primary", delay: null }, "Replica Is the primary Reads go to the primary."],
  [{ state: "away", delay: null }, "Replica Failing Reads go to the primary."],
])("the replica says whether pages read from it: %j", (replica, line) => {
  expect(shown(<HealthList health={[]} replica={replica} />).join()).toEqual(line);
});

const running: ProcessView = {
  ...{ id: "1", host: "one", role: "web", build: "abc", startedAt: at, seenAt: later, isMissed: false },
  ...{ connections: 2, mostConnections: 10, waiting: 3 },
};

test.each<[Partial<ProcessView>, string]>([
  [
    {},
    "Pages on one Running Build abc, started Nov 20, 2026, 12:00 PM. Database connections in use: 2 of 10. Requests waiting for one: 3.",
  ],
  [
    { role: "jobs", isMissed: true },
    "Jobs on one Missing Build abc, started Nov 20, 2026, 12:00 PM, last seen Nov 21, 2026, 12:00 PM. Database connections in use: 2 of 10. Requests waiting for one: 3.",
  ],
  [
    { role: "both" },
    "Pages and jobs on one Running Build abc, started Nov 20, 2026, 12:00 PM. Database connections in use: 2 of 10. Requests waiting for one: 3.",
  ],
  [
    { role: "probe" },
    "probe on one Running Build abc, started Nov 20, 2026, 12:00 PM. Database connections in use: 2 of 10. Requests waiting for one: 3.",
  ],
])("each process says what it does, and whether it's missing: %j", (change, line) => {
  expect(shown(<ProcessList processes={[{ ...running, ...change }]} />).join()).toEqual(line);
});

const work = (kind: WaitingWork["kind"], count: number, oldest: string | null = null, isMore = false) => ({
  ...{ kind, count, oldest, isMore },
});
const all = [
  ...[work("contributors", 1, at), work("reports", 2), work("appeals", 1), work("refunds", 0)],
  ...[work("contact", 2), work("mails", 1), work("jobs", 1_000, at, true)],
];

test("waiting work links to its list, with the time that the oldest has waited", () => {
  expect(shown(<WaitingWorkList work={all} />)).toEqual([
    "[1 contributor to review oldest: 2 days](/admin/contributors)",
    "[2 reports to review ](/admin/reports)",
    "[1 appeal to review ](/admin/appeals)",
    "[2 contact messages to reply to ](/admin/contact)",
    "[1 email that failed to send ](/admin/mail)",
    "[1,000+ background jobs that failed oldest: 2 days](/admin/jobs)",
  ]);
  expect(shown(<WaitingWorkList work={[work("refunds", 2)]} />)).toEqual([
    "[2 refunds to review ](/admin/refunds)",
  ]);
  expect(shown(<WaitingWorkList work={[work("refunds", 0)]} />)).toEqual(["You're all caught up."]);
});

test("the charts add up the weeks, and say how the current one goes", () => {
  const week = { week: "2026-11-09", signUps: 1, matches: 20, messages: 300, posts: 4_000 };
  const weeks = [week, { ...week, week: "2026-11-16", matches: 5, posts: 1_234 }];
  expect(shown(<SiteCharts weeks={weeks} />).filter((line) => !/^\d+$/.test(line))).toEqual([
    "Matches",
    "5 so far this week.",
    "10 20 20 5",
    "Nov 9 Nov 9 Nov 16 Nov 16",
    "Show matches as a table",
    "th{scope=col} Week of",
    "th{scope=col} Matches",
    "th{scope=row} Nov 9, 2026",
    "th{scope=row} Nov 16, 2026",
    "Sign-ups",
    "1 so far this week.",
    "Nov 9 Nov 9 Nov 16 Nov 16",
    "Show sign-ups as a table",
    "th{scope=col} Week of",
    "th{scope=col} Sign-ups",
    "th{scope=row} Nov 9, 2026",
    "th{scope=row} Nov 16, 2026",
    "Messages",
    "300 so far this week.",
    "Nov 9 Nov 9 Nov 16 Nov 16",
    "Show messages as a table",
    "th{scope=col} Week of",
    "th{scope=col} Messages",
    "th{scope=row} Nov 9, 2026",
    "th{scope=row} Nov 16, 2026",
    "Posts",
    "5,234",
    "1,234 so far this week.",
    "Nov 9 Nov 9 Nov 16 Nov 16",
    "Show posts as a table",
    "th{scope=col} Week of",
    "th{scope=col} Posts",
    "th{scope=row} Nov 9, 2026",
    "4,000",
    "th{scope=row} Nov 16, 2026",
    "1,234",
  ]);
  expect(shown(<SiteCharts weeks={[]} />).join(" ")).toContain("0 so far this week.");
});

const nav = (at: string, data?: unknown) =>
  outline(<AdminNav />, clock, { at, data: { "routes/admin/layout": data } });

test("the admin area's links are in groups, with the number of waiting cases", () => {
  expect(nav("/admin", { work: [...all, work("refunds", 99)] })).toEqual([
    "nav{aria-label=Admin}",
    "Today",
    "[Overview ](/admin){aria-current=page} [Contributors 1( waiting)](/admin/contributors) [Contact 2( waiting)](/admin/contact)",
    "People",
    "[People ](/admin/people) [Projects ](/admin/projects)",
    "Safety",
    "[Reports 2( waiting)](/admin/reports) [Appeals 1( waiting)](/admin/appeals) [Audit log ](/admin/audit)",
    "Money",
    "[Subscriptions ](/admin/subscriptions) [Refunds ](/admin/refunds)",
    "System",
    "[Newsletter ](/admin/newsletter) [Emails 1( waiting)](/admin/mail) [Jobs 99+( waiting)](/admin/jobs)",
  ]);
  expect(nav("/admin/reports/1", { work: [work("reports", 100), work("appeals", 99)] })).toEqual([
    "nav{aria-label=Admin}",
    "Today",
    "[Overview ](/admin) [Contributors ](/admin/contributors) [Contact ](/admin/contact)",
    "People",
    "[People ](/admin/people) [Projects ](/admin/projects)",
    "Safety",
    "[Reports 99+( waiting)](/admin/reports){aria-current=page} [Appeals 99( waiting)](/admin/appeals) [Audit log ](/admin/audit)",
    "Money",
    "[Subscriptions ](/admin/subscriptions) [Refunds ](/admin/refunds)",
    "System",
    "[Newsletter ](/admin/newsletter) [Emails ](/admin/mail) [Jobs ](/admin/jobs)",
  ]);
  for (const data of [undefined, null, { work: null }, { work: [] }])
    expect(nav("/admin/people/1", data)).toEqual([
      "nav{aria-label=Admin}",
      "Today",
      "[Overview ](/admin) [Contributors ](/admin/contributors) [Contact ](/admin/contact)",
      "People",
      "[People ](/admin/people){aria-current=page} [Projects ](/admin/projects)",
      "Safety",
      "[Reports ](/admin/reports) [Appeals ](/admin/appeals) [Audit log ](/admin/audit)",
      "Money",
      "[Subscriptions ](/admin/subscriptions) [Refunds ](/admin/refunds)",
      "System",
      "[Newsletter ](/admin/newsletter) [Emails ](/admin/mail) [Jobs ](/admin/jobs)",
    ]);
});

test.each([
  ["/admin", "Overview"],
  ["/admin/reports", "Reports"],
  ["/admin/reports/1", "Reports"],
  ["/admin/reports-old", "Overview"],
  ["/settings", undefined],
])("at %s, the current page is %s", (pathname, label) => {
  expect(adminPageAt(pathname)?.label).toBe(label);
});
