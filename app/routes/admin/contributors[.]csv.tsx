import type { LoaderFunctionArgs } from "@remix-run/node";
import { waitingColumns, waitingRows } from "~/features/profiles/reviewing.server";
import { readWaitingFilter } from "~/features/profiles/waiting-filter";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const rows = waitingRows(admin, readWaitingFilter(new URL(args.request.url).searchParams));
  return csvResponse(args.request, "matchcut-waiting-contributors", waitingColumns, rows);
}
