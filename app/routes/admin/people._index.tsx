import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { PeopleFilters, PeopleTable } from "~/features/admin/components/people-list";
import { isFilteredPeople, queryOf, readPeopleFilter } from "~/features/admin/people-filter";
import { listPeople } from "~/features/admin/people-list.server";
import { requireAdmin } from "~/http/route.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ListCount } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("People");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readPeopleFilter(query);
  const after = query.get("after");
  return { ...(await listPeople(admin, filter, after)), filter, isFirst: !after };
}

export default function People() {
  const { people, next, count, isMore, isNameCommon, filter, isFirst } = useLoaderData<typeof loader>();
  const here = queryOf(filter);
  return (
    <div className="stack">
      <h1>People</h1>
      <PeopleFilters filter={filter} />
      {isNameCommon && (
        <p className="notice">
          Many people have a name that begins like this, and only some of them are shown. Write more of it, an
          email address or an id.
        </p>
      )}
      {people.length === 0 ? (
        <EmptyState
          title={isFilteredPeople(filter) || !isFirst ? "No one matches this" : "No one is here yet"}
        />
      ) : (
        <>
          <ListCount
            count={count}
            isMore={isMore}
            words={["person", "people"]}
            file={adminPaths.allPeopleFile(here)}
            isFiltered={isFilteredPeople(filter)}
          />
          <PeopleTable people={people} />
        </>
      )}
      <Pager
        label="More people"
        first={isFirst ? undefined : adminPaths.allPeople(here)}
        next={next ? adminPaths.allPeople({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load people" />;
}
