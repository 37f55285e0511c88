import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscriberColumns, subscriberRows } from "~/features/newsletter/subscribers.server";
import { csvResponse } from "~/http/csv-response.server";
import { requireAdmin } from "~/http/guards.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, 254);
  return csvResponse(args.request, "matchcut-newsletter", subscriberColumns, subscriberRows(admin, q));
}
