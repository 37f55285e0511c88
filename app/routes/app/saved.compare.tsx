import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { CutPair } from "~/features/catalog/components/stills";
import { leadFrames } from "~/features/discovery/components/lead-frames";
import { PersonActions, PersonBar } from "~/features/discovery/components/person";
import { readSavedFilter, readTicked, savedQuery, tickedQuery } from "~/features/favorites/favorites";
import { type FavoriteView, findFavorites } from "~/features/favorites/listing.server";
import { Frame, ratioOf } from "~/features/media/components/frame";
import {
  type Availability,
  availabilityLabels,
  type ExperienceLevel,
  experienceLabels,
} from "~/features/profiles/profile";
import { requireCreator } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/people-page.css?url";
import { BackLink } from "~/ui/back-link";
import { ComparedFirst, mostCompared } from "~/ui/comparing";
import { ExternalLink } from "~/ui/external-link";
import { ButtonLink, EmptyState, Link } from "~/ui/parts";

export const meta = pageTitle("Compare favorites");

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const query = new URL(args.request.url).searchParams;
  const ticked = readTicked(query);
  return {
    favorites: await findFavorites(actor, ticked.slice(0, mostCompared)),
    ticked,
    filter: readSavedFilter(query),
  };
}

export default function CompareSavedPage() {
  const { favorites, ticked, filter } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <BackLink to={paths.saved({ ...savedQuery(filter), ...tickedQuery(ticked) })}>
        Back to Favorites
      </BackLink>
      <h1>Compare</h1>
      {ticked.length > mostCompared && <ComparedFirst />}
      {favorites.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section className="cmp" aria-label="Comparison" tabIndex={0}>
          {favorites.map((favorite, index) => (
            <Compared
              key={favorite.contributorId}
              favorite={favorite}
              ticked={ticked}
              isFirst={index === 0}
            />
          ))}
        </section>
      ) : (
        <EmptyState
          title="No one to compare yet"
          picture={<CutPair styles={["Cinematic", "Documentary"]} />}
          action={<ButtonLink to={paths.saved()}>Go to Favorites</ButtonLink>}
        >
          Go back and check up to three people to compare.
        </EmptyState>
      )}
    </div>
  );
}

function Compared({
  favorite,
  ticked,
  isFirst,
}: {
  favorite: FavoriteView;
  ticked: readonly string[];
  isFirst: boolean;
}) {
  const { contributorId, name, services, location, work, match } = favorite;
  const here = paths.compareFavorites(tickedQuery(ticked));
  const others = ticked.filter((id) => id !== contributorId);
  const frames = leadFrames({ role: "contributor", work, brief: null }, here);
  // One wide frame above three small ones, or upright frames in a row.
  const wide = frames.find(({ picture }) => picture && ratioOf(picture) > 1.2);
  const shown = wide ? [wide, ...frames.filter((frame) => frame !== wide)] : frames.slice(0, 3);
  return (
    <article>
      <div className={wide ? "frames cmp-wide" : "frames"}>
        {shown.map((frame) => (
          <Frame key={frame.to} {...frame} sizes="(min-width: 48rem) 24rem, 78vw" isFirst={isFirst} />
        ))}
      </div>
      <PersonBar
        person={{ ...favorite, personId: contributorId }}
        about={[services[0], location]}
        percent={match?.percent}
      />
      <dl>
        {rows.map(([label, cellOf]) => (
          <div key={label}>
            <dt>{label}</dt> <dd>{cellOf(favorite)}</dd>
          </div>
        ))}
      </dl>
      <PersonActions
        name={name}
        actions={
          <>
            <ButtonLink
              to={paths.newMessage({ to: contributorId })}
              kind={isFirst ? "primary" : "secondary"}
              small
            >
              Message<span className="visually-hidden"> {name}</span>
            </ButtonLink>
            <ButtonLink to={paths.invite(contributorId)} kind="soft" small>
              Invite<span className="visually-hidden"> {name} to a project</span>
            </ButtonLink>
          </>
        }
        menu={
          <>
            <Link to={paths.compareFavorites(tickedQuery(others))}>
              Remove from comparison<span className="visually-hidden">: {name}</span>
            </Link>{" "}
            <Link to={paths.favorite(contributorId)}>
              Note and lists<span className="visually-hidden"> for {name}</span>
            </Link>
          </>
        }
      />
    </article>
  );
}

export const ErrorBoundary = failurePage("Error loading favorites");

const rows: [string, (favorite: FavoriteView) => ReactNode][] = [
  ["Match", ({ match }) => match?.reasons.join(" · ") || "Not enough to compare"],
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
];
