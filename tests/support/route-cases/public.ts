import { offlinePath } from "~/offline-words";
import { paths } from "~/paths";
import { everyone, type RouteCase } from "./route-case";

export const publicCases: RouteCase[] = [
  { route: "site/_index", method: "GET", path: () => paths.home(), expected: everyone("200") },
  { route: "site/how-it-works", method: "GET", path: () => paths.howItWorks(), expected: everyone("200") },
  { route: "site/pricing", method: "GET", path: () => paths.pricing(), expected: everyone("200") },
  { route: "offline", method: "GET", path: () => offlinePath, expected: everyone("200") },
  { route: "not-found", method: "GET", path: () => "/no/such/page", expected: everyone("404") },
  { route: "not-found", method: "POST", path: () => "/no/such/page", expected: everyone("404") },
  { route: "dev/outbox", method: "GET", path: () => paths.devOutbox(), expected: everyone("404") },
  { route: "dev/kit", method: "GET", path: () => paths.devKit("forms"), expected: everyone("404") },
  {
    route: "files",
    method: "GET",
    path: () => paths.file(`avatars/${"a".repeat(24)}-96.webp`),
    expected: everyone("404"),
  },
];
