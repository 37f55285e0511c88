import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import { backHome, type RouteCase } from "./route-case";

/** Contributors and refunds are with what they decide. */
const forAdmins = (path: string) => ({ guest: backHome(path), admin: "200", others: "403" });

export const adminCases: RouteCase[] = [
  { route: "admin/_index", method: "GET", path: () => paths.admin(), expected: forAdmins(paths.admin()) },
  { route: "admin/audit", method: "GET", path: () => paths.audit(), expected: forAdmins(paths.audit()) },
  {
    route: "admin/audit[.]csv",
    method: "GET",
    path: () => paths.auditFile(),
    expected: forAdmins(paths.auditFile()),
  },
  {
    route: "admin/subscriptions._index",
    method: "GET",
    path: () => paths.subscriptions({ q: "Cleo" }),
    expected: forAdmins(paths.subscriptions({ q: "Cleo" })),
  },
  {
    route: "admin/subscriptions.$userId",
    method: "GET",
    path: (world) => paths.resetUsage(world.creator.userId),
    expected: { guest: "302 /?from=%2Fadmin%2Fsubscriptions%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/subscriptions.$userId",
    method: "POST",
    path: (world) => paths.resetUsage(world.creator.userId),
    fields: () => ({ key: randomUUID(), reason: "They asked for it." }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/subscriptions", others: "403" },
  },
];
