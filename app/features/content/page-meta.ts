import type { MetaDescriptor } from "@remix-run/react";
import { sitePaths } from "~/site-paths";

/** Turns one of our paths into an absolute URL. */
export type At = (path: string) => string;

/** A schema.org thing, as JSON-LD. */
export type Thing = { "@type": string } & Record<string, unknown>;

/** What a public page tells search engines and link previews. */
export interface PageWords {
  /** As in the browser's tab: "Pricing · Matchcut". */
  title: string;
  /** One or two sentences, different on every page. */
  description: string;
  /** The canonical path: without parameters that filter the page or carry state. */
  path: string;
  kind?: "website" | "article" | "profile";
  /** The picture of link previews, 1200 × 630 pixels. Without one, they show the site's. */
  picture?: { path: string; alt: string };
  /** Made by `structured-data.ts`. The CSP's script rules don't apply to JSON-LD, because it isn't executed. */
  things?: (at: At) => readonly Thing[];
}

/**
 * Part of the URL of preview pictures that contain only our own words. Change it when their design changes, so that
 * caches fetch them again.
 */
export const cardDesign = "1";

/** The path of a post's preview picture, which contains the post's title. */
export const postPicture = (id: string) => sitePaths.sharedPicture("post", id, { v: cardDesign });

type Matches = readonly { data: unknown }[];

const sitePicture = {
  path: sitePaths.sharedPicture("site", "matchcut", { v: cardDesign }),
  alt: "Matchcut: creators and the crews behind their work",
};

/**
 * The `meta` of a public page: title, description, canonical URL, Open Graph and JSON-LD. There are no Twitter tags,
 * because Twitter falls back to Open Graph. If the origin is unknown, as after a failure, there are only the title and
 * the description.
 * @param args what Remix passes to `meta`; the data of the site's layout, or of the page, contains the origin
 */
export function pageMeta({ matches }: { matches: Matches }, words: PageWords): MetaDescriptor[] {
  return metaAt(originOf(matches), words);
}

export function metaAt(origin: string | undefined, words: PageWords): MetaDescriptor[] {
  const { title, description, path, kind = "website", picture = sitePicture, things } = words;
  const named: MetaDescriptor[] = [{ title }, { name: "description", content: description }];
  if (!origin) return named;
  const at: At = (to) => new URL(to, origin).href;
  const properties: [property: string, content: string][] = [
    ["og:site_name", "Matchcut"],
    ["og:type", kind],
    ["og:title", title.replace(/ · Matchcut$/, "")],
    ["og:description", description],
    ["og:url", at(path)],
    ["og:image", at(picture.path)],
    ["og:image:alt", picture.alt],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
  ];
  return [
    ...named,
    { tagName: "link", rel: "canonical", href: at(path) },
    ...properties.map(([property, content]) => ({ property, content })),
    { name: "twitter:card", content: "summary_large_image" },
    ...(things?.(at) ?? []).map((thing) => ({
      "script:ld+json": { "@context": "https://schema.org", ...thing } as Record<string, string>,
    })),
  ];
}

/** The configured origin, which only some routes have in their data. */
function originOf(matches: Matches): string | undefined {
  for (const { data } of matches) {
    const { origin } = (data ?? {}) as { origin?: unknown };
    if (typeof origin === "string") return origin;
  }
  return undefined;
}
