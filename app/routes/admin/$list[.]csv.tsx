import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Actor } from "~/features/accounts/actor";
import { readActFilter } from "~/features/admin/act-filter";
import { actColumns, actRows } from "~/features/admin/acts.server";
import { jobColumns, jobRows } from "~/features/admin/jobs-and-mail.server";
import { readJobsFilter } from "~/features/admin/jobs-filter";
import { projectList } from "~/features/admin/listing-projects.server";
import { readPeopleFilter } from "~/features/admin/people-filter";
import { findPeople, peopleColumns, peopleRows } from "~/features/admin/people-list.server";
import { contactList } from "~/features/contact/inbox.server";
import { readAppealFilter } from "~/features/moderation/appeal-filter";
import { appealColumns, appealRows } from "~/features/moderation/appeal-queue.server";
import { caseColumns, caseRows } from "~/features/moderation/case.server";
import { readCaseFilter } from "~/features/moderation/case-filter";
import { subscriberList } from "~/features/newsletter/subscribers.server";
import { readUnsentFilter } from "~/features/notifications/unsent-filter";
import { unsentColumns, unsentRows } from "~/features/notifications/unsent-mails.server";
import { readRefundFilter } from "~/features/payments/refunds";
import { refundColumns, refundRows } from "~/features/payments/waiting-refunds.server";
import { subscriptionColumns, subscriptionRows } from "~/features/plans/listing-subscriptions.server";
import { readSubscriptionFilter } from "~/features/plans/subscription-filter";
import { waitingColumns, waitingRows } from "~/features/profiles/reviewing.server";
import { readWaitingFilter } from "~/features/profiles/waiting-filter";
import { fileOf } from "~/http/admin-list.server";
import { listOf, requireAdmin, requireRecentProof } from "~/http/route.server";
import { csvResponse } from "~/http/text-response.server";

interface ListFile {
  name: string;
  columns: readonly string[];
  rows(admin: Actor, query: URLSearchParams): AsyncIterable<string[]> | Promise<AsyncIterable<string[]>>;
}

/** A filter whose words name people. */
async function ofPeople<Filter extends { q: string }>(filter: Filter) {
  return { ...filter, people: (await findPeople(filter.q))?.ids ?? null };
}

/** By the list's address. */
const lists: Readonly<Record<string, (admin: Actor, request: Request) => Promise<Response>>> = {
  contact: fileOf(contactList),
  newsletter: fileOf(subscriberList),
  projects: fileOf(projectList),
};

const files: Readonly<Record<string, ListFile>> = {
  appeals: {
    name: "matchcut-appeals",
    columns: appealColumns,
    rows: async (admin, query) => appealRows(admin, await ofPeople(readAppealFilter(query))),
  },
  audit: {
    name: "matchcut-audit-log",
    columns: actColumns,
    rows: (admin, query) => actRows(admin, readActFilter(query)),
  },
  contributors: {
    name: "matchcut-waiting-contributors",
    columns: waitingColumns,
    rows: (admin, query) => waitingRows(admin, readWaitingFilter(query)),
  },
  jobs: {
    name: "matchcut-jobs",
    columns: jobColumns,
    rows: (admin, query) => jobRows(admin, readJobsFilter(query)),
  },
  mail: {
    name: "matchcut-mail",
    columns: unsentColumns,
    rows: (_, query) => unsentRows(readUnsentFilter(query)),
  },
  people: {
    name: "matchcut-people",
    columns: peopleColumns,
    rows: (admin, query) => peopleRows(admin, readPeopleFilter(query)),
  },
  refunds: {
    name: "matchcut-refunds",
    columns: refundColumns,
    rows: async (_, query) => refundRows(await ofPeople(readRefundFilter(query))),
  },
  reports: {
    name: "matchcut-reports",
    columns: caseColumns,
    rows: async (admin, query) => caseRows(admin, await ofPeople(readCaseFilter(query))),
  },
  subscriptions: {
    name: "matchcut-subscriptions",
    columns: subscriptionColumns,
    rows: async (admin, query) => subscriptionRows(admin, await ofPeople(readSubscriptionFilter(query))),
  },
};

/** The list of the same query, whole, as a file to save. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const list = args.params.list ?? "";
  const file = Object.hasOwn(files, list) ? files[list] : undefined;
  const response = Object.hasOwn(lists, list) ? lists[list] : undefined;
  if (!file && !response)
    return new Response("Not found", { status: 404, headers: { "Cache-Control": "no-store" } });
  await requireRecentProof(args, admin, listOf(args));
  if (response) return response(admin, args.request);
  if (!file) return new Response(null, { status: 404 });
  const rows = await file.rows(admin, new URL(args.request.url).searchParams);
  return csvResponse(args.request, file.name, file.columns, rows);
}
