import { randomUUID } from "node:crypto";
import { paths } from "~/paths";
import { backHome, everyone, membersOnly, type RouteCase } from "./route-case";

export const discoveryCases: RouteCase[] = [
  { route: "app/discover._index", method: "GET", path: () => paths.discover(), expected: everyone("200") },
  {
    route: "app/discover._index",
    method: "GET",
    path: () =>
      paths.discover({ service: 1, tool: "1.2", level: "expert", price: 50, per: "hour", place: "Austin" }),
    expected: everyone("200"),
  },
  {
    route: "app/discover.swipe",
    method: "GET",
    path: () => paths.swipe(),
    expected: everyone("302 /discover"),
  },
  {
    route: "app/discover.swipe",
    method: "POST",
    path: () => paths.swipe(),
    fields: (world) => ({ targetId: world.newcomer.userId, choice: "pass", key: randomUUID() }),
    by: "creator",
    // Members who can't see this person learn that the person is no longer available.
    expected: membersOnly("401", "303 /discover"),
  },
  {
    route: "app/discover.swipe",
    method: "POST",
    path: () => paths.swipe(),
    fields: (world) => ({
      targetId: world.newcomer.userId,
      choice: "pass",
      key: randomUUID(),
      filter: "?service=1&tool=2&next=//evil.example",
    }),
    by: "creator",
    expected: membersOnly("401", "303 /discover?service=1&tool=2"),
  },
  {
    route: "app/discover.undo",
    method: "GET",
    path: () => paths.undoSwipe(),
    expected: everyone("302 /discover"),
  },
  {
    route: "app/discover.undo",
    method: "POST",
    path: () => paths.undoSwipe(),
    fields: (world) => ({ undo: world.newcomer.userId }),
    by: "creator",
    expected: membersOnly("401", "303 /discover"),
  },
  {
    route: "app/discover.undo",
    method: "POST",
    path: () => paths.undoSwipe(),
    fields: (world) => ({ undo: world.newcomer.userId, filter: "?place=Austin+TX&place=x" }),
    by: "creator",
    expected: membersOnly("401", "303 /discover?place=Austin+TX"),
  },
  {
    route: "app/matches._index",
    method: "GET",
    path: () => paths.matches(),
    expected: membersOnly(backHome(paths.matches()), "200"),
  },
  {
    route: "app/matches.$matchId",
    method: "GET",
    path: (world) => paths.match(world.matchId),
    expected: {
      guest: "302 /login?redirectTo=%2Fmatches%2F",
      creator: "200",
      approved: "200",
      others: "404",
    },
  },
];
