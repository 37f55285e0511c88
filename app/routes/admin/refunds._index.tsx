import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { CommonName } from "~/features/admin/components/people-list";
import { findPeople } from "~/features/admin/people-list.server";
import { RefundFacts, RefundFilters } from "~/features/payments/components/refund-facts";
import { readRefundFilter, refundQueryOf } from "~/features/payments/refunds";
import { listRefunds } from "~/features/payments/waiting-refunds.server";
import { requireAdmin } from "~/http/route.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ListCount } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Refunds");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readRefundFilter(query);
  const after = query.get("after");
  const found = await findPeople(filter.q);
  const list = await listRefunds({ ...filter, people: found?.ids ?? null }, after);
  return { ...list, filter, isFirst: !after, isNameCommon: found?.isMore ?? false };
}

export default function Refunds() {
  const { refunds, next, count, isMore, filter, isFirst, isNameCommon } = useLoaderData<typeof loader>();
  const here = refundQueryOf(filter);
  const isWaiting = filter.state === "waiting";
  return (
    <div className="narrow stack">
      <h1>Refunds</h1>
      <RefundFilters filter={filter} />
      {isNameCommon && <CommonName />}
      {refunds.length === 0 ? (
        <EmptyState
          title={
            filter.q || !isFirst
              ? "No refunds match this"
              : isWaiting
                ? "Nobody is waiting for a refund"
                : "No refund was decided yet"
          }
        />
      ) : (
        <ListCount
          count={count}
          isMore={isMore}
          words={["request", "requests"]}
          file={adminPaths.refundsFile(here)}
          isFiltered={filter.q !== "" || !isWaiting}
        />
      )}
      {refunds.map((refund) => (
        <Card key={refund.id}>
          <RefundFacts refund={refund} />
          <ButtonLink kind="secondary" to={adminPaths.decideRefund(refund.id)}>
            {isWaiting ? "Decide" : "Open"}
            <span className="visually-hidden">
              {isWaiting && " about"} {refund.name}'s refund
            </span>
          </ButtonLink>
        </Card>
      ))}
      <Pager
        label="More refunds"
        first={isFirst ? undefined : adminPaths.refunds(here)}
        next={next ? adminPaths.refunds({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load refunds" />;
}
