import { offlinePath } from "~/offline-words";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { everyone, type RouteCase } from "./route-case";

export const publicCases: RouteCase[] = [
  { route: "site/_index", method: "GET", path: () => paths.home(), expected: everyone("200") },
  { route: "site/how-it-works", method: "GET", path: () => paths.howItWorks(), expected: everyone("200") },
  { route: "site/pricing", method: "GET", path: () => paths.pricing(), expected: everyone("200") },
  {
    route: "site/contributors._index",
    method: "GET",
    path: () => paths.contributors(),
    expected: everyone("200"),
  },
  {
    route: "site/contributors.$service",
    method: "GET",
    path: () => sitePaths.contributorsOf("video-editors"),
    expected: everyone("200"),
  },
  {
    route: "change-password",
    method: "GET",
    path: () => "/.well-known/change-password",
    expected: everyone("302 /settings/password"),
  },
  { route: "favicon", method: "GET", path: () => "/favicon.ico", expected: everyone("301 /icon-192.png") },
  { route: "robots", method: "GET", path: () => sitePaths.robots(), expected: everyone("200") },
  { route: "sitemap", method: "GET", path: () => sitePaths.sitemap(), expected: everyone("200") },
  {
    route: "sitemap-part",
    method: "GET",
    path: () => sitePaths.sitemapPart("contributors-0"),
    expected: everyone("200"),
  },
  {
    route: "shared",
    method: "GET",
    path: () => sitePaths.sharedPicture("service", "video-editors"),
    expected: everyone("200"),
  },
  { route: "site/features", method: "GET", path: () => paths.features(), expected: everyone("200") },
  { route: "site/about", method: "GET", path: () => paths.about(), expected: everyone("200") },
  {
    route: "site/team.$member",
    method: "GET",
    path: () => sitePaths.teamMember("mara-lindqvist"),
    expected: everyone("200"),
  },
  {
    route: "site/team.$member",
    method: "GET",
    path: () => sitePaths.teamMember("no"),
    expected: everyone("404"),
  },
  { route: "site/careers._index", method: "GET", path: () => paths.careers(), expected: everyone("200") },
  {
    route: "site/careers.$job",
    method: "GET",
    path: () => sitePaths.job("backend-engineer"),
    expected: everyone("200"),
  },
  { route: "site/careers.$job", method: "GET", path: () => sitePaths.job("no"), expected: everyone("404") },
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
    path: () => sitePaths.blogPost("pay-for-the-test"),
    expected: everyone("200"),
  },
  {
    route: "site/blog.$post",
    method: "GET",
    path: () => sitePaths.blogPost("no"),
    expected: everyone("404"),
  },
  {
    route: "site/blog.feed[.]xml",
    method: "GET",
    path: () => sitePaths.blogFeed(),
    expected: everyone("200"),
  },
  { route: "site/faq", method: "GET", path: () => paths.faq(), expected: everyone("200") },
  {
    route: "site/safety-center",
    method: "GET",
    path: () => paths.safetyCenter(),
    expected: everyone("200"),
  },
  {
    route: "site/privacy-policy",
    method: "GET",
    path: () => paths.privacyPolicy(),
    expected: everyone("200"),
  },
  {
    route: "site/terms-of-service",
    method: "GET",
    path: () => paths.termsOfService(),
    expected: everyone("200"),
  },
  { route: "offline", method: "GET", path: () => offlinePath, expected: everyone("200") },
  { route: "not-found", method: "GET", path: () => "/no/such/page", expected: everyone("404") },
  { route: "not-found", method: "POST", path: () => "/no/such/page", expected: everyone("404") },
  { route: "dev/outbox", method: "GET", path: () => sitePaths.devOutbox(), expected: everyone("404") },
  { route: "dev/kit", method: "GET", path: () => sitePaths.devKit("forms"), expected: everyone("404") },
  { route: "dev/mails", method: "GET", path: () => sitePaths.devMails(), expected: everyone("404") },
  {
    route: "dev/mail",
    method: "GET",
    // Requests an email that doesn't exist. The page of one that does has attributes for mail clients, which the markup
    // checks would reject.
    path: () => sitePaths.devMail("none", 0),
    expected: everyone("404"),
  },
  {
    route: "files",
    method: "GET",
    path: () => sitePaths.file(`avatars/${"a".repeat(24)}-96.webp`),
    expected: everyone("404"),
  },
];
