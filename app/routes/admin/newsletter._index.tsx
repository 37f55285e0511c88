import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { readSubscriberFilter, subscriberQueryOf } from "~/features/newsletter/subscriber-filter";
import { listSubscribers } from "~/features/newsletter/subscribers.server";
import { requireAdmin } from "~/http/route.server";
import { optionsOf, timeOrders } from "~/list-query";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListCount, ListFilters, SearchField } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";

export const meta = pageTitle("Newsletter");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readSubscriberFilter(query);
  const after = query.get("after");
  return { ...(await listSubscribers(admin, filter, after)), filter, isFirst: !after };
}

export default function Subscribers() {
  const { subscribers, next, count, isMore, filter, isFirst } = useLoaderData<typeof loader>();
  const here = subscriberQueryOf(filter);
  return (
    <div className="stack">
      <h1>Newsletter</h1>
      <p className="muted">Addresses that were confirmed by their link.</p>
      <ListFilters
        label="Subscribers"
        action={adminPaths.subscribers()}
        here={adminPaths.subscribers(here)}
        button="Search"
        clear={filter.q !== "" && { to: adminPaths.subscribers(), label: "Show all" }}
      >
        <SearchField label="Address" hint="How it begins" value={filter.q} />
        <Select label="Order" name="sort" options={optionsOf(timeOrders)} defaultValue={filter.sort} />
      </ListFilters>
      {subscribers.length === 0 ? (
        <EmptyState title={filter.q || !isFirst ? "No address matches this" : "Nobody has subscribed yet"} />
      ) : (
        <ListCount
          count={count}
          isMore={isMore}
          words={["address", "addresses"]}
          file={adminPaths.subscribersFile(here)}
          isFiltered={filter.q !== ""}
        />
      )}
      <ul className="stack">
        {subscribers.map(({ id, email, source, since }) => (
          <li key={id} className="row justify-between">
            <span>
              {email}{" "}
              <span className="muted">
                · {source} · <Time at={since} as="date" />
              </span>
            </span>{" "}
            <ButtonLink kind="secondary" small to={adminPaths.removeSubscriber(id)}>
              Remove<span className="visually-hidden"> {email}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <Pager
        label="More subscribers"
        first={isFirst ? undefined : adminPaths.subscribers(here)}
        next={next ? adminPaths.subscribers({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load the newsletter's subscribers" />;
}
