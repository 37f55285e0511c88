import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RefundFacts } from "~/features/payments/components/refund-facts";
import { listDecidedRefunds, listWaitingRefunds } from "~/features/payments/waiting-refunds.server";
import { requireAdmin } from "~/http/guards.server";
import { paths } from "~/paths";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Refunds");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const after = new URL(args.request.url).searchParams.get("after");
  const [waiting, decided] = await Promise.all([
    listWaitingRefunds(after),
    after ? [] : listDecidedRefunds(),
  ]);
  return { ...waiting, decided, after };
}

export default function Refunds() {
  const { refunds, decided, next, after } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>Refunds</h1>
      {refunds.length === 0 && <EmptyState title="Nobody is waiting for a refund" />}
      {refunds.map((refund) => (
        <Card key={refund.id}>
          <RefundFacts refund={refund} />
          <ButtonLink kind="secondary" to={paths.decideRefund(refund.id)}>
            Decide<span className="visually-hidden"> about {refund.name}'s refund</span>
          </ButtonLink>
        </Card>
      ))}
      <Pager
        label="More refunds"
        previous={after ? paths.refunds() : undefined}
        next={next ? paths.refunds({ after: next }) : undefined}
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
