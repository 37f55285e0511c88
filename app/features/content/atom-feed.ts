import type { MetaDescriptor } from "@remix-run/react";
import { escapeMarkup } from "~/lines";
import { sitePaths } from "~/site-paths";

export interface FeedEntry {
  id: string;
  title: string;
  description: string;
  /** As yyyy-MM-dd. */
  date: string;
  authorName: string;
  category: string;
}

/**
 * The blog as an Atom feed (RFC 4287).
 * @param at turns one of our paths into an absolute URL
 * @param entries newest first
 */
export function atomFeed(
  at: (path: string) => string,
  { self, blog, postPath }: { self: string; blog: string; postPath: (id: string) => string },
  entries: readonly FeedEntry[],
): string {
  const link = (to: string, more = "") => `<link href="${escapeMarkup(at(to))}"${more}/>`;
  const items = entries.map(({ id, title, description, date, authorName, category }) =>
    [
      "<entry>",
      `<title>${escapeMarkup(title)}</title>`,
      link(postPath(id)),
      `<id>${escapeMarkup(at(postPath(id)))}</id>`,
      `<published>${date}T00:00:00Z</published>`,
      `<updated>${date}T00:00:00Z</updated>`,
      `<author><name>${escapeMarkup(authorName)}</name></author>`,
      `<category term="${escapeMarkup(category)}"/>`,
      `<summary>${escapeMarkup(description)}</summary>`,
      "</entry>",
    ].join(""),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    "<title>Matchcut blog</title>",
    link(blog),
    link(self, ' rel="self" type="application/atom+xml"'),
    `<id>${escapeMarkup(at(blog))}</id>`,
    `<updated>${entries[0]?.date ?? "1970-01-01"}T00:00:00Z</updated>`,
    ...items,
    "</feed>",
    "",
  ].join("\n");
}

/** The `<link>` that lets feed readers and browsers discover the blog's feed. */
export const feedLink: MetaDescriptor = {
  tagName: "link",
  rel: "alternate",
  type: "application/atom+xml",
  title: "Matchcut blog",
  href: sitePaths.blogFeed(),
};
