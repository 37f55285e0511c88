import type { LoaderFunctionArgs } from "@remix-run/node";
import { readRefundSort, refundColumns, refundRows } from "~/features/payments/waiting-refunds.server";
import { csvResponse } from "~/http/csv-response.server";
import { requireAdmin } from "~/http/guards.server";

/** The list that waits, whole. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const sort = readRefundSort(new URL(args.request.url).searchParams.get("sort"));
  return csvResponse(args.request, "matchcut-refunds", refundColumns, refundRows(sort));
}
