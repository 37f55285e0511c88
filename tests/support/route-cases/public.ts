import { paths } from "~/paths";
import { everyone, type RouteCase } from "./route-case";

export const publicCases: RouteCase[] = [
  { route: "site/_index", method: "GET", path: () => paths.home(), expected: everyone("200") },
  { route: "site/how-it-works", method: "GET", path: () => paths.howItWorks(), expected: everyone("200") },
  { route: "site/pricing", method: "GET", path: () => paths.pricing(), expected: everyone("200") },
  { route: "site/features", method: "GET", path: () => paths.features(), expected: everyone("200") },
  { route: "site/about", method: "GET", path: () => paths.about(), expected: everyone("200") },
  {
    route: "site/team.$member",
    method: "GET",
    path: () => paths.teamMember("mara-lindqvist"),
    expected: everyone("200"),
  },
  {
    route: "site/team.$member",
    method: "GET",
    path: () => paths.teamMember("no"),
    expected: everyone("404"),
  },
  { route: "site/careers._index", method: "GET", path: () => paths.careers(), expected: everyone("200") },
  {
    route: "site/careers.$job",
    method: "GET",
    path: () => paths.job("backend-engineer"),
    expected: everyone("200"),
  },
  { route: "site/careers.$job", method: "GET", path: () => paths.job("no"), expected: everyone("404") },
  { route: "site/blog._index", method: "GET", path: () => paths.blog(), expected: everyone("200") },
  {
    route: "site/blog._index",
    method: "GET",
    path: () => paths.blog({ category: "creator-tips" }),
    expected: everyone("200"),
  },
  {
    route: "site/blog.$post",
    method: "GET",
    path: () => paths.blogPost("pay-for-the-test"),
    expected: everyone("200"),
  },
  { route: "site/blog.$post", method: "GET", path: () => paths.blogPost("no"), expected: everyone("404") },
  { route: "site/blog.feed[.]xml", method: "GET", path: () => paths.blogFeed(), expected: everyone("200") },
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
