import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { mostCompared } from "~/features/favorites/favorites";
import { type FavoriteView, findFavorites } from "~/features/favorites/listing.server";
import {
  type Availability,
  availabilityLabels,
  type ExperienceLevel,
  experienceLabels,
} from "~/features/profiles/profile";
import { requireCreator } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { CompareTable } from "~/ui/compare-table";
import { ExternalLink } from "~/ui/external-link";
import { ButtonLink, EmptyState, Link } from "~/ui/parts";

export const meta = pageTitle("Compare favorites");

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
          Back to Favorites
        </ButtonLink>
      </p>
      <h1>Compare favorites</h1>
      {isCut && (
        <p role="status">You can compare three people at a time. Here are the first three you chose.</p>
      )}
      {favorites.length > 0 ? (
        <CompareSaved favorites={favorites} />
      ) : (
        <EmptyState title="No one to compare yet">
          Go back and check up to three people to compare.
        </EmptyState>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading favorites");

const rows: [string, (favorite: FavoriteView) => ReactNode][] = [
  ["Match", ({ match }) => (match ? <MatchBadge match={match} /> : "Not enough to compare")],
  ["Price", ({ priceRange }) => priceRange || "Not specified"],
  ["Availability", ({ availability }) => availabilityLabels[availability as Availability]],
  [
    "Experience",
    ({ experienceLevel }) => experienceLabels[experienceLevel as ExperienceLevel] ?? "Not specified",
  ],
  ["Location", ({ location }) => location || "Not specified"],
  ["Services", ({ services }) => services.join(", ")],
  ["Tools", ({ tools }) => tools.join(", ")],
  [
    "Portfolio",
    ({ portfolioUrl, name }) =>
      portfolioUrl ? (
        <ExternalLink href={portfolioUrl} about={`of ${name}`}>
          View Portfolio
        </ExternalLink>
      ) : (
        "No link"
      ),
  ],
  ["Your private note", ({ note }) => note || "None"],
  [
    "Next step",
    ({ contributorId, name }) => (
      <>
        <Link to={paths.newMessage({ to: contributorId })}>
          Message<span className="visually-hidden"> {name}</span>
        </Link>{" "}
        <Link to={paths.invite(contributorId)}>
          Invite<span className="visually-hidden"> {name} to a project</span>
        </Link>
      </>
    ),
  ],
];

function CompareSaved({ favorites }: { favorites: readonly FavoriteView[] }) {
  return (
    <CompareTable
      items={favorites}
      keyOf={({ contributorId }) => contributorId}
      headOf={({ contributorId, name }) => <Link to={paths.profile(contributorId)}>{name}</Link>}
      rows={rows}
    />
  );
}
