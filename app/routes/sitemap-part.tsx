import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitemapPart } from "~/features/content/sitemap.server";
import { allowAnyone, textParam } from "~/http/route.server";
import { textResponse } from "~/http/text-response.server";

const missing = () => new Response("Not found", { status: 404 });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const [, name] = /^(.+)\.xml$/.exec(textParam(args, "part")) ?? [];
  const part = name ? await sitemapPart(name, args.context.clientAddress) : null;
  if (!part) return missing();
  if (!part.ok)
    return new Response("Too many requests", {
      status: 429,
      headers: { "Retry-After": String(part.waitSeconds) },
    });
  return textResponse(args.request, part.text, {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": "public, max-age=3600",
  });
}
