import { randomUUID } from "node:crypto";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { backHome, everyone, type RouteCase, unknownId } from "./route-case";

/** Routes for contributors and refunds are in the files of the features that they change. */
const forAdmins = (path: string) => ({ guest: backHome(path), admin: "200", others: "403" });

/** The lists that admins can download as CSV files. */
export const listFiles = [
  ...["appeals", "audit", "contact", "contributors", "jobs", "mail", "newsletter", "people", "projects"],
  ...["refunds", "reports", "subscriptions"],
];

export const adminCases: RouteCase[] = [
  { route: "admin/_index", method: "GET", path: () => paths.admin(), expected: forAdmins(paths.admin()) },
  {
    route: "admin/audit",
    method: "GET",
    path: () => adminPaths.audit(),
    expected: forAdmins(adminPaths.audit()),
  },
  ...listFiles.map((list): RouteCase => {
    const path = `/admin/${list}.csv`;
    return { route: "admin/$list[.]csv", method: "GET", path: () => path, expected: forAdmins(path) };
  }),
  {
    route: "admin/$list[.]csv",
    method: "GET",
    path: () => "/admin/constructor.csv",
    expected: { guest: backHome("/admin/constructor.csv"), admin: "404", others: "403" },
  },
  {
    route: "admin/people._index",
    method: "GET",
    path: () => adminPaths.allPeople({ q: "Cleo", sort: "name" }),
    expected: forAdmins(adminPaths.allPeople({ q: "Cleo", sort: "name" })),
  },
  {
    route: "admin/people.$personId",
    method: "GET",
    path: (world) => adminPaths.person(world.creator.userId),
    expected: { guest: "302 /?from=%2Fadmin%2Fpeople%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/people.$personId",
    method: "POST",
    path: (world) => adminPaths.person(world.creator.userId),
    fields: () => ({ act: "rename", was: "Cleo Creator", fullName: "Cleo", why: "Asked for it." }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/people/", unproven: "409", others: "403" },
  },
  {
    route: "admin/people.$personId",
    method: "POST",
    path: (world) => adminPaths.person(world.approved.userId),
    fields: () => ({ act: "suspend", reason: "spam", length: "7", words: "Forty of the same." }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/people/", approved: "403", unproven: "409", others: "403" },
  },
  {
    route: "admin/projects",
    method: "GET",
    path: () => adminPaths.allProjects({ q: "Edit" }),
    expected: forAdmins(adminPaths.allProjects({ q: "Edit" })),
  },
  {
    route: "admin/mail",
    method: "GET",
    path: () => adminPaths.unsentMails({ q: "cleo", sort: "newest" }),
    expected: forAdmins(adminPaths.unsentMails({ q: "cleo", sort: "newest" })),
  },
  {
    route: "admin/mail",
    method: "POST",
    path: () => adminPaths.unsentMails({ state: "waiting" }),
    fields: () => ({ act: "stop", mail: unknownId }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/mail?state=waiting", others: "403" },
  },
  {
    route: "admin/jobs",
    method: "GET",
    path: () => adminPaths.failedJobs({ task: "no such job", sort: "newest" }),
    expected: forAdmins(adminPaths.failedJobs({ task: "no such job", sort: "newest" })),
  },
  {
    route: "admin/jobs",
    method: "POST",
    path: () => adminPaths.failedJobs(),
    fields: () => ({ act: "drop", job: "999999999" }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/jobs", others: "403" },
  },
  { route: "metrics", method: "GET", path: () => sitePaths.metrics(), expected: everyone("404") },
  {
    route: "api/send-notification-email",
    method: "GET",
    path: () => sitePaths.sendNotificationEmail(),
    answersScript: true,
    expected: everyone("405"),
  },
  {
    route: "api/send-notification-email",
    method: "POST",
    path: () => sitePaths.sendNotificationEmail(),
    answersScript: true,
    // The endpoint accepts only JSON, and a form isn't JSON.
    expected: { guest: "401", admin: "400", others: "403" },
  },
  {
    route: "admin/subscriptions._index",
    method: "GET",
    path: () => adminPaths.subscriptions({ q: "Cleo" }),
    expected: forAdmins(adminPaths.subscriptions({ q: "Cleo" })),
  },
  {
    route: "admin/subscriptions.$userId",
    method: "GET",
    path: (world) => adminPaths.resetUsage(world.creator.userId),
    expected: { guest: "302 /?from=%2Fadmin%2Fsubscriptions%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/subscriptions.$userId",
    method: "POST",
    path: (world) => adminPaths.resetUsage(world.creator.userId),
    fields: () => ({ key: randomUUID(), reason: "They asked for it." }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/subscriptions", unproven: "409", others: "403" },
  },
];
