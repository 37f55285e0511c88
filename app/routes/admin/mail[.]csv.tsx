import type { LoaderFunctionArgs } from "@remix-run/node";
import { readUnsentFilter } from "~/features/notifications/unsent-filter";
import { unsentColumns, unsentRows } from "~/features/notifications/unsent-mails.server";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readUnsentFilter(new URL(args.request.url).searchParams);
  return csvResponse(args.request, "matchcut-mail", unsentColumns, unsentRows(filter));
}
