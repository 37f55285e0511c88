import { hideIds } from "~/ids";
import type { Reply, Visitor } from "./request";

/** The most URLs to follow that differ only in their IDs or filters. */
const maxPerPattern = 2;
/** The most pages to follow whose paths begin with the same segment, such as /blog. */
const maxPerSegment = 30;
const atOnce = 4;

export interface Crawl {
  /** The pages by path and query. */
  pages: Map<string, Reply>;
  /**
   * Links with a status of 400 or more, or to a fragment that their page doesn't contain, each with a page that has the
   * link.
   */
  broken: string[];
}

/** Follows every link, picture and file of the site as a visitor without script would, starting at the home page. */
export async function crawl(
  visitor: Visitor,
  origin: string,
  starts: readonly string[] = ["/"],
): Promise<Crawl> {
  const pages = new Map<string, Reply>();
  const broken: string[] = [];
  const parts: [from: string, to: string, id: string][] = [];
  const seen = new Set<string>(starts);
  const counts = new Map<string, number>();
  const queue = starts.map((to) => ({ from: "the start", to }));

  function follow(from: string, href: string) {
    const url = new URL(href, origin + from);
    if (url.origin !== origin) return;
    const to = url.pathname + url.search;
    if (url.hash) parts.push([from, to, decodeURIComponent(url.hash.slice(1))]);
    if (seen.has(to)) return;
    seen.add(to);
    const segment = `${url.pathname.split("/")[1]}?`;
    const pattern = `${hideIds(url.pathname)} ${[...url.searchParams.keys()].sort()}`;
    const isCounted = /:id|\?/.test(hideIds(to));
    if ((isCounted && count(pattern) > maxPerPattern) || count(segment) > maxPerSegment) return;
    queue.push({ from, to });
  }

  function count(what: string): number {
    const times = (counts.get(what) ?? 0) + 1;
    counts.set(what, times);
    return times;
  }

  async function visit({ from, to }: { from: string; to: string }) {
    const reply = await visitor.get(to);
    if (reply.status >= 400) broken.push(`${from} -> ${to}: ${reply.status}`);
    if (reply.location) follow(to, reply.location);
    if (!reply.headers["content-type"]?.startsWith("text/html") || reply.status !== 200) return;
    pages.set(to, reply);
    for (const href of linksIn(reply.html)) follow(to, href);
  }

  while (queue.length > 0) await Promise.all(queue.splice(0, atOnce).map(visit));
  for (const [from, to, id] of parts) {
    const page = pages.get(to);
    if (page && !page.html.includes(` id="${id}"`)) broken.push(`${from} -> ${to}: has no part ${id}`);
  }
  return { pages, broken };
}

const linksIn = (html: string) =>
  [...html.matchAll(/<(?:a|link|img|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
