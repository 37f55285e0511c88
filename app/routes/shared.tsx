import type { LoaderFunctionArgs } from "@remix-run/node";
import { findSharedPicture } from "~/features/content/shared-pictures.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";

export const handle: RouteHandle = { isIndexed: true };

/** Cached forever under its current version, and for minutes under any other. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const [, thing] = /^([\w-]{1,100})\.jpg$/.exec(args.params.name ?? "") ?? [];
  const picture = thing
    ? await findSharedPicture(args.params.kind ?? "", thing, args.context.clientAddress)
    : null;
  if (!picture) return new Response("Not found", { status: 404 });
  if (!picture.ok)
    return new Response("Too many requests", {
      status: 429,
      headers: { "Retry-After": String(picture.waitSeconds) },
    });
  const { body, version } = picture.picture;
  const isCurrent = new URL(args.request.url).searchParams.get("v") === version;
  return new Response(args.request.method === "HEAD" ? null : (body as BodyInit), {
    headers: {
      "Content-Type": "image/jpeg",
      "Content-Length": String(body.byteLength),
      "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=300",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
