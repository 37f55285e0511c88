import type { LoaderFunctionArgs } from "@remix-run/node";
import { readPeopleFilter } from "~/features/admin/people-filter";
import { peopleColumns, peopleRows } from "~/features/admin/people-list.server";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readPeopleFilter(new URL(args.request.url).searchParams);
  return csvResponse(args.request, "matchcut-people", peopleColumns, peopleRows(admin, filter));
}
