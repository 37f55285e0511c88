import type { LoaderFunctionArgs } from "@remix-run/node";
import { findAvatarFile } from "~/features/profiles/avatars.server";
import { fileResponse, privateCache, publicCache } from "~/http/file-response.server";
import { allowAnyone, textParam } from "~/http/route.server";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const avatarFile = await findAvatarFile(viewer, textParam(args, "*"));
  const cacheControl = avatarFile?.isPublic ? publicCache : privateCache;
  return (
    (avatarFile && (await fileResponse(args.request, avatarFile.file, { cacheControl }))) ??
    new Response("Not found", { status: 404 })
  );
}
