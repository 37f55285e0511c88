import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSubscriberFilter } from "~/features/newsletter/subscriber-filter";
import { subscriberColumns, subscriberRows } from "~/features/newsletter/subscribers.server";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readSubscriberFilter(new URL(args.request.url).searchParams);
  return csvResponse(args.request, "matchcut-newsletter", subscriberColumns, subscriberRows(admin, filter));
}
