import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { actQueryOf, isFilteredActs, readActFilter } from "~/features/admin/act-filter";
import { listActs } from "~/features/admin/acts.server";
import { ActFilters, ActList } from "~/features/admin/components/acts";
import { CommonName } from "~/features/admin/components/people-list";
import { requireAdmin } from "~/http/route.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ListCount } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Audit log");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readActFilter(query);
  const after = query.get("after");
  return { ...(await listActs(admin, filter, after)), filter, isFirst: !after };
}

export default function AuditLog() {
  const { acts, next, count, isMore, isNameCommon, filter, isFirst } = useLoaderData<typeof loader>();
  const here = actQueryOf(filter);
  return (
    <div className="stack">
      <h1>Audit log</h1>
      <p className="muted">What admins did. Nothing here can be changed or deleted.</p>
      <ActFilters filter={filter} />
      {isNameCommon && <CommonName />}
      {acts.length === 0 ? (
        <EmptyState title={isFilteredActs(filter) || !isFirst ? "No acts match this" : "No acts yet"} />
      ) : (
        <ListCount
          count={count}
          isMore={isMore}
          words={["act", "acts"]}
          file={adminPaths.auditFile(here)}
          isFiltered={isFilteredActs(filter)}
        />
      )}
      <ActList acts={acts} />
      <Pager
        label="More acts"
        first={isFirst ? undefined : adminPaths.audit(here)}
        next={next ? adminPaths.audit({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the audit log" />;
}
