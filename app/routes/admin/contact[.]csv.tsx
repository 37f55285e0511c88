import type { LoaderFunctionArgs } from "@remix-run/node";
import { readContactFilter } from "~/features/contact/contact";
import { contactColumns, contactRows } from "~/features/contact/inbox.server";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readContactFilter(new URL(args.request.url).searchParams);
  return csvResponse(args.request, "matchcut-contact-messages", contactColumns, contactRows(admin, filter));
}
