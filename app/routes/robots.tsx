import type { LoaderFunctionArgs } from "@remix-run/node";
import { robotsText } from "~/features/content/sitemap.server";
import { allowAnyone } from "~/http/route.server";

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return new Response(robotsText(), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
