import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { HiddenNotice } from "~/features/moderation/components/hidden-notice";
import { findHiding } from "~/features/moderation/deciding.server";
import { missingFrom } from "~/features/profiles/completeness";
import {
  hiddenProfileWords,
  ProfileNotFound,
  ProfilePage,
} from "~/features/profiles/components/profile-page";
import { findProfile } from "~/features/profiles/viewing.server";
import { MyProjects } from "~/features/projects/components/my-projects";
import { listLatestApplications } from "~/features/projects/own-lists.server";
import { requireSignIn } from "~/http/route.server";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/own-page.css?url";

export const meta = pageTitle("Your profile");

export const { handle, links } = withStyles(styles);

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const [profile, projects, hiding] = await Promise.all([
    findProfile(actor, actor.userId),
    isContributor(actor) ? listLatestApplications(actor) : undefined,
    actor.isProfileHidden ? findHiding(actor, "profile", actor.userId) : null,
  ]);
  return {
    profile,
    missing: profile && missingFrom(profile),
    projects,
    isHidden: actor.isProfileHidden,
    hiding,
  };
}

export default function OwnProfile() {
  const { profile, missing, projects, isHidden, hiding } = useLoaderData<typeof loader>();
  const root = useRootData();
  if (!profile) return <ProfileNotFound reference={root?.reference} />;
  return (
    <>
      {isHidden && <HiddenNotice text={hiddenProfileWords} hiding={hiding} />}
      <ProfilePage
        profile={profile}
        ownMissing={missing}
        projects={projects && <MyProjects projects={projects} />}
      />
    </>
  );
}

export const ErrorBoundary = failurePage(
  "Error loading profile",
  "There was a problem loading this profile.",
);
