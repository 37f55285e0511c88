import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { findMatchWith } from "~/features/discovery/matches.server";
import { isSaved } from "~/features/discovery/saving.server";
import { planOf } from "~/features/plans/reading.server";
import { ProfileNotFound } from "~/features/profiles/components/profile-not-found";
import { ProfilePage } from "~/features/profiles/components/profile-page";
import { userTypeLabels } from "~/features/profiles/profile";
import { findProfile } from "~/features/profiles/viewing.server";
import { MyProjects } from "~/features/projects/components/my-projects";
import { listLatestApplications } from "~/features/projects/listing-own.server";
import { allowAnyone } from "~/http/guards.server";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { PageFailure } from "~/shell/page-failure";
import { useRootData } from "~/shell/root-data";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  if (!page) return [{ title: "Error loading profile · Matchcut" }, { name: "robots", content: "noindex" }];
  if (!page.profile)
    return [{ title: "Profile not found · Matchcut" }, { name: "robots", content: "noindex" }];
  const { name, userType, services, location, bio, isPublic } = page.profile;
  const role = services.slice(0, 2).join(", ") || userTypeLabels[userType];
  const title = { title: `${name}, ${role} · Matchcut` };
  if (!isPublic) return [title, { name: "robots", content: "noindex" }];
  const place = location ? ` in ${location}` : "";
  const about = bio.length > 150 ? `${bio.slice(0, 147).trimEnd()}…` : bio;
  return [
    title,
    { name: "description", content: `${role}${place}, vetted by Matchcut. ${about}`.trim() },
    { tagName: "link", rel: "canonical", href: page.address },
  ];
};

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const profileId = parseId(args.params.profileId) ?? "";
  const profile = await findProfile(viewer, profileId);
  const isGuest = viewer === null;
  if (!profile) return data({ profile: null, match: null, isGuest, address: paths.profile(profileId) }, 404);
  const canSave = viewer !== null && !profile.isOwn && profile.isVerified && !isContributor(viewer);
  const [match, saved, projects] = await Promise.all([
    viewer && findMatchWith(viewer, profileId),
    canSave ? isSaved(viewer, profileId) : undefined,
    viewer && profile.isOwn && isContributor(viewer) ? listLatestApplications(viewer) : undefined,
  ]);
  const address = new URL(paths.profile(profileId), args.request.url).href;
  const asksLimit = new URL(args.request.url).searchParams.get("limit") === "saved";
  const limit = canSave && asksLimit ? await saveLimitReached(viewer) : null;
  return data({ profile, match, saved, isGuest, address, limit, projects });
}

/** When a full list of favorites has room again. Null if it is not full: the URL alone opens no dialog. */
async function saveLimitReached(viewer: Actor): Promise<string | null> {
  const use = (await planOf(viewer)).usage.find(({ kind }) => kind === "save");
  return use && use.limit !== null && use.used >= use.limit ? use.resets : null;
}

export default function Profile() {
  const page = useLoaderData<typeof loader>();
  const root = useRootData();
  if (!page.profile) {
    return <ProfileNotFound reference={root?.reference} signInTo={page.isGuest ? page.address : undefined} />;
  }
  return (
    <>
      <ProfilePage
        profile={page.profile}
        match={page.match && <MatchBadge match={page.match} />}
        saved={page.saved}
        isGuest={page.isGuest}
        projects={page.projects && <MyProjects projects={page.projects} />}
      />
      {page.limit !== null && (
        <LimitDialog title="Limit Reached" closeTo={paths.profile(page.profile.id)}>
          <p>Your plan has no more room for favorites. {page.limit}</p>
        </LimitDialog>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Error loading profile" text="There was a problem loading this profile." />;
}
