import type { LoaderFunctionArgs } from "@remix-run/node";
import { jobColumns, jobRows } from "~/features/admin/jobs-and-mail.server";
import { readJobsFilter } from "~/features/admin/jobs-filter";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readJobsFilter(new URL(args.request.url).searchParams);
  return csvResponse(args.request, "matchcut-jobs", jobColumns, jobRows(admin, filter));
}
