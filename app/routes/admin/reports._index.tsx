import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { CommonName } from "~/features/admin/components/people-list";
import { findPeople } from "~/features/admin/people-list.server";
import { findOldestCase, listCases } from "~/features/moderation/case.server";
import { caseQueryOf, isFilteredCases, readCaseFilter } from "~/features/moderation/case-filter";
import { CaseFilters, CaseList } from "~/features/moderation/components/case";
import { caseStateWords } from "~/features/moderation/report";
import { requireAdmin } from "~/http/route.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ListCount } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";
import { Time } from "~/ui/time";

export const meta = pageTitle("Reports");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readCaseFilter(query);
  const after = query.get("after");
  const found = await findPeople(filter.q);
  const [list, oldest] = await Promise.all([
    listCases(admin, { ...filter, people: found?.ids ?? null }, after),
    findOldestCase(admin),
  ]);
  return { ...list, oldest, filter, isFirst: !after, isNameCommon: found?.isMore ?? false };
}

export default function Reports() {
  const { cases, next, count, isMore, oldest, filter, isFirst, isNameCommon } =
    useLoaderData<typeof loader>();
  const here = caseQueryOf(filter);
  const isFiltered = isFilteredCases(filter);
  return (
    <div className="narrow stack">
      <h1>Reports</h1>
      <p className="muted">
        {oldest === null ? (
          "No reports are waiting."
        ) : (
          <>
            The oldest waits since <Time at={oldest} as="inText" />.
          </>
        )}
      </p>
      <CaseFilters filter={filter} />
      {isNameCommon && <CommonName />}
      {cases.length === 0 ? (
        <EmptyState
          title={
            filter.q || filter.reason || !isFirst
              ? "No reports here"
              : filter.state === "open"
                ? "Nothing is waiting for a decision"
                : `Nothing is ${caseStateWords[filter.state].toLowerCase()}`
          }
        />
      ) : (
        <ListCount
          count={count}
          isMore={isMore}
          words={["thing that was reported", "things that were reported"]}
          file={adminPaths.reportsFile(here)}
          isFiltered={isFiltered}
        />
      )}
      <CaseList cases={cases} />
      <Pager
        label="More reports"
        first={isFirst ? undefined : adminPaths.reports(here)}
        next={next ? adminPaths.reports({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load reports" />;
}
