import type { LoaderFunctionArgs } from "@remix-run/node";
import { findPeople } from "~/features/admin/finding-people.server";
import {
  readPlan,
  readSubscriptionSort,
  subscriptionColumns,
  subscriptionRows,
} from "~/features/plans/listing-subscriptions.server";
import { csvResponse } from "~/http/csv-response.server";
import { requireAdmin } from "~/http/guards.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const people = await findPeople((query.get("q") ?? "").slice(0, 320));
  const rows = subscriptionRows(admin, {
    people: people?.ids ?? null,
    plan: readPlan(query.get("plan")),
    sort: readSubscriptionSort(query.get("sort")),
  });
  return csvResponse(args.request, "matchcut-subscriptions", subscriptionColumns, rows);
}
