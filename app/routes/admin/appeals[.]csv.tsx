import type { LoaderFunctionArgs } from "@remix-run/node";
import { findPeople } from "~/features/admin/people-list.server";
import { readAppealFilter } from "~/features/moderation/appeal-filter";
import { appealColumns, appealRows } from "~/features/moderation/appeal-queue.server";
import { csvResponse } from "~/http/csv-response.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";

/** The list of the same query, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  await requireRecentProof(args, admin, listOf(args));
  const filter = readAppealFilter(new URL(args.request.url).searchParams);
  const people = (await findPeople(filter.q))?.ids ?? null;
  return csvResponse(
    args.request,
    "matchcut-appeals",
    appealColumns,
    appealRows(admin, { ...filter, people }),
  );
}
