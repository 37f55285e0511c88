import type { LoaderFunctionArgs } from "@remix-run/node";
import { projectColumns, projectRows } from "~/features/admin/listing-projects.server";
import { readProjectsFilter } from "~/features/admin/projects-filter";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readProjectsFilter(new URL(args.request.url).searchParams);
  return csvResponse(args.request, "matchcut-projects", projectColumns, projectRows(admin, filter));
}
