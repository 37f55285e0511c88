import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { isFilteredActs, readActFilter } from "~/features/admin/act-filter";
import { ActFilters } from "~/features/admin/components/act-filters";
import { ActList } from "~/features/admin/components/act-list";
import { listActs } from "~/features/admin/listing-acts.server";
import { requireAdmin } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
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
  const { acts, next, isMore, filter, isFirst } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Audit log</h1>
      <p className="muted">What admins did, newest first. Nothing here can be changed or deleted.</p>
      <ActFilters filter={filter} />
      {isMore && (
        <p className="notice">
          More than 20 people have this name, and only some of them are shown. Write an email address or an
          id.
        </p>
      )}
      {acts.length === 0 ? (
        <EmptyState title={isFilteredActs(filter) || !isFirst ? "No acts match this" : "No acts yet"} />
      ) : (
        <p>
          <a className="btn btn-secondary" href={adminPaths.auditFile({ ...filter })} download>
            Save {isFilteredActs(filter) ? "these" : "all"} as a CSV file
          </a>
        </p>
      )}
      <ActList acts={acts} />
      <Pager
        label="More acts"
        previous={isFirst ? undefined : adminPaths.audit({ ...filter })}
        next={next ? adminPaths.audit({ ...filter, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the audit log" />;
}
