import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
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
    fields: () => ({ email: "nobody@example.com", password: "violet-harbour", redirectTo: "/discover" }),
    by: "guest",
    // A refused form shows its page again, which redirects members.
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
    // As above.
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
    path: () => paths.recoverWith("made-up"),
    expected: everyone("404"),
  },
  {
    route: "auth/recover.$token",
    method: "POST",
    path: () => paths.recoverWith("made-up"),
    fields: () => ({ password: "a-new-harbour-41" }),
    by: "guest",
    expected: everyone("409"),
  },
  {
    route: "auth/confirm.$token",
    method: "GET",
    path: () => paths.confirmSignUp("made-up"),
    expected: membersOnly(signIn(paths.confirmSignUp("made-up")), "404"),
  },
  {
    route: "auth/confirm.$token",
    method: "POST",
    path: () => paths.confirmSignUp("made-up"),
    fields: () => ({}),
    by: "creator",
    // Everybody here has confirmed their address.
    expected: membersOnly("401", "303 /dashboard"),
  },
  {
    route: "auth/confirm-address.$token",
    method: "GET",
    path: () => paths.confirmAddress("made-up"),
    expected: membersOnly(signIn(paths.confirmAddress("made-up")), "404"),
  },
  {
    route: "auth/confirm-address.$token",
    method: "POST",
    path: () => paths.confirmAddress("made-up"),
    fields: () => ({}),
    by: "creator",
    expected: membersOnly("401", "409"),
  },
  {
    route: "auth/undo-address.$token",
    method: "GET",
    path: () => paths.undoAddress("made-up"),
    expected: everyone("404"),
  },
  {
    route: "auth/undo-address.$token",
    method: "POST",
    path: () => paths.undoAddress("made-up"),
    fields: () => ({}),
    by: "guest",
    expected: everyone("409"),
  },
  {
    route: "auth/unsubscribe.$token",
    method: "GET",
    path: () => paths.unsubscribe(unknownToken),
    expected: everyone("404"),
  },
  {
    route: "auth/unsubscribe.$token",
    method: "POST",
    path: () => paths.unsubscribe(unknownToken),
    fields: () => ({ intent: "off" }),
    by: "guest",
    secretInPath: true,
    expected: everyone("404"),
  },
];
