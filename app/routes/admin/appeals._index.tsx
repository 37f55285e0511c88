import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { CommonName } from "~/features/admin/components/people-list";
import { findPeople } from "~/features/admin/people-list.server";
import { appealQueryOf, readAppealFilter } from "~/features/moderation/appeal-filter";
import { listAppeals } from "~/features/moderation/appeal-queue.server";
import { AppealFilters, AppealList } from "~/features/moderation/components/appeal-list";
import { requireAdmin } from "~/http/route.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ListCount } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Appeals");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readAppealFilter(query);
  const after = query.get("after");
  const found = await findPeople(filter.q);
  const list = await listAppeals(admin, { ...filter, people: found?.ids ?? null }, after);
  return { ...list, filter, isFirst: !after, isNameCommon: found?.isMore ?? false };
}

export default function Appeals() {
  const { appeals, next, count, isMore, filter, isFirst, isNameCommon } = useLoaderData<typeof loader>();
  const here = appealQueryOf(filter);
  const isFiltered = filter.q !== "" || filter.state !== "open";
  return (
    <div className="narrow stack">
      <h1>Appeals</h1>
      <p className="muted">Where there is another admin, one who took a decision leaves its appeal.</p>
      <AppealFilters filter={filter} />
      {isNameCommon && <CommonName />}
      {appeals.length === 0 ? (
        <EmptyState title={isFiltered || !isFirst ? "No appeals here" : "No appeals are waiting"} />
      ) : (
        <ListCount
          count={count}
          isMore={isMore}
          words={["appeal", "appeals"]}
          file={adminPaths.appealsFile(here)}
          isFiltered={isFiltered}
        />
      )}
      <AppealList appeals={appeals} />
      <Pager
        label="More appeals"
        first={isFirst ? undefined : adminPaths.appeals(here)}
        next={next ? adminPaths.appeals({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load appeals" />;
}
