import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { everyone, membersOnly, type RouteCase, signIn, unknownToken } from "./route-case";

export const authCases: RouteCase[] = [
  {
    route: "auth/login",
    method: "GET",
    path: () => paths.login(),
    expected: membersOnly("200", "302 /dashboard"),
  },
  {
    route: "auth/login",
    method: "POST",
    path: () => paths.login(),
    // Each visitor has its own email address, because ten attempts are allowed for one address.
    fields: () => ({
      email: `${randomUUID()}@example.com`,
      password: "violet-harbour",
      redirectTo: "/discover",
    }),
    by: "guest",
    // The page that would show the refused form redirects members.
    expected: membersOnly("400", "302 /dashboard"),
  },
  {
    route: "auth/login",
    method: "POST",
    path: () => paths.login({ tab: "create" }),
    fields: () => ({
      fullName: "Noor Haddad",
      email: "noor@example.com",
      password: "12345",
      timeZone: "Europe/Berlin",
      redirectTo: "/discover",
    }),
    by: "guest",
    // The page that would show the refused form redirects members.
    expected: membersOnly("400", "302 /dashboard"),
  },
  { route: "auth/logout", method: "GET", path: () => paths.logout(), expected: everyone("302 /") },
  {
    route: "auth/logout",
    method: "POST",
    path: () => paths.logout(),
    fields: () => ({}),
    by: "creator",
    expected: everyone("303 /"),
  },
  {
    route: "app/unsent",
    method: "GET",
    path: () => paths.unsent(),
    // No unsent form is stored.
    expected: membersOnly(signIn(paths.unsent()), "302 /dashboard"),
  },
  {
    route: "app/unsent",
    method: "POST",
    path: () => paths.unsent(),
    fields: () => ({}),
    by: "creator",
    expected: membersOnly("401", "303 /dashboard"),
  },
  { route: "auth/recover._index", method: "GET", path: () => paths.recover(), expected: everyone("200") },
  {
    route: "auth/recover._index",
    method: "POST",
    path: () => paths.recover(),
    fields: () => ({ email: `nobody-${randomUUID()}@example.com` }),
    by: "guest",
    expected: everyone("303 /recover?sent=1"),
  },
  {
    route: "auth/recover.$token",
    method: "GET",
    path: () => sitePaths.recoverWith("made-up"),
    expected: everyone("404"),
  },
  {
    route: "auth/recover.$token",
    method: "POST",
    path: () => sitePaths.recoverWith("made-up"),
    fields: () => ({ password: "a-new-harbour-41" }),
    by: "guest",
    expected: everyone("409"),
  },
  {
    route: "auth/confirm.$token",
    method: "GET",
    path: () => sitePaths.confirmSignUp("made-up"),
    expected: membersOnly(signIn(sitePaths.confirmSignUp("made-up")), "404"),
  },
  {
    route: "auth/confirm.$token",
    method: "POST",
    path: () => sitePaths.confirmSignUp("made-up"),
    fields: () => ({}),
    by: "creator",
    // People in the other roles have already confirmed their addresses.
    expected: { ...membersOnly("401", "303 /dashboard"), unconfirmed: "409" },
  },
  {
    route: "auth/confirm-address.$token",
    method: "GET",
    path: () => sitePaths.confirmAddress("made-up"),
    expected: membersOnly(signIn(sitePaths.confirmAddress("made-up")), "404"),
  },
  {
    route: "auth/confirm-address.$token",
    method: "POST",
    path: () => sitePaths.confirmAddress("made-up"),
    fields: () => ({}),
    by: "creator",
    expected: membersOnly("401", "409"),
  },
  {
    route: "auth/come-back.$token",
    method: "GET",
    path: () => paths.comeBack("made-up"),
    expected: everyone("404"),
  },
  {
    route: "auth/come-back.$token",
    method: "POST",
    path: () => paths.comeBack("made-up"),
    fields: () => ({}),
    by: "guest",
    expected: everyone("409"),
  },
  {
    route: "auth/undo-address.$token",
    method: "GET",
    path: () => sitePaths.undoAddress("made-up"),
    expected: everyone("404"),
  },
  {
    route: "auth/undo-address.$token",
    method: "POST",
    path: () => sitePaths.undoAddress("made-up"),
    fields: () => ({}),
    by: "guest",
    expected: everyone("409"),
  },
  {
    route: "auth/unsubscribe.$token",
    method: "GET",
    path: () => sitePaths.unsubscribe(unknownToken),
    expected: everyone("404"),
  },
  {
    route: "auth/unsubscribe.$token",
    method: "POST",
    path: () => sitePaths.unsubscribe(unknownToken),
    fields: () => ({ intent: "off" }),
    by: "guest",
    secretInPath: true,
    expected: everyone("404"),
  },
];
