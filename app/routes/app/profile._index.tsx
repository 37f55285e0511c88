import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { ProfileNotFound } from "~/features/profiles/components/profile-not-found";
import { ProfilePage } from "~/features/profiles/components/profile-page";
import { findProfile } from "~/features/profiles/viewing.server";
import { MyProjects } from "~/features/projects/components/my-projects";
import { listApplications } from "~/features/projects/listing-own.server";
import { readFilter } from "~/features/projects/project-filter";
import { requireSignIn } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { useRootData } from "~/shell/root-data";

export const meta = pageTitle("Your profile");

const projectsShown = 3;

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const [profile, applications] = await Promise.all([
    findProfile(actor, actor.userId),
    isContributor(actor) ? listApplications(actor, readFilter(new URLSearchParams()), null) : null,
  ]);
  const projects = applications?.projects.slice(0, projectsShown);
  return { profile, projects: projects?.map(({ id, title, application }) => ({ id, title, application })) };
}

export default function OwnProfile() {
  const { profile, projects } = useLoaderData<typeof loader>();
  const root = useRootData();
  if (!profile) return <ProfileNotFound reference={root?.reference} />;
  return <ProfilePage profile={profile} projects={projects && <MyProjects projects={projects} />} />;
}

export function ErrorBoundary() {
  return <PageFailure title="Error loading profile" text="There was a problem loading this profile." />;
}
