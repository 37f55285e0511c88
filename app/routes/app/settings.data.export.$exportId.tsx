import type { LoaderFunctionArgs } from "@remix-run/node";
import { openExport } from "~/features/leaving/exporting.server";
import { fileResponse } from "~/http/file-response.server";
import { idParam, requireRecentProof, requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";

/**
 * Returns 404 for an export that belongs to someone else, isn't ready or has expired, so that no one can tell which.
 */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  await requireRecentProof(args, actor, paths.ownData());
  const exportFile = await openExport(actor, idParam(args, "exportId"));
  const headers = { cacheControl: "private, no-store", downloadName: "matchcut-data.zip" };
  return (
    (exportFile && (await fileResponse(args.request, exportFile, headers))) ??
    new Response("Not found", { status: 404 })
  );
}
