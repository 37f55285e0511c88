import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { FailedJobList } from "~/features/admin/components/failed-job-list";
import { tendJobsSchema } from "~/features/admin/tending.schema";
import { dropJobsAs, listJobs, retryJobsAs } from "~/features/admin/tending-jobs.server";
import { redirectWithFlash } from "~/http/flash.server";
import { requireAdmin } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import { adminsOnly } from "~/http/refusals.server";
import type { RouteFailure } from "~/http/route-failure";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Jobs");

export const handle: RouteFailure = {
  failure: { form: ["Nothing was done, through no fault of yours. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const after = new URL(args.request.url).searchParams.get("after");
  return { ...(await listJobs(admin, after)), isFirst: !after };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, tendJobsSchema);
  const form = await readForm(args, tendJobsSchema);
  if (!form.ok) return form.reply;
  const { act, job } = form.value;
  const done = await (act === "retry" ? retryJobsAs(admin, job) : dropJobsAs(admin, job));
  if (!done.ok) throw adminsOnly();
  const jobs = done.count === 1 ? "1 job" : `${done.count} jobs`;
  return redirectWithFlash(
    adminPaths.failedJobs(),
    done.count === 0
      ? { title: "Nothing was changed", text: "They were done, dropped or tried again already." }
      : act === "retry"
        ? { title: `Trying ${jobs} again`, text: "What gives up again comes back here." }
        : { title: `Dropped ${jobs}`, text: "The audit log says so." },
  );
}

export default function FailedJobs() {
  const { jobs, next, isFirst } = useLoaderData<typeof loader>();
  const errors = Object.values(useActionData<typeof action>()?.result?.error ?? {}).flatMap(
    (each) => each ?? [],
  );
  return (
    <div className="narrow stack">
      <h1>Jobs</h1>
      <ErrorSummary title="Nothing was done" errors={errors.map((message) => ({ id: "main", message }))} />
      <p className="muted">
        Background jobs that gave up, the oldest first. Each was tried several times; nothing tries them again
        by itself.
      </p>
      {jobs.length === 0 ? <EmptyState title="No job has given up" /> : <FailedJobList jobs={jobs} />}
      <Pager
        label="More jobs"
        previous={isFirst ? undefined : adminPaths.failedJobs()}
        next={next ? adminPaths.failedJobs({ after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the jobs" />;
}
