import type { LoaderFunctionArgs } from "@remix-run/node";
import { findAvatarFile } from "~/features/profiles/avatars.server";
import { fileResponse, privateCache } from "~/http/file-response.server";
import { allowAnyone } from "~/http/route.server";

/** Keys are random and never reused, so browsers may cache public files forever. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const avatarFile = await findAvatarFile(viewer, args.params["*"] ?? "");
  const cacheControl = avatarFile?.isPublic ? "public, max-age=31536000, immutable" : privateCache;
  return (
    (avatarFile && (await fileResponse(args.request, avatarFile.file, { cacheControl }))) ??
    new Response("Not found", { status: 404 })
  );
}
