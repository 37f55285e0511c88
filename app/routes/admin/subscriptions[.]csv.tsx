import type { LoaderFunctionArgs } from "@remix-run/node";
import { findPeople } from "~/features/admin/people-list.server";
import { subscriptionColumns, subscriptionRows } from "~/features/plans/listing-subscriptions.server";
import { readSubscriptionFilter } from "~/features/plans/subscription-filter";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readSubscriptionFilter(new URL(args.request.url).searchParams);
  const people = (await findPeople(filter.q))?.ids ?? null;
  const rows = subscriptionRows(admin, { ...filter, people });
  return csvResponse(args.request, "matchcut-subscriptions", subscriptionColumns, rows);
}
