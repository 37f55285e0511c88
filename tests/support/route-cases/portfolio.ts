import { paths } from "~/paths";
import { everyone, membersOnly, type RouteCase, signIn, unknownId } from "./route-case";

const link = {
  intent: "link",
  key: "3f0c9a52-5a0e-4c1c-8f0b-0d8a6f2b7a11",
  title: "A trailer",
  part: "Edit and color",
  service: "",
  madeOn: "",
  url: "https://example.com/trailer",
};

export const portfolioCases: RouteCase[] = [
  {
    route: "app/profile.work._index",
    method: "GET",
    path: () => paths.samples(),
    expected: membersOnly(signIn(paths.samples()), "200"),
  },
  {
    route: "app/profile.work._index",
    method: "POST",
    path: () => paths.samples(),
    // The sample belongs to the creator, so for others this changes nothing.
    fields: (world) => ({ sample: world.sampleId, intent: "remove" }),
    by: "creator",
    expected: membersOnly("401", "303 /profile/work"),
  },
  {
    route: "app/profile.work._index",
    method: "POST",
    path: () => paths.samples(),
    fields: (world) => ({ sample: world.sampleId, intent: "place", before: unknownId }),
    by: "creator",
    expected: membersOnly("401", "303 /profile/work"),
  },
  {
    route: "app/profile.work.new",
    method: "GET",
    path: () => paths.newSample(),
    expected: membersOnly(signIn(paths.newSample()), "200"),
  },
  {
    route: "app/profile.work.new",
    method: "POST",
    path: () => paths.newSample({ kind: "link" }),
    fields: () => link,
    by: "creator",
    expected: membersOnly("401", "303 /profile/work"),
  },
  {
    route: "app/profile.work.$sampleId",
    method: "GET",
    path: (world) => paths.sample(world.sampleId),
    expected: { guest: "302 /login", creator: "200", others: "404" },
  },
  {
    route: "app/profile.work.$sampleId",
    method: "POST",
    path: (world) => paths.sample(world.sampleId),
    fields: () => ({ intent: "save", title: "Another season", part: "", service: "", madeOn: "2025-05-01" }),
    by: "creator",
    expected: { guest: "401", creator: "303 /profile/work", others: "404" },
  },
  {
    route: "media",
    method: "GET",
    path: (world) => paths.media(world.mediaId, "file"),
    expected: { guest: "404", others: "200" },
  },
  { route: "media", method: "GET", path: () => paths.media(unknownId, "file"), expected: everyone("404") },
  // The creator's sample.
  {
    route: "viewer",
    method: "GET",
    path: (world) => paths.view("sample", world.sampleId),
    expected: { guest: "404", others: "200" },
  },
  {
    route: "viewer",
    method: "GET",
    path: () => paths.view("message", unknownId),
    expected: everyone("404"),
  },
  { route: "viewer", method: "GET", path: () => `/view/nothing/${unknownId}`, expected: everyone("404") },
  {
    route: "api/uploads.$",
    method: "GET",
    path: () => paths.uploads(),
    expected: membersOnly("401", "404"),
  },
  {
    route: "api/uploads.$",
    method: "POST",
    path: () => paths.uploads(),
    // This endpoint has its own protocol and takes no form. portfolio.test.ts tests it.
    expected: membersOnly("401", "412"),
  },
];
