import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCatalog } from "~/features/catalog/reading.server";
import { FavoriteCard } from "~/features/favorites/components/favorite-card";
import { SavedFilters } from "~/features/favorites/components/saved-filters";
import { NoneShown, RemovedNotice, UnavailableNotice } from "~/features/favorites/components/saved-notices";
import { isNarrowed, mostCompared, readSavedFilter, savedQuery } from "~/features/favorites/favorites";
import { cleanSchema } from "~/features/favorites/favorites.schema";
import { findSavedOverview, listFavorites } from "~/features/favorites/listing.server";
import { removeUnavailable } from "~/features/favorites/saving.server";
import { usesLeft } from "~/features/plans/plan";
import { pressed } from "~/http/form.server";
import { readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { safePath } from "~/http/safe-redirect";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { failurePage, pageTitle } from "~/shell/page";
import { Button, Link, Pager } from "~/ui/parts";

export const meta = pageTitle("Favorites");

export const handle: RouteFailure = {
  failure: { page: "We couldn't update your favorites" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readSavedFilter(query);
  const after = query.get("after");
  const removed = parseId(query.get("removed"));
  const [page, overview, { services }] = await Promise.all([
    listFavorites(actor, filter, after),
    findSavedOverview(actor, removed),
    listCatalog(),
  ]);
  const { use } = overview;
  return {
    ...page,
    ...overview,
    filter,
    after: after ?? undefined,
    removed,
    // The dialog doesn't open just because the URL says so.
    limitFrom: query.get("limit") && usesLeft(use) === 0 ? safePath(query.get("from"), paths.saved()) : null,
    services: services.map(({ id, name }) => ({ id, name })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsCreator(args, cleanSchema);
  pressed(form);
  const count = await removeUnavailable(actor);
  return redirectWithFlash(paths.saved(), {
    title:
      count === 1 ? "Contributor removed" : count > 1 ? `${count} contributors removed` : "No one to remove",
  });
}

export default function Saved() {
  const { favorites, next, lists, filter, after, use, ...page } = useLoaderData<typeof loader>();
  const left = usesLeft(use);
  // After an admin's reset, favorites from before it don't count.
  const isCounted = use.used === page.saved;
  const address = (more: Parameters<typeof paths.saved>[0] = {}) =>
    paths.saved({ ...savedQuery(filter), ...more });
  return (
    <div className="stack">
      <div className="row justify-between">
        <h1>Favorites</h1>
        <Link to={paths.savedLists()}>Your lists ({lists.length})</Link>
      </div>
      <p className="muted">
        {use.limit !== null && isCounted ? `${use.used} of ${use.limit} saved` : `${page.saved} saved`}
        {left === 1 && ". Your plan has room for one more."}
        {!isCounted && left !== null && left > 1 && `. Your plan has room for ${left} more.`}
        {left === 0 && (
          <>
            . {use.resets}{" "}
            <Link to={paths.pricing()} reloadDocument>
              See the plans
            </Link>
          </>
        )}
      </p>
      {page.removed && page.removedName && (
        <RemovedNotice contributorId={page.removed} name={page.removedName} from={address({ after })} />
      )}
      {page.unavailable > 0 && !after && <UnavailableNotice count={page.unavailable} />}
      {page.saved > 0 && <SavedFilters filter={filter} lists={lists} services={page.services} />}
      {favorites.length > 0 ? (
        <ul className="stack">
          {favorites.map((favorite) => (
            <FavoriteCard
              key={favorite.contributorId}
              favorite={favorite}
              lists={lists}
              back={address({ after, removed: favorite.contributorId })}
              canCompare={favorites.length > 1}
            />
          ))}
        </ul>
      ) : (
        <NoneShown hasSaved={page.saved > 0} isNarrowed={isNarrowed(filter)} firstPage={after && address()} />
      )}
      <Pager
        label="Favorites"
        first={after && address()}
        next={next ? address({ after: next }) : undefined}
      />
      {favorites.length > 1 && (
        <form id="compare" method="get" action={paths.compareFavorites()}>
          <Button kind="secondary">Compare up to {mostCompared}</Button>
        </form>
      )}
      {page.limitFrom !== null && (
        <LimitDialog title="Limit Reached" closeTo={page.limitFrom}>
          <p>Your plan doesn't have room for more favorites. {use.resets}</p>
        </LimitDialog>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading favorites");
