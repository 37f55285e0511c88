import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { loggedFailure } from "~/failure-words";
import { useWaitingWork } from "~/features/admin/components/admin-nav";
import { HealthList, ProcessList, SiteCharts, WaitingWorkList } from "~/features/admin/components/overview";
import { readHealth, readReplica, readSiteWeeks } from "~/features/admin/overview.server";
import { listProcesses } from "~/features/admin/processes.server";
import { MiniCard } from "~/features/discovery/components/mini-card";
import { miniOf } from "~/features/discovery/mini";
import { coverFirst } from "~/features/portfolio/sample";
import { waitingList } from "~/features/profiles/reviewing.server";
import { requireAdmin } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { Link, NextLink } from "~/ui/parts";

export const meta = pageTitle("Admin");

const shownWaiting = 10;

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const [weeks, health, processes, vetting] = await Promise.all([
    readSiteWeeks(),
    readHealth(),
    listProcesses(),
    waitingList.page({ reader: admin, people: null, q: "", sort: "oldest" }, null, shownWaiting),
  ]);
  const waiting = vetting.rows.map(({ contributorId: personId, samples, ...shown }) =>
    miniOf({
      ...shown,
      personId,
      likesYou: false,
      role: "contributor",
      work: coverFirst(samples),
      brief: null,
    }),
  );
  return {
    weeks,
    health,
    processes,
    replica: readReplica(),
    waiting,
    hasSecondFactor: admin.hasSecondFactor,
  };
}

export default function Overview() {
  const { weeks, health, processes, replica, waiting, hasSecondFactor } = useLoaderData<typeof loader>();
  const work = useWaitingWork();
  return (
    <div className="stack">
      <h1>Needs attention</h1>
      {work ? <WaitingWorkList work={work} /> : <p className="notice">{loggedFailure}</p>}
      {!hasSecondFactor && (
        <p className="notice">
          Right now, you only need your password to open the admin area.{" "}
          <Link to={paths.setUpFactor({ redirectTo: paths.admin() })}>Set up two-step verification</Link>.
          It's optional on this server and required for admins in production.
        </p>
      )}
      {waiting.length > 0 && (
        <section className="part" aria-labelledby="vetting">
          <div className="row">
            <h2 id="vetting">Waiting for review</h2>{" "}
            <NextLink to={adminPaths.waitingContributors()}>See all</NextLink>
          </div>
          <ul className="strip covers">
            {waiting.map((mini) => (
              <MiniCard key={mini.personId} mini={mini} to={adminPaths.reviewContributor(mini.personId)} />
            ))}
          </ul>
        </section>
      )}
      <section className="part" aria-labelledby="weeks">
        <h2 id="weeks">By week</h2>
        <p className="hint">
          The last {weeks.length} weeks across the whole site. Weeks start on Monday (UTC).
        </p>
        <SiteCharts weeks={weeks} />
      </section>
      <section className="part" aria-labelledby="health">
        <h2 id="health">Health</h2>
        <p className="hint">Across all processes, as of the last minute.</p>
        <HealthList health={health} replica={replica} />
      </section>
      <section className="part" aria-labelledby="processes">
        <h2 id="processes">Processes</h2>
        <p className="hint">
          Each one reports every minute. One that's missing for an hour drops off the list.
        </p>
        <ProcessList processes={processes} />
      </section>
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load the overview");
