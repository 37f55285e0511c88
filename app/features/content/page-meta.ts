import type { MetaDescriptor } from "@remix-run/react";
import { sitePaths } from "~/site-paths";

/** Makes one of our paths absolute. */
export type At = (path: string) => string;

/** A schema.org thing, as JSON-LD. */
export type Thing = { "@type": string } & Record<string, unknown>;

/** What a public page tells search engines and link previews. */
export interface PageWords {
  /** As the browser shows it: "Pricing | Matchcut". */
  title: string;
  /** One or two sentences that no other page has. */
  description: string;
  /** The canonical URL, without parameters that only filter the page or carry state. */
  path: string;
  kind?: "website" | "article" | "profile";
  /** 1200 × 630 pixels; by default the picture of the whole site. */
  picture?: { path: string; alt: string };
  /** From `structured-data.ts`. It isn't executed, so the CSP doesn't govern it. */
  things?: (at: At) => readonly Thing[];
}

/** The version of cards that show only our own words. Changing it makes clients fetch them again. */
export const cardDesign = "1";

/** The path of the card for a post, which shows the post's title. */
export const postPicture = (id: string) => sitePaths.sharedPicture("post", id, { v: cardDesign });

type Matches = readonly { data: unknown }[];

const sitePicture = {
  path: sitePaths.sharedPicture("site", "matchcut", { v: cardDesign }),
  alt: "Matchcut: creators and the crews behind their work",
};

/**
 * The `meta` of a public page: title, description, canonical address, Open Graph and JSON-LD. Twitter reads Open Graph
 * if its own tags are missing. If the origin is unknown, as after a failure, there's only the title and the
 * description.
 * @param args what Remix gives to `meta`: the origin is in the data of the site's layout, or of the page
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
    ["og:title", title.replace(/ [|·] Matchcut$/, "")],
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

/** The configured origin. */
function originOf(matches: Matches): string | undefined {
  for (const { data } of matches) {
    const { origin } = (data ?? {}) as { origin?: unknown };
    if (typeof origin === "string") return origin;
  }
  return undefined;
}
