import type { MetaDescriptor } from "@remix-run/react";
import { sitePaths } from "~/site-paths";

/** By which feed readers find the blog's feed. */
export const feedLink: MetaDescriptor = {
  tagName: "link",
  rel: "alternate",
  type: "application/atom+xml",
  title: "Matchcut blog",
  href: sitePaths.blogFeed(),
};
