import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { FailedJobList } from "~/features/admin/components/jobs-and-mail";
import { dropJobsAs, listJobs, retryJobsAs } from "~/features/admin/jobs-and-mail.server";
import { jobsQueryOf, readJobsFilter } from "~/features/admin/jobs-filter";
import { tendJobsSchema } from "~/features/admin/tending.schema";
import { adminsOnly, readForm } from "~/http/form.server";
import { redirectWithFlash, requireAdmin } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-failure";
import { optionsOf, timeOrders } from "~/list-query";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { ListCount, ListFilters } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";

export const meta = pageTitle("Jobs");

export const handle: RouteFailure = {
  failure: { form: ["Nothing was done, through no fault of yours. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const [filter, after] = [readJobsFilter(query), query.get("after")];
  return { ...(await listJobs(admin, filter, after)), filter, isFirst: !after };
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
    adminPaths.failedJobs(jobsQueryOf(readJobsFilter(new URL(args.request.url).searchParams))),
    done.count === 0
      ? { title: "Nothing was changed", text: "They were done, dropped or tried again already." }
      : act === "retry"
        ? { title: `Trying ${jobs} again`, text: "What gives up again comes back here." }
        : { title: `Dropped ${jobs}`, text: "The audit log says so." },
  );
}

export default function FailedJobs() {
  const { jobs, next, count, isMore, tasks, filter, isFirst } = useLoaderData<typeof loader>();
  const here = jobsQueryOf(filter);
  const errors = Object.values(useActionData<typeof action>()?.result?.error ?? {}).flatMap(
    (each) => each ?? [],
  );
  return (
    <div className="narrow stack">
      <h1>Jobs</h1>
      <ErrorSummary title="Nothing was done" errors={errors.map((message) => ({ id: "main", message }))} />
      <p className="muted">
        Background jobs that gave up. Each was tried several times; nothing tries them again by itself.
      </p>
      <ListFilters
        label="Jobs"
        action={adminPaths.failedJobs()}
        here={adminPaths.failedJobs(here)}
        button="Show jobs"
        clear={filter.task !== "" && { to: adminPaths.failedJobs(), label: "Show all" }}
      >
        <Select
          label="Job"
          name="task"
          emptyLabel="Any"
          options={[...new Set([...tasks, filter.task].filter(Boolean))].map((task) => ({
            value: task,
            label: task,
          }))}
          defaultValue={filter.task}
        />
        <Select label="Order" name="sort" options={optionsOf(timeOrders)} defaultValue={filter.sort} />
      </ListFilters>
      {jobs.length === 0 ? (
        <EmptyState title={filter.task || !isFirst ? "No job here has given up" : "No job has given up"} />
      ) : (
        <>
          <ListCount
            count={count}
            isMore={isMore}
            words={["job", "jobs"]}
            file={adminPaths.failedJobsFile(here)}
            isFiltered={filter.task !== ""}
          />
          <FailedJobList key={adminPaths.failedJobs(here)} jobs={jobs} action={adminPaths.failedJobs(here)} />
        </>
      )}
      <Pager
        label="More jobs"
        first={isFirst ? undefined : adminPaths.failedJobs(here)}
        next={next ? adminPaths.failedJobs({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the jobs" />;
}
