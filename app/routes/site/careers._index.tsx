import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/features/content/page-meta";
import { ApplicationsLink, Front, Points, ProseText, StillFrame } from "~/features/content/page-parts";
import { applicationsAddress, jobs, pageText } from "~/features/content/pages.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Careers · Matchcut",
    description: args.data?.page.description ?? "",
    path: paths.careers(),
  });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return {
    page: pageText("careers"),
    applications: applicationsAddress,
    jobs: jobs.map(({ body: _, ...job }) => job),
  };
}

export default function Careers() {
  const { page, applications, jobs } = useLoaderData<typeof loader>();
  return (
    <div className="sections">
      <Front title={page.title} lead={page.lead} />
      <section className="credits band film">
        <StillFrame name="title-card" isFirst />
        <div>
          <h2 className="visually-hidden">Open jobs</h2>
          <ul>
            {jobs.map((job) => (
              <li key={job.id}>
                <span className="dept">{job.team}</span>{" "}
                <div>
                  <h3>
                    <a href={sitePaths.job(job.id)}>{job.title}</a>
                  </h3>
                  <p>{job.description}</p>
                  <p>
                    {job.place} · {job.employment}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="chapter">
        <h2>Benefits</h2>
        <Points points={page.points} />
      </section>
      <section className="stack">
        <h2>Don't see a fit?</h2>
        <ProseText nodes={page.body} />
        <p>
          <ApplicationsLink address={applications} subject="General application" />
        </p>
      </section>
    </div>
  );
}
