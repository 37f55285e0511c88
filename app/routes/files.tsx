import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { readAvatarFile } from "~/features/profiles/avatars.server";
import { allowAnyone } from "~/http/guards.server";

/** Pictures that everybody may see. Their keys are random and never used again, so that browsers keep them for good. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const file = await readAvatarFile(args.params["*"] ?? "");
  if (!file) return new Response("Not found", { status: 404, headers: { "Cache-Control": "no-store" } });
  if (args.request.method === "HEAD") file.stream.destroy();
  return new Response(args.request.method === "HEAD" ? null : createReadableStreamFromReadable(file.stream), {
    headers: {
      "Content-Type": file.contentType,
      "Content-Length": String(file.bytes),
      "Cache-Control": "public, max-age=31536000, immutable",
      // Whatever a file holds, opened by itself it runs nothing.
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
