import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { everyone, membersOnly, type RouteCase, signIn, unknownId, unknownToken } from "./route-case";

/** Members without a role, and contributors who aren't approved, have no deck. */
const searchers = (guest: string, others: string) => ({
  ...{ guest, member: "403", admin: "403", pending: "403", rejected: "403" },
  others,
});
/** The directory is open to everyone. */
const inDirectory = () => paths.newSearch("directory", { service: "all" });
const search = () => paths.newSearch("people", { service: 1 });

export const growthCases: RouteCase[] = [
  {
    route: "app/invite",
    method: "GET",
    path: () => paths.invitePeople(),
    expected: membersOnly(signIn(paths.invitePeople()), "200"),
  },
  {
    route: "app/invite",
    method: "POST",
    path: () => paths.invitePeople({ tab: "email" }),
    fields: () => ({ email: `friend-${randomUUID()}@example.com` }),
    by: "creator",
    expected: { guest: "401", unconfirmed: "403", others: `303 ${paths.invitePeople({ tab: "email" })}` },
  },
  {
    route: "app/invite_.link",
    answersScript: true,
    method: "GET",
    path: () => paths.inviteLink(),
    expected: membersOnly("401", "200"),
  },
  {
    route: "site/join.$code",
    method: "GET",
    path: () => sitePaths.join("0123456"),
    expected: everyone("404"),
  },
  {
    route: "site/invitations.stop.$token",
    method: "GET",
    path: () => sitePaths.stopInvitations(unknownToken),
    expected: everyone("404"),
  },
  {
    route: "site/invitations.stop.$token",
    method: "POST",
    path: () => sitePaths.stopInvitations(unknownToken),
    fields: () => ({}),
    by: "guest",
    secretInPath: true,
    expected: everyone("404"),
  },
  {
    route: "app/settings.searches._index",
    method: "GET",
    path: () => paths.searches(),
    expected: membersOnly(signIn(paths.searches()), "200"),
  },
  {
    route: "app/settings.searches._index",
    method: "POST",
    path: () => paths.searches(),
    fields: () => ({ intent: "remove", search: unknownId }),
    by: "creator",
    expected: membersOnly("401", `303 ${paths.searches()}`),
  },
  {
    route: "app/settings.searches.new",
    method: "GET",
    path: search,
    expected: searchers(signIn(search()), "200"),
  },
  {
    route: "app/settings.searches.new",
    method: "POST",
    path: search,
    fields: () => ({ kind: "people", query: "?service=1", name: "Editors", pace: "daily" }),
    by: "creator",
    expected: searchers("401", `303 ${paths.searches()}`),
  },
  {
    route: "app/settings.searches.new",
    method: "GET",
    path: inDirectory,
    expected: membersOnly(signIn(inDirectory()), "200"),
  },
  {
    route: "app/settings.searches.new",
    method: "POST",
    path: inDirectory,
    fields: () => ({ kind: "directory", query: "?service=all", name: "All contributors", pace: "daily" }),
    by: "creator",
    expected: membersOnly("401", `303 ${paths.searches()}`),
  },
];
