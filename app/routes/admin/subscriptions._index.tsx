import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { CommonName } from "~/features/admin/components/people-list";
import { findPeople } from "~/features/admin/people-list.server";
import { SubscriptionSearch, SubscriptionTable } from "~/features/plans/components/subscription-card";
import { listSubscriptions, listUsed } from "~/features/plans/listing-subscriptions.server";
import {
  isFilteredSubscriptions,
  readSubscriptionFilter,
  subscriptionQueryOf,
} from "~/features/plans/subscription-filter";
import { attempt, requireAdmin } from "~/http/route.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListCount } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Subscription Management");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readSubscriptionFilter(query);
  const after = query.get("after");
  const found = await findPeople(filter.q);
  const list = await listSubscriptions(admin, { ...filter, people: found?.ids ?? null }, after);
  const ids = list.subscriptions.map(({ userId }) => userId);
  // Without it, the table shows zeros.
  const used = (await attempt(args, () => listUsed(ids))) ?? {};
  return { ...list, used, filter, after, isNameCommon: found?.isMore ?? false };
}

export default function Subscriptions() {
  const { subscriptions, used, next, count, isMore, isNameCommon, filter, after } =
    useLoaderData<typeof loader>();
  const query = subscriptionQueryOf(filter);
  const here = adminPaths.subscriptions({ ...query, after: after ?? undefined });
  return (
    <div className="stack">
      <div className="row justify-between">
        <h1>Subscription Management</h1>{" "}
        <div className="row">
          <ButtonLink kind="secondary" to={here}>
            Refresh Data
          </ButtonLink>
          <ButtonLink kind="secondary" to={adminPaths.refunds()}>
            Refund requests
          </ButtonLink>
        </div>
      </div>
      <SubscriptionSearch filter={filter} />
      {isNameCommon && <CommonName />}
      {subscriptions.length === 0 ? (
        <EmptyState title="No subscription data found." />
      ) : (
        <>
          <ListCount
            count={count}
            isMore={isMore}
            words={["subscription", "subscriptions"]}
            file={adminPaths.subscriptionsFile(query)}
            isFiltered={isFilteredSubscriptions(filter)}
          />
          <SubscriptionTable subscriptions={subscriptions} used={used} back={here} />
        </>
      )}
      <Pager
        label="More subscriptions"
        first={after ? adminPaths.subscriptions(query) : undefined}
        next={next ? adminPaths.subscriptions({ ...query, after: next }) : undefined}
      />
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
