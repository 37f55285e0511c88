import type { LoaderFunctionArgs } from "@remix-run/node";
import { atomFeed } from "~/features/content/atom-feed";
import { posts } from "~/features/content/pages.server";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const { origin } = new URL(args.request.url);
  const ways = { self: sitePaths.blogFeed(), blog: paths.blog(), postPath: sitePaths.blogPost };
  return new Response(
    atomFeed((path) => new URL(path, origin).href, ways, posts),
    {
      headers: {
        "Content-Type": "application/atom+xml; charset=utf-8",
        "Cache-Control": "public, max-age=600",
      },
    },
  );
}
