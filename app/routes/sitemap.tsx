import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitemapIndex } from "~/features/content/sitemap.server";
import { allowAnyone } from "~/http/route.server";

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return new Response(await sitemapIndex(), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
