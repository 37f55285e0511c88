import type { LoaderFunctionArgs } from "@remix-run/node";
import { readAvatarFile } from "~/features/profiles/avatars.server";
import { bodyOf } from "~/http/file-response.server";
import { allowAnyone } from "~/http/route.server";

/** Keys are random and never reused, so browsers may cache forever. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const file = await readAvatarFile(args.params["*"] ?? "");
  if (!file) return new Response("Not found", { status: 404, headers: { "Cache-Control": "no-store" } });
  if (args.request.method === "HEAD") file.stream.destroy();
  return new Response(args.request.method === "HEAD" ? null : bodyOf(file), {
    headers: {
      "Content-Type": file.contentType,
      "Content-Length": String(file.bytes),
      "Cache-Control": "public, max-age=31536000, immutable",
      // A file opened directly cannot run anything.
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
