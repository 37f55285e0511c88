import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { findPeople } from "~/features/admin/finding-people.server";
import { SubscriptionSearch } from "~/features/plans/components/subscription-search";
import { SubscriptionTable } from "~/features/plans/components/subscription-table";
import {
  listSubscriptions,
  listUsed,
  readPlan,
  readSubscriptionSort,
} from "~/features/plans/listing-subscriptions.server";
import { attempt } from "~/http/failures.server";
import { requireAdmin } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Subscription Management");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const q = (query.get("q") ?? "").trim().slice(0, 320);
  const plan = readPlan(query.get("plan"));
  const sort = readSubscriptionSort(query.get("sort"));
  const after = query.get("after");
  const people = await findPeople(q);
  const list = await listSubscriptions(admin, { people: people?.ids ?? null, plan, sort, after });
  const ids = list.subscriptions.map(({ userId }) => userId);
  // Without it, the table shows zeros.
  const used = (await attempt(args, () => listUsed(ids))) ?? {};
  return { ...list, used, isMore: people?.isMore ?? false, q, plan, sort, after };
}

export default function Subscriptions() {
  const { subscriptions, used, next, isMore, q, plan, sort, after } = useLoaderData<typeof loader>();
  const query = { q, plan: plan ?? undefined, sort: sort === "newest" ? undefined : sort };
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
          <a className="btn btn-secondary" href={adminPaths.subscriptionsFile(query)} download>
            Save as a CSV file
          </a>
        </div>
      </div>
      <SubscriptionSearch q={q} plan={plan} sort={sort} />
      {isMore && (
        <p className="notice">
          More than 20 people have this name, and only some of them are shown. Write an email address or an
          id.
        </p>
      )}
      {subscriptions.length === 0 ? (
        <EmptyState title="No subscription data found." />
      ) : (
        <SubscriptionTable subscriptions={subscriptions} used={used} back={here} />
      )}
      <Pager
        label="More subscriptions"
        previous={after ? adminPaths.subscriptions(query) : undefined}
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
