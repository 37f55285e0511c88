import type { LoaderFunctionArgs } from "@remix-run/node";
import { findPeople } from "~/features/admin/people-list.server";
import { caseColumns, caseRows } from "~/features/moderation/case.server";
import { readCaseFilter } from "~/features/moderation/case-filter";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readCaseFilter(new URL(args.request.url).searchParams);
  const people = (await findPeople(filter.q))?.ids ?? null;
  return csvResponse(args.request, "matchcut-reports", caseColumns, caseRows(admin, { ...filter, people }));
}
