import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { RefundFacts } from "~/features/payments/components/refund-facts";
import {
  listDecidedRefunds,
  listWaitingRefunds,
  readRefundSort,
} from "~/features/payments/waiting-refunds.server";
import { requireAdmin } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Refunds");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const after = query.get("after");
  const sort = readRefundSort(query.get("sort"));
  const [waiting, decided] = await Promise.all([
    listWaitingRefunds(after, sort),
    after ? [] : listDecidedRefunds(),
  ]);
  return { ...waiting, decided, sort, after };
}

export default function Refunds() {
  const { refunds, decided, next, sort, after } = useLoaderData<typeof loader>();
  const query = { sort: sort === "oldest" ? undefined : sort };
  return (
    <div className="narrow stack">
      <h1>Refunds</h1>
      {refunds.length === 0 ? (
        <EmptyState title="Nobody is waiting for a refund" />
      ) : (
        <p className="row">
          <Link
            to={adminPaths.refunds({ sort: sort === "oldest" ? "newest" : undefined })}
            className="btn btn-quiet"
          >
            {sort === "oldest" ? "Newest first" : "Oldest first"}
          </Link>{" "}
          <a className="btn btn-secondary" href={adminPaths.refundsFile(query)} download>
            Save as a CSV file
          </a>
        </p>
      )}
      {refunds.map((refund) => (
        <Card key={refund.id}>
          <RefundFacts refund={refund} />
          <ButtonLink kind="secondary" to={adminPaths.decideRefund(refund.id)}>
            Decide<span className="visually-hidden"> about {refund.name}'s refund</span>
          </ButtonLink>
        </Card>
      ))}
      <Pager
        label="More refunds"
        previous={after ? adminPaths.refunds(query) : undefined}
        next={next ? adminPaths.refunds({ ...query, after: next }) : undefined}
      />
      {decided.length > 0 && (
        <Card title="Decided lately">
          <ul className="stack">
            {decided.map((refund) => (
              <li key={refund.id}>
                <RefundFacts refund={refund} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load refunds" />;
}
