import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import { everyone, membersOnly, type RouteCase, signIn, unknownToken } from "./route-case";

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
    route: "site/join.$code",
    method: "GET",
    path: () => paths.join("0123456"),
    expected: everyone("404"),
  },
  {
    route: "site/invitations.stop.$token",
    method: "GET",
    path: () => paths.stopInvitations(unknownToken),
    expected: everyone("404"),
  },
  {
    route: "site/invitations.stop.$token",
    method: "POST",
    path: () => paths.stopInvitations(unknownToken),
    fields: () => ({}),
    by: "guest",
    secretInPath: true,
    expected: everyone("404"),
  },
];
