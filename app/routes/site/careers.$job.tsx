import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StyleFrame } from "~/features/catalog/components/stills";
import { pageMeta } from "~/features/content/page-meta";
import { ApplicationsLink, mailTo, ProseText } from "~/features/content/page-parts";
import { applicationsAddress, findJob } from "~/features/content/pages.server";
import { jobPosting } from "~/features/content/structured-data";
import { orNotFound } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { BackLink } from "~/ui/back-link";
import { formatPlainDate } from "~/ui/dates";
import { Mark } from "~/ui/mark";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Page not found · Matchcut" }];
  const { job } = args.data;
  return pageMeta(args, {
    title: `${job.title} · Careers · Matchcut`,
    description: job.description,
    path: sitePaths.job(job.id),
    things: (at) => [jobPosting(at, job)],
  });
};

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const job = orNotFound(findJob(args.params.job));
  return { job, applications: applicationsAddress };
}

/** Their stills stand in for the work that members look at for a few seconds. */
const seconds = ["Documentary", "Cinematic", "Podcast / Interview Format", "Branded/Corporate"];

export default function JobPage() {
  const { job, applications } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <BackLink to={paths.careers()}>Back to all jobs</BackLink>
      <div className="beside">
        <div className="stack">
          <h1>{job.title}</h1>
          <div className="seconds film" aria-hidden="true">
            {seconds.map((style) => (
              <StyleFrame key={style} style={style} />
            ))}
            <Mark />
          </div>
        </div>
        <aside className="facts-card" aria-label="About this job">
          <dl className="facts">
            <div>
              <dt>Team</dt>
              <dd>{job.team}</dd>
            </div>
            <div>
              <dt>Location</dt>
              <dd>{job.place}</dd>
            </div>
            <div>
              <dt>Type</dt>
              <dd>{job.employment}</dd>
            </div>
            <div>
              <dt>Posted</dt>
              <dd>
                <time dateTime={job.posted}>{formatPlainDate(job.posted)}</time>
              </dd>
            </div>
          </dl>
          <a className="btn btn-primary" href={mailTo(applications, job.title)}>
            Apply by email
          </a>
          <p className="hint">
            Write to <ApplicationsLink address={applications} subject={job.title} />. Two or three things
            you've made, with a few lines on what was hard about them, tell us more than a cover letter.
          </p>
        </aside>
        <ProseText nodes={job.body} />
      </div>
    </div>
  );
}
