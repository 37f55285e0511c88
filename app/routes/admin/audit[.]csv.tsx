import type { LoaderFunctionArgs } from "@remix-run/node";
import { readActFilter } from "~/features/admin/act-filter";
import { actColumns, actRows } from "~/features/admin/acts.server";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readActFilter(new URL(args.request.url).searchParams);
  return csvResponse(args.request, "matchcut-audit-log", actColumns, actRows(admin, filter));
}
