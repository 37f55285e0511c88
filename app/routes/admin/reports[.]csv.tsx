import type { LoaderFunctionArgs } from "@remix-run/node";
import { caseColumns, caseRows } from "~/features/moderation/exporting-cases.server";
import { caseStates, isReportReason } from "~/features/moderation/report";
import { csvResponse } from "~/http/csv-response.server";
import { requireAdmin } from "~/http/guards.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const asked = query.get("reason") ?? "";
  const rows = caseRows(admin, {
    state: caseStates.find((state) => state === query.get("state")) ?? "open",
    reason: isReportReason(asked) ? asked : "",
  });
  return csvResponse(args.request, "matchcut-reports", caseColumns, rows);
}
