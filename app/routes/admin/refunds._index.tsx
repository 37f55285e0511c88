import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { RefundRow } from "~/features/payments/components/refund-facts";
import { refundList } from "~/features/payments/waiting-refunds.server";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";
import { ButtonLink } from "~/ui/parts";

export const meta = pageTitle("Refunds");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const list = await readList(refundList, admin, args.request.url);
  return { ...list, isWaiting: list.values.state === "waiting" };
}

export default function Refunds() {
  const { rows, frame, isWaiting } = useLoaderData<typeof loader>();
  return (
    <AdminList title="Refunds" frame={frame}>
      <ul className="rows queue">
        {rows.map((refund) => (
          <li key={refund.id}>
            <RefundRow refund={refund} />{" "}
            <div className="end">
              <ButtonLink
                kind="secondary"
                small
                to={adminPaths.decideRefund(refund.id, { list: frame.query })}
              >
                {isWaiting ? "Review" : "View"}
                <span className="visually-hidden"> {refund.name}'s refund</span>
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load refunds");
