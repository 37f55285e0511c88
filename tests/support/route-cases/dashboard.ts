import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { backHome, everyone, membersOnly, type RouteCase } from "./route-case";

export const dashboardCases: RouteCase[] = [
  { route: "app/dashboard", method: "GET", path: () => paths.dashboard(), expected: everyone("200") },
  {
    route: "app/dashboard",
    method: "POST",
    path: () => paths.dashboard(),
    fields: () => ({ intent: "resubmit" }),
    by: "creator",
    expected: membersOnly("401", "303 /dashboard"),
  },
  {
    route: "app/creator-dashboard",
    method: "GET",
    path: () => paths.creatorDashboard(),
    expected: {
      guest: backHome(paths.creatorDashboard()),
      approved: "302 /dashboard",
      pending: "302 /dashboard",
      rejected: "302 /dashboard",
      others: "200",
    },
  },
  {
    route: "admin/contributors._index",
    method: "GET",
    path: () => adminPaths.waitingContributors(),
    expected: { guest: backHome(adminPaths.waitingContributors()), admin: "200", others: "403" },
  },
  {
    route: "admin/contributors._index",
    method: "POST",
    path: () => adminPaths.waitingContributors(),
    fields: (world) => ({ contributor: world.pending.userId }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/contributors", others: "403" },
  },
  {
    route: "admin/contributors.$contributorId",
    method: "POST",
    path: (world) => adminPaths.reviewContributor(world.pending.userId),
    fields: () => ({ decision: "changes", pick: "samples", reason: "Two more, please." }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/contributors", unproven: "409", others: "403" },
  },
  {
    route: "admin/contributors.$contributorId",
    method: "GET",
    path: (world) => adminPaths.reviewContributor(world.pending.userId),
    expected: { guest: "302 /?from=%2Fadmin%2Fcontributors%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/contributors.$contributorId",
    method: "POST",
    path: (world) => adminPaths.reviewContributor(world.pending.userId),
    fields: () => ({ decision: "approve" }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/contributors", others: "403" },
  },
];
