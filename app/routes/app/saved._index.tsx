import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCatalog } from "~/features/catalog/reading.server";
import { CompareDock, useTicked } from "~/features/favorites/components/compare-dock";
import { FavoriteCard } from "~/features/favorites/components/favorite-card";
import { SavedChips, SavedFilters } from "~/features/favorites/components/saved-filters";
import { NoneShown, RemovedNotice, UnavailableNotice } from "~/features/favorites/components/saved-notices";
import {
  isNarrowed,
  readSavedFilter,
  readTicked,
  savedQuery,
  tickedQuery,
} from "~/features/favorites/favorites";
import { cleanSchema } from "~/features/favorites/favorites.schema";
import { findSavedOverview, listFavorites } from "~/features/favorites/listing.server";
import { removeUnavailable } from "~/features/favorites/saving.server";
import { usesLeft } from "~/features/plans/plan";
import { pressed } from "~/http/form.server";
import { readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import { safePath } from "~/http/safe-redirect";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/favorites-page.css?url";
import { mostCompared } from "~/ui/comparing";
import { Button, Link } from "~/ui/parts";

export const meta = pageTitle("Favorites");

export const { handle, links } = withStyles(styles, { pageFailure: "We couldn't update your favorites" });

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
  const { use, serviceIds, canAdd: _, ...shown } = overview;
  return {
    ...page,
    ...shown,
    use,
    filter,
    ticked: readTicked(query),
    after: after ?? undefined,
    removed,
    // The dialog doesn't open just because the URL says so.
    limitFrom: query.get("limit") && usesLeft(use) === 0 ? safePath(query.get("from"), paths.saved()) : null,
    services: services
      .filter(({ id }) => serviceIds.includes(id) || id === filter.serviceId)
      .map(({ id, name }) => ({ id, name })),
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
  const [ticked, readTicks] = useTicked(page.ticked);
  const left = usesLeft(use);
  // After an admin's reset, favorites from before it don't count.
  const isCounted = use.used === page.saved;
  const carried = tickedQuery(ticked);
  const address = (more: Parameters<typeof paths.saved>[0] = {}) =>
    paths.saved({ ...savedQuery(filter), ...carried, ...more });
  const elsewhere = page.ticked.filter((id) => favorites.every(({ contributorId }) => contributorId !== id));
  const pager = (after || next) && (
    <nav aria-label="Favorites" className="row">
      {after && (
        <Button kind="secondary" form="compare" formAction={paths.saved()}>
          First page
        </Button>
      )}
      {next && (
        <Button kind="secondary" form="compare" formAction={paths.saved()} name="after" value={next}>
          Next
        </Button>
      )}
    </nav>
  );
  return (
    <div className="stack">
      <div className="row">
        <h1>Favorites</h1>
        <p className="muted">
          {use.limit !== null && isCounted ? `${use.used} of ${use.limit} saved` : `${page.saved} saved`}
          {left === 1 && ". Your plan has room for one more."}
          {!isCounted && left !== null && left > 1 && `. Your plan has room for ${left} more.`}
          {left === 0 && (
            <>
              . {use.resets}{" "}
              <Link to={paths.pricing({ from: paths.saved() })} reloadDocument>
                See Pricing Options
              </Link>
            </>
          )}
        </p>
        {page.saved > 0 && <SavedFilters filter={filter} services={page.services} />}
      </div>
      {page.removed && page.removedName && (
        <RemovedNotice contributorId={page.removed} name={page.removedName} from={address({ after })} />
      )}
      {page.unavailable > 0 && !after && <UnavailableNotice count={page.unavailable} />}
      {(page.saved > 0 || lists.length > 0) && (
        <SavedChips
          filter={filter}
          saved={page.saved - page.unavailable}
          lists={lists}
          services={page.services}
          carried={carried}
        />
      )}
      {favorites.length > 0 ? (
        // React's change events bubble, so this receives those of every checkbox in the list.
        <ul className="people" onChange={readTicks}>
          {favorites.map((favorite, index) => (
            <FavoriteCard
              key={favorite.contributorId}
              favorite={favorite}
              lists={lists}
              here={address({ after })}
              back={address({ after, removed: favorite.contributorId })}
              isTicked={ticked.includes(favorite.contributorId)}
              isFull={ticked.length >= mostCompared}
              isFirst={index === 0}
            />
          ))}
          {pager && <li className="people-pager">{pager}</li>}
        </ul>
      ) : (
        <>
          <NoneShown
            hasSaved={page.saved > 0}
            isNarrowed={isNarrowed(filter)}
            firstPage={after && address()}
          />
          {pager}
        </>
      )}
      {page.saved > 0 && (
        <CompareDock ticked={ticked} elsewhere={elsewhere} listId={filter.listId} people={favorites} />
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
