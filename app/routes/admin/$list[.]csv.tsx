import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Admin } from "~/features/accounts/actor";
import { actList } from "~/features/admin/acts.server";
import { failedJobList } from "~/features/admin/jobs-and-mail.server";
import { projectList } from "~/features/admin/listing-projects.server";
import { peopleList } from "~/features/admin/people-list.server";
import { contactList } from "~/features/contact/inbox.server";
import { appealList } from "~/features/moderation/appeal-queue.server";
import { caseList } from "~/features/moderation/case.server";
import { subscriberList } from "~/features/newsletter/subscribers.server";
import { unsentMailList } from "~/features/notifications/unsent-mails.server";
import { refundList } from "~/features/payments/waiting-refunds.server";
import { subscriptionList } from "~/features/plans/listing-subscriptions.server";
import { waitingList } from "~/features/profiles/reviewing.server";
import { fileOf } from "~/http/admin-list-page.server";
import { listOf, requireAdmin, requireRecentProof, textParam } from "~/http/route.server";

/** Lists by their name in the URL. */
const files: Readonly<Record<string, (admin: Admin, request: Request) => Promise<Response>>> = {
  appeals: fileOf(appealList),
  audit: fileOf(actList),
  contact: fileOf(contactList),
  contributors: fileOf(waitingList),
  jobs: fileOf(failedJobList),
  mail: fileOf(unsentMailList),
  newsletter: fileOf(subscriberList),
  people: fileOf(peopleList),
  projects: fileOf(projectList),
  refunds: fileOf(refundList),
  reports: fileOf(caseList),
  subscriptions: fileOf(subscriptionList),
};

/** Returns every row of the filtered list as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const list = textParam(args, "list");
  const file = Object.hasOwn(files, list) ? files[list] : undefined;
  if (!file) return new Response("Not found", { status: 404 });
  await requireRecentProof(args, admin, listOf(args));
  return file(admin, args.request);
}
