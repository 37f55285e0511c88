import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { RefundFacts } from "~/features/payments/components/refund-facts";
import { refundList } from "~/features/payments/waiting-refunds.server";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";
import { ButtonLink, Card } from "~/ui/parts";

export const meta = pageTitle("Refunds");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const list = await readList(refundList, admin, args.request.url);
  return { ...list, isWaiting: list.values.state === "waiting" };
}

export default function Refunds() {
  const { rows, frame, isWaiting } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>Refunds</h1>
      <AdminList frame={frame}>
        {rows.map((refund) => (
          <Card key={refund.id}>
            <RefundFacts refund={refund} />
            <ButtonLink kind="secondary" to={adminPaths.decideRefund(refund.id)}>
              {isWaiting ? "Decide" : "View"}
              <span className="visually-hidden"> {refund.name}'s refund</span>
            </ButtonLink>
          </Card>
        ))}
      </AdminList>
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load refunds");
