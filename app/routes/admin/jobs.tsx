import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { FailedJobList } from "~/features/admin/components/jobs-and-mail";
import { tendJobsSchema } from "~/features/admin/jobs-and-mail.schema";
import { failedJobList, tendJobs } from "~/features/admin/jobs-and-mail.server";
import { readList, startOf } from "~/http/admin-list-page.server";
import { readAsAdmin, redirectWithFlash, requireAdmin, requireRecentProof } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";
import { ErrorSummary, summaryOf } from "~/ui/form";

export const meta = pageTitle("Jobs");

export const handle: RouteHandle = { formFailure: notDone("Nothing changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(failedJobList, admin, args.request.url);
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, tendJobsSchema);
  if (!form.ok) return form.reply;
  const { act, job } = form.value;
  if (act === "drop") await requireRecentProof(args, admin);
  const count = await tendJobs(admin, act, job);
  const jobs = count === 1 ? "1 job" : `${count} jobs`;
  return redirectWithFlash(
    startOf(failedJobList, args.request.url),
    count === 0
      ? { title: "Nothing changed", text: "Those jobs had already run, been dropped or been retried." }
      : act === "retry"
        ? { title: `Retrying ${jobs}`, text: "Jobs that fail again come back here." }
        : { title: `Dropped ${jobs}`, text: "It's in the audit log." },
  );
}

export default function FailedJobs() {
  const { rows, frame } = useLoaderData<typeof loader>();
  const errors = summaryOf(useActionData<typeof action>()?.result, []);
  return (
    <AdminList
      title="Jobs"
      errors={<ErrorSummary title="Nothing changed" errors={errors} />}
      intro="Background jobs that failed after several tries. They won't run again unless you retry them."
      frame={frame}
    >
      <FailedJobList key={frame.start} jobs={rows} action={frame.start} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load the jobs");
