import type { LoaderFunctionArgs } from "@remix-run/node";
import { openMedia } from "~/features/media/serving.server";
import { findMessageMedia } from "~/features/messaging/attaching.server";
import { findReportedMedia } from "~/features/moderation/reporting.server";
import { findSampleMedia } from "~/features/portfolio/listing.server";
import { findBriefMedia } from "~/features/projects/viewing.server";
import { fileResponse, privateCache, publicCache } from "~/http/file-response.server";
import { allowAnyone, textParam } from "~/http/route.server";
import { parseId } from "~/ids";

/**
 * Responds with 404 for a private file that the viewer may not see, as if it didn't exist. The content behind an ID
 * never changes.
 */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const id = parseId(args.params.mediaId);
  const media = id
    ? ((await findSampleMedia(viewer, id)) ??
      (await findBriefMedia(viewer, id)) ??
      (await findMessageMedia(viewer, id)) ??
      (await findReportedMedia(viewer, id)))
    : null;
  const opened = media && (await openMedia(media.media, textParam(args, "variant")));
  const cacheControl = media?.isPublic ? publicCache : privateCache;
  return (
    (opened && (await fileResponse(args.request, opened, { cacheControl, ...opened.saving }))) ??
    new Response("Not found", { status: 404 })
  );
}
