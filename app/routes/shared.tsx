import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { findSharedPicture } from "~/features/content/shared-pictures.server";
import { fileResponse, publicCache } from "~/http/file-response.server";
import { allowAnyone, textParam } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";

export const handle: RouteHandle = { isIndexed: true };

/** The picture's URL contains a version, so a client that has kept an earlier picture requests the new one. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const [, thing] = /^([\w-]{1,100})\.jpg$/.exec(textParam(args, "name")) ?? [];
  const picture = thing
    ? await findSharedPicture(textParam(args, "kind"), thing, args.context.clientAddress)
    : null;
  if (!picture) return new Response("Not found", { status: 404 });
  if (!picture.ok)
    return new Response("Too many requests", {
      status: 429,
      headers: { "Retry-After": String(picture.waitSeconds) },
    });
  const { body, version } = picture.picture;
  const bytes = body.byteLength;
  const open = async ({ first, last } = { first: 0, last: bytes - 1 }) => ({
    stream: Readable.from([body.subarray(first, last + 1)]),
    bytes,
    contentType: "image/jpeg",
  });
  return fileResponse(args.request, { bytes, tag: version, open }, { cacheControl: publicCache });
}
