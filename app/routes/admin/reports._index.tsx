import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { CaseFilters, CaseList } from "~/features/moderation/components/case-list";
import { countOpenCases, listCases } from "~/features/moderation/queue.server";
import { caseStates, caseStateWords, isReportReason } from "~/features/moderation/report";
import { requireAdmin } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";
import { Time } from "~/ui/time";

export const meta = pageTitle("Reports");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const asked = query.get("reason") ?? "";
  const filter = {
    state: caseStates.find((state) => state === query.get("state")) ?? ("open" as const),
    reason: isReportReason(asked) ? asked : ("" as const),
    after: query.get("after"),
  };
  const [list, waiting] = await Promise.all([listCases(admin, filter), countOpenCases(admin)]);
  return { ...list, filter, waiting };
}

export default function Reports() {
  const { cases, next, filter, waiting } = useLoaderData<typeof loader>();
  const { state, reason, after } = filter;
  const here = { state: state === "open" ? undefined : state, reason };
  return (
    <div className="narrow stack">
      <h1>Reports</h1>
      <p className="muted">
        {waiting.oldest === null ? (
          "No reports are waiting."
        ) : (
          <>
            {waiting.count} waiting, the oldest since <Time at={waiting.oldest} as="inText" />.
          </>
        )}
      </p>
      <CaseFilters key={`${state} ${reason}`} state={state} reason={reason} />
      {cases.length === 0 && (
        <EmptyState
          title={
            reason || after
              ? "No reports here"
              : state === "open"
                ? "Nothing is waiting for a decision"
                : `Nothing is ${caseStateWords[state].toLowerCase()}`
          }
        />
      )}
      {cases.length > 0 && (
        <p>
          <a className="btn btn-secondary" href={adminPaths.reportsFile(here)} download>
            Save as a CSV file
          </a>
        </p>
      )}
      <CaseList cases={cases} />
      <Pager
        label="More reports"
        previous={after ? adminPaths.reports(here) : undefined}
        next={next ? adminPaths.reports({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load reports" />;
}
