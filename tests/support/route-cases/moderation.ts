import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { backHome, everyone, membersOnly, type RouteCase, signIn, unknownId } from "./route-case";

const report = () => ({ reason: "scam", details: "They asked for my password." });

/** The creator's message to the approved contributor. */
const message = ({ conversationId }: { conversationId: string }) =>
  paths.reportThing("message", conversationId, { seq: 1 });

export const moderationCases: RouteCase[] = [
  { route: "app/report._index", method: "GET", path: () => paths.reported(), expected: everyone("200") },
  {
    route: "app/report.$kind.$thingId",
    method: "GET",
    path: (world) => paths.reportThing("profile", world.approved.userId),
    expected: { approved: "404", others: "200" },
  },
  {
    route: "app/report.$kind.$thingId",
    method: "GET",
    path: (world) => paths.reportThing("profile", world.pending.userId),
    expected: { admin: "200", others: "404" },
  },
  {
    route: "app/report.$kind.$thingId",
    method: "GET",
    path: (world) => paths.reportThing("sample", world.sampleId),
    expected: { guest: "404", creator: "404", others: "200" },
  },
  {
    route: "app/report.$kind.$thingId",
    method: "GET",
    path: message,
    expected: { guest: "302 /login", approved: "200", others: "404" },
  },
  {
    route: "app/report.$kind.$thingId",
    method: "GET",
    path: (world) => paths.reportThing("conversation", world.conversationId),
    expected: { guest: "302 /login", creator: "200", approved: "200", others: "404" },
  },
  {
    route: "app/report.$kind.$thingId",
    method: "GET",
    path: (world) => paths.reportThing("project", world.openProjectId),
    expected: { unconfirmed: "200", guest: "302 /login", stranger: "404", others: "200" },
  },
  {
    route: "app/report.$kind.$thingId",
    method: "GET",
    path: (world) => paths.reportThing("application", world.projectId, { by: world.approved.userId }),
    expected: { guest: "302 /login", creator: "200", others: "404" },
  },
  {
    route: "app/report.$kind.$thingId",
    method: "GET",
    path: () => paths.reportThing("person", unknownId),
    expected: everyone("404"),
  },
  {
    route: "app/report.$kind.$thingId",
    method: "POST",
    path: (world) => paths.reportThing("profile", world.newcomer.userId),
    fields: () => ({ ...report(), block: "on" }),
    by: "guest",
    expected: { ...everyone("303 /report"), suspended: "401" },
  },
  {
    route: "app/report.$kind.$thingId",
    method: "POST",
    path: message,
    fields: report,
    by: "approved",
    expected: { guest: "401", approved: "303 /report", others: "404" },
  },
  {
    route: "app/warning",
    method: "GET",
    path: () => paths.warning(),
    // No one in this world has a warning to read.
    expected: membersOnly(signIn(paths.warning()), "302 /dashboard"),
  },
  {
    route: "app/warning",
    method: "POST",
    path: () => paths.warning(),
    fields: () => ({ warningId: unknownId }),
    by: "creator",
    expected: membersOnly("401", "303 /dashboard"),
  },
  {
    route: "app/appeal.$kind.$decisionId",
    method: "GET",
    path: (world) => paths.appeal("warning", world.warningId),
    expected: { guest: "302 /login", creator: "200", others: "404" },
  },
  {
    route: "app/appeal.$kind.$decisionId",
    method: "POST",
    path: (world) => paths.appeal("warning", world.warningId),
    fields: () => ({ words: "I only asked for the bill." }),
    by: "creator",
    expected: { guest: "401", creator: "303 /appeal/warning/", others: "404" },
  },
  {
    route: "auth/appeal.$token",
    method: "GET",
    path: () => paths.appealWith("made-up"),
    expected: everyone("410"),
  },
  {
    route: "auth/appeal.$token",
    method: "POST",
    path: () => paths.appealWith("made-up"),
    fields: () => ({ words: "I only asked for the bill." }),
    by: "guest",
    expected: everyone("410"),
  },
  {
    route: "admin/appeals._index",
    method: "GET",
    path: () => adminPaths.appeals({ q: "cleo", sort: "newest" }),
    expected: {
      guest: backHome(adminPaths.appeals({ q: "cleo", sort: "newest" })),
      admin: "200",
      others: "403",
    },
  },
  {
    route: "admin/appeals.$appealId",
    method: "GET",
    path: (world) => adminPaths.decideAppeal(world.appealId),
    expected: { guest: "302 /?from=%2Fadmin%2Fappeals%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/appeals.$appealId",
    method: "GET",
    path: () => adminPaths.decideAppeal(unknownId),
    expected: { guest: "302 /?from=%2Fadmin%2Fappeals%2F", admin: "404", others: "403" },
  },
  {
    route: "admin/appeals.$appealId",
    method: "POST",
    path: (world) => adminPaths.decideAppeal(world.appealId),
    fields: () => ({ outcome: "grant", answer: "You are right." }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/appeals", unproven: "409", others: "403" },
  },
  {
    route: "admin/reports._index",
    method: "GET",
    path: () => adminPaths.reports({ q: "cleo", sort: "reports" }),
    expected: {
      guest: backHome(adminPaths.reports({ q: "cleo", sort: "reports" })),
      admin: "200",
      others: "403",
    },
  },
  {
    route: "admin/reports.$caseId",
    method: "GET",
    path: (world) => adminPaths.decideReport(world.reportCaseId),
    expected: { guest: "302 /?from=%2Fadmin%2Freports%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/reports.$caseId",
    method: "GET",
    path: () => adminPaths.decideReport(unknownId),
    expected: { guest: "302 /?from=%2Fadmin%2Freports%2F", admin: "404", others: "403" },
  },
  {
    route: "admin/reports.$caseId",
    method: "POST",
    path: (world) => adminPaths.decideReport(world.reportCaseId),
    fields: () => ({ decision: "suspend", reason: "law", length: "7", words: "Never ask for passwords." }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/reports", unproven: "409", others: "403" },
  },
];
