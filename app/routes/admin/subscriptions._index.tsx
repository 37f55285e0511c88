import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { SubscriptionTable } from "~/features/plans/components/subscription-card";
import { listUsed, subscriptionList } from "~/features/plans/listing-subscriptions.server";
import { readList } from "~/http/admin-list.server";
import { attempt, requireAdmin } from "~/http/route.server";
import { PageFailure, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list";
import { ButtonLink } from "~/ui/parts";

export const meta = pageTitle("Subscription Management");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const list = await readList(subscriptionList, admin, args.request.url);
  const ids = list.rows.map(({ userId }) => userId);
  // Without it, the table shows zeros.
  const used = (await attempt(args, () => listUsed(ids))) ?? {};
  return { ...list, used };
}

export default function Subscriptions() {
  const { rows, frame, used } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <div className="row justify-between">
        <h1>Subscription Management</h1>{" "}
        <div className="row">
          <ButtonLink kind="secondary" to={frame.here}>
            Refresh Data
          </ButtonLink>
          <ButtonLink kind="secondary" to={adminPaths.refunds()}>
            Refund requests
          </ButtonLink>
        </div>
      </div>
      <AdminList frame={frame}>
        <SubscriptionTable subscriptions={rows} used={used} back={frame.here} />
      </AdminList>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <PageFailure
      title="Failed to load subscription data"
      text="Error fetching subscription data: There was a problem retrieving subscription information."
    />
  );
}
