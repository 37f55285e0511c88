import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/features/content/page-meta";
import { ApplicationsLink, ProseText } from "~/features/content/page-parts";
import { applicationsAddress, findJob } from "~/features/content/pages.server";
import { textOf } from "~/features/content/prose";
import { jobPosting } from "~/features/content/structured-data";
import { orNotFound } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { formatPlainDate } from "~/ui/dates";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Page not found · Matchcut" }];
  const { id, title, description, posted, employment, body } = args.data.job;
  const path = sitePaths.job(id);
  return pageMeta(args, {
    title: `${title} | Careers | Matchcut`,
    description,
    path,
    things: (at) => [
      jobPosting(at, {
        ...{ title, path, posted, place: null },
        description: textOf(body),
        employment: employment === "Full-time" ? "FULL_TIME" : "PART_TIME",
      }),
    ],
  });
};

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const job = orNotFound(findJob(args.params.job));
  return { job, applications: applicationsAddress };
}

export default function JobPage() {
  const { job, applications } = useLoaderData<typeof loader>();
  return (
    <article className="stack reading">
      <p>
        <a href={paths.careers()}>Back to all jobs</a>
      </p>
      <h1>{job.title}</h1>
      <p className="muted">
        {job.team} · {job.place} · {job.employment} · posted{" "}
        <time dateTime={job.posted}>{formatPlainDate(job.posted)}</time>
      </p>
      <ProseText nodes={job.body} />
      <h2>Apply</h2>
      <p>
        Email <ApplicationsLink address={applications} subject={job.title} />. Two or three things you've
        made, with a few lines on what was hard about them, tell us more than a cover letter.
      </p>
    </article>
  );
}
