import { listCatalog } from "~/features/catalog/reading.server";
import { slugOf } from "~/features/directory/directory";
import { listIndexed, listParts } from "~/features/directory/listing.server";
import { escapeMarkup } from "~/lines";
import type { Throttled } from "~/outcome";
import { paths } from "~/paths";
import { env } from "~/platform/env.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { sitePaths } from "~/site-paths";
import { jobs, posts, team } from "./pages.server";

const at = (path: string) => new URL(path, env.APP_URL).href;

export interface SitemapEntry {
  path: string;
  /** yyyy-MM-dd. */
  changed?: string;
}

/** The public pages except people's profiles. */
async function listPages(): Promise<SitemapEntry[]> {
  const { services } = await listCatalog();
  return [
    ...[paths.home(), paths.howItWorks(), paths.features(), paths.pricing(), paths.about(), paths.contact()],
    ...[paths.faq(), paths.safetyCenter(), paths.privacyPolicy(), paths.termsOfService()],
    ...[paths.newsletter(), paths.careers(), ...team.map(({ id }) => sitePaths.teamMember(id)), paths.blog()],
    ...[paths.contributors(), ...services.map(({ name }) => sitePaths.contributorsOf(slugOf(name)))],
  ]
    .map((path): SitemapEntry => ({ path }))
    .concat(
      posts.map(({ id, date }) => ({ path: sitePaths.blogPost(id), changed: date })),
      jobs.map(({ id, posted }) => ({ path: sitePaths.job(id), changed: posted })),
    );
}

async function* listPeople(part: number): AsyncGenerator<SitemapEntry> {
  for await (const { id, changed } of listIndexed(part))
    yield { path: paths.profile(id), changed: changed.toISOString().slice(0, 10) };
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The sitemap's index, which lists its parts. sitemaps.org allows at most 50,000 URLs per part. */
export async function sitemapIndex(): Promise<string> {
  const parts = ["pages", ...(await listParts()).map((number) => `contributors-${number}`)];
  const lines = parts.map(
    (part) => `<sitemap><loc>${escapeMarkup(at(sitePaths.sitemapPart(part)))}</loc></sitemap>\n`,
  );
  return `${head}<sitemapindex ${namespace}>\n${lines.join("")}</sitemapindex>\n`;
}

/**
 * One part of the sitemap as XML, in pieces that are read from the database only as fast as the client takes them.
 * @param name one of the names in the index
 * @returns null if no part can have that name; refused: 'too-many' if one network requests too many
 */
export async function sitemapPart(
  name: string,
  clientAddress: string,
): Promise<{ ok: true; text: AsyncIterable<string> } | Throttled | null> {
  const [, number] = /^contributors-(\d{1,9})$/.exec(name) ?? [];
  if (name !== "pages" && !number) return null;
  const waitSeconds = await takeFromLimit("sitemap-part", networkOf(clientAddress), {
    address: clientAddress,
  });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  return { ok: true, text: textOf(number ? listPeople(Number(number)) : await listPages()) };
}

async function* textOf(
  entries: Iterable<SitemapEntry> | AsyncIterable<SitemapEntry>,
): AsyncGenerator<string> {
  yield `${head}<urlset ${namespace}>\n`;
  for await (const { path, changed } of entries)
    yield `<url><loc>${escapeMarkup(at(path))}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>\n`;
  yield "</urlset>\n";
}

/**
 * Paths that robots.txt disallows, because their pages are noindex anyway or require signing in. Profiles and pictures
 * stay allowed.
 */
const closed = [
  ...["/admin/", "/api/", "/creator-dashboard", "/dashboard", "/dev/", "/discover", "/login", "/matches"],
  ...["/messages", "/onboarding", "/recover", "/report/", "/settings"],
];

export function robotsText(): string {
  return [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${at(sitePaths.sitemap())}`,
    "",
  ].join("\n");
}
