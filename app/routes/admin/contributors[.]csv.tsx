import type { LoaderFunctionArgs } from "@remix-run/node";
import { waitingColumns, waitingRows } from "~/features/profiles/reviewing.server";
import { readWaitingSort } from "~/features/profiles/waiting-sort";
import { csvResponse } from "~/http/csv-response.server";
import { requireAdmin } from "~/http/guards.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const q = (query.get("q") ?? "").trim().slice(0, 100);
  const rows = waitingRows(admin, { q, sort: readWaitingSort(query.get("sort")) });
  return csvResponse(args.request, "matchcut-waiting-contributors", waitingColumns, rows);
}
