import { paths } from "~/paths";
import { backHome, membersOnly, type RouteCase, unknownId } from "./route-case";

const creatorsOnly = (guest: string, others: string) => ({
  ...{ guest, approved: "403", pending: "403", rejected: "403" },
  others,
});

/** The creator has a list and has saved the approved contributor. Both are from before a downgrade to Free. */
export const favoriteCases: RouteCase[] = [
  {
    route: "app/saved._index",
    method: "GET",
    path: () => paths.saved(),
    expected: creatorsOnly(backHome(paths.saved()), "200"),
  },
  {
    route: "app/saved._index",
    method: "POST",
    path: () => paths.saved(),
    fields: () => ({ intent: "clean" }),
    by: "creator",
    expected: creatorsOnly("401", "303 /saved"),
  },
  {
    route: "app/saved.compare",
    method: "GET",
    path: (world) => `${paths.compareFavorites()}?with=${world.approved.userId}&with=${unknownId}`,
    expected: creatorsOnly("302 /?from=%2Fsaved%2Fcompare", "200"),
  },
  {
    route: "app/saved.$contributorId",
    method: "GET",
    path: (world) => paths.favorite(world.approved.userId),
    expected: { ...creatorsOnly("302 /?from=%2Fsaved%2F", "404"), creator: "200" },
  },
  {
    route: "app/saved.$contributorId",
    method: "POST",
    path: (world) => paths.favorite(world.approved.userId),
    fields: () => ({ intent: "note", note: "Quick" }),
    by: "creator",
    expected: { ...creatorsOnly("401", "404"), creator: "303 /saved/" },
  },
  {
    route: "app/saved.$contributorId",
    method: "POST",
    path: (world) => paths.favorite(world.approved.userId),
    fields: (world) => ({ intent: "lists", lists: world.savedListId }),
    by: "creator",
    expected: { ...creatorsOnly("401", "404"), creator: "403" },
  },
  {
    route: "app/analytics",
    method: "GET",
    path: () => paths.analytics(),
    expected: membersOnly(backHome(paths.analytics()), "200"),
  },
  {
    route: "app/saved.lists._index",
    method: "GET",
    path: () => paths.savedLists(),
    expected: creatorsOnly(backHome(paths.savedLists()), "200"),
  },
  {
    route: "app/saved.lists._index",
    method: "POST",
    path: () => paths.savedLists(),
    fields: () => ({ name: "Editors" }),
    by: "creator",
    expected: creatorsOnly("401", "403"),
  },
  {
    route: "app/saved.lists.$listId",
    method: "GET",
    path: (world) => paths.savedList(world.savedListId),
    expected: { ...creatorsOnly("302 /?from=%2Fsaved%2Flists%2F", "404"), creator: "200" },
  },
  {
    route: "app/saved.lists.$listId",
    method: "POST",
    path: (world) => paths.savedList(world.savedListId),
    fields: () => ({ intent: "rename", name: "Crew" }),
    by: "creator",
    expected: creatorsOnly("401", "403"),
  },
  {
    route: "app/saved.lists.$listId",
    method: "POST",
    path: () => paths.savedList(unknownId),
    fields: () => ({ intent: "delete" }),
    by: "creator",
    expected: creatorsOnly("401", "303 /saved/lists"),
  },
];
