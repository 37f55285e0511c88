import type { MetaDescriptor } from "@remix-run/react";
import type { DirectoryView } from "~/features/directory/components/directory-page";
import { peopleOf, peopleWithin, slugOf } from "~/features/directory/directory";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { cardDesign, pageMeta } from "./page-meta";

type DirectoryArgs = Parameters<typeof pageMeta>[0] & { data: DirectoryView | undefined };

/**
 * The `meta` of the directory's pages. Search engines may index only the first page of each service, in the default
 * order. Later pages change whenever someone is listed, and the sitemap already lists the people on them.
 */
export function directoryMeta({ data, matches }: DirectoryArgs): MetaDescriptor[] {
  if (!data) return [{ title: "Page not found · Matchcut" }];
  const { service, people, isFirstPage } = data;
  const words = service
    ? {
        title: `${peopleOf(service.name)} · Matchcut`,
        description: `Find ${peopleWithin(service.name)} for your channel or podcast: vetted by us, with samples of their work and 0% platform fees.`,
        path: sitePaths.contributorsOf(slugOf(service.name)),
        picture: {
          path: sitePaths.sharedPicture("service", slugOf(service.name), { v: cardDesign }),
          alt: `${peopleOf(service.name)} on Matchcut`,
        },
      }
    : {
        title: "Contributors · Matchcut",
        description:
          "Vetted editors, designers and writers for creators, with samples of their work. Pick a service and message the people who fit.",
        path: paths.contributors(),
      };
  const isKept = isFirstPage && people.length > 0;
  return [...pageMeta({ matches }, words), ...(isKept ? [] : [{ name: "robots", content: "noindex" }])];
}
