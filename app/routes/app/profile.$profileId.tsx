import { randomUUID } from "node:crypto";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type MetaDescriptor, useLoaderData } from "@remix-run/react";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { countView, type Visit } from "~/features/analytics/analytics.server";
import { profileMeta } from "~/features/content/profile-meta";
import { sharedPictureOf } from "~/features/content/shared-pictures.server";
import { MatchReasons, MatchScore } from "~/features/discovery/components/match-score";
import { SwipeForm } from "~/features/discovery/components/swipe-form";
import { deckQuery, filterText, isFiltered } from "~/features/discovery/deck-filter";
import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { findMeeting } from "~/features/discovery/matches.server";
import { offerOf } from "~/features/favorites/saving.server";
import { HiddenNotice } from "~/features/moderation/components/hidden-notice";
import { findHiding } from "~/features/moderation/deciding.server";
import { resetWords, usesLeft } from "~/features/plans/plan";
import { missingFrom } from "~/features/profiles/completeness";
import {
  hiddenProfileWords,
  ProfileNotFound,
  ProfilePage,
} from "~/features/profiles/components/profile-page";
import { findProfile } from "~/features/profiles/viewing.server";
import { MyProjects } from "~/features/projects/components/my-projects";
import { listLatestApplications } from "~/features/projects/own-lists.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone } from "~/http/route.server";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { failurePage, withStyles } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/profile-page.css?url";
import { ButtonLink, Link } from "~/ui/parts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  page?.meta ?? metaOf("Error loading profile");

const metaOf = (title: string): MetaDescriptor[] => [
  { title: `${title} · Matchcut` },
  { name: "robots", content: "noindex" },
];

export const { handle, links } = withStyles(styles, { script: "members", isIndexed: true });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const profileId = parseId(args.params.profileId) ?? "";
  const profile = await findProfile(viewer, profileId);
  const isGuest = viewer === null;
  if (!profile)
    return data(
      {
        profile: null,
        match: null,
        isGuest,
        address: returnPathOf(args.request),
        meta: metaOf("Profile not found"),
      },
      404,
    );
  const canSave = viewer !== null && !profile.isOwn && profile.isVerified && !isContributor(viewer);
  const isHidden = profile.isOwn && viewer?.isProfileHidden === true;
  const visit = visitOf(args, viewer);
  const [meeting, projects, hiding] = await Promise.all([
    viewer && findMeeting(viewer, profileId),
    viewer && profile.isOwn && isContributor(viewer) ? listLatestApplications(viewer) : undefined,
    viewer && isHidden ? findHiding(viewer, "profile", profileId) : null,
    viewer ? null : countView(profileId, visit),
  ]);
  if (meeting && !meeting.isViewCounted) await countView(profileId, visit);
  // The words are the same on every plan.
  const saving =
    canSave && meeting?.saving
      ? { ...offerOf(meeting.saving), resets: resetWords("save", "free", viewer.timeZone) }
      : null;
  const { origin } = new URL(args.request.url);
  // Search engines and link previews always read the page as guests.
  const picture = isGuest && profile.isIndexed ? sharedPictureOf(profile) : null;
  const query = new URL(args.request.url).searchParams;
  const asksLimit = query.get("limit") === "saved";
  // The dialog doesn't open just because the URL says so.
  const limit = asksLimit && saving && usesLeft(saving) === 0 ? saving.resets : null;
  const match = meeting?.match ?? null;
  const swiping = meeting?.swiping ? { ...meeting.swiping, ...swipeFields(query.get("deck") ?? "") } : null;
  return data({
    profile,
    match,
    swiping,
    saving,
    isGuest,
    meta: profileMeta(origin, profile, picture),
    limit,
    missing: profile.isOwn ? missingFrom(profile) : null,
    projects,
    isHidden,
    hiding,
  });
}

/** The deck's filter from the URL. Malformed parts are ignored. */
function swipeFields(deck: string) {
  const filter = readDeckFilter(new URLSearchParams(deck));
  return {
    key: randomUUID(),
    deck: isFiltered(filter) ? filterText(filter) : "",
    back: paths.discover(deckQuery(filter)),
  };
}

function visitOf({ request, context }: LoaderFunctionArgs, viewer: Actor | null): Visit {
  return {
    viewer,
    address: context.clientAddress,
    userAgent: request.headers.get("User-Agent") ?? "",
    isPrefetch: request.method !== "GET" || request.headers.has("Sec-Purpose"),
  };
}

export default function Profile() {
  const page = useLoaderData<typeof loader>();
  const root = useRootData();
  if (!page.profile) {
    return <ProfileNotFound reference={root?.reference} signInTo={page.isGuest ? page.address : undefined} />;
  }
  return (
    <>
      {page.isHidden && <HiddenNotice text={hiddenProfileWords} hiding={page.hiding} />}
      <ProfilePage
        profile={page.profile}
        score={page.match && <MatchScore percent={page.match.percent} />}
        reasons={page.match && <MatchReasons match={page.match} />}
        shared={page.match?.shared}
        decision={
          page.swiping && (
            <SwipeHere personId={page.profile.id} name={page.profile.name} swiping={page.swiping} />
          )
        }
        saved={page.saving?.saved.includes(page.profile.id)}
        favorites={page.saving}
        isGuest={page.isGuest}
        ownMissing={page.missing}
        back={page.isGuest || page.profile.isOwn ? undefined : (page.swiping?.back ?? paths.discover())}
        projects={page.projects && <MyProjects projects={page.projects} />}
      />
      {page.limit !== null && (
        <LimitDialog title="Limit Reached" closeTo={paths.profile(page.profile.id)}>
          <p>Your plan doesn't have room for more favorites. {page.limit}</p>
        </LimitDialog>
      )}
    </>
  );
}

export const ErrorBoundary = failurePage(
  "Error loading profile",
  "There was a problem loading this profile.",
);

/** Like and Pass on a profile, with a link back to the deck, whose top card stays the same. */
function SwipeHere({
  personId,
  name,
  swiping: { hasRoom, words, key, deck, back },
}: {
  personId: string;
  name: string;
  swiping: { hasRoom: boolean; words: string | null; key: string; deck: string; back: string };
}) {
  return (
    <section className="swipe-here" aria-label={`Like or pass on ${name}`}>
      {hasRoom ? (
        <SwipeForm targetId={personId} swipeKey={key} filter={deck} />
      ) : (
        <ButtonLink to={paths.discover({ limit: "swipes" })} kind="secondary">
          Swipe Limit Reached
        </ButtonLink>
      )}
      <p className="hint">
        {words && `${words} · `}
        <Link to={back}>Back to Discover</Link>
      </p>
    </section>
  );
}
