import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CompareSaved } from "~/features/favorites/components/compare-saved";
import { mostCompared } from "~/features/favorites/favorites";
import { findFavorites } from "~/features/favorites/listing.server";
import { requireCreator } from "~/http/route.server";
import { paths } from "~/paths";
import { PageFailure, pageTitle } from "~/shell/page";
import { ButtonLink, EmptyState } from "~/ui/parts";

export const meta = pageTitle("Compare saved contributors");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const chosen = [...new Set(new URL(args.request.url).searchParams.getAll("with"))];
  return {
    favorites: await findFavorites(actor, chosen.slice(0, mostCompared)),
    isCut: chosen.length > mostCompared,
  };
}

export default function CompareSavedPage() {
  const { favorites, isCut } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <p>
        <ButtonLink to={paths.saved()} kind="secondary" small>
          Back to Saved contributors
        </ButtonLink>
      </p>
      <h1>Compare saved contributors</h1>
      {isCut && <p role="status">These are the first three of those that you chose.</p>}
      {favorites.length > 0 ? (
        <CompareSaved favorites={favorites} />
      ) : (
        <EmptyState title="Nobody is chosen">
          Mark up to three people among those you saved, then press Compare.
        </EmptyState>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Error loading saved contributors" />;
}
