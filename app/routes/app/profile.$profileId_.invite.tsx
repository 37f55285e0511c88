import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findProfile } from "~/features/profiles/viewing.server";
import { InviteForm } from "~/features/projects/components/invite-form";
import { invite, listInvitable } from "~/features/projects/inviting.server";
import { invitationsADay } from "~/features/projects/project";
import { invitationSchema } from "~/features/projects/project.schema";
import { notFound } from "~/http/form.server";
import { idParam, readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { PageFailure } from "~/shell/page";
import { ButtonLink, EmptyState } from "~/ui/parts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Invite ${data.name}` : "Page not found"} · Matchcut` },
  { name: "robots", content: "noindex" },
];

export const handle: RouteFailure = {
  failure: { form: ["The invitation was not sent. Please try again."] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const contributorId = idParam(args, "profileId");
  const profile = await findProfile(actor, contributorId);
  if (!profile?.isVerified) throw notFound();
  return { contributorId, name: profile.name, projects: await listInvitable(actor, contributorId) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsCreator(args, invitationSchema);
  const contributorId = idParam(args, "profileId");
  if (!form.ok) return form.reply;
  const { projectId, note } = form.value;
  const done = await invite(actor, projectId, contributorId, note);
  if (done.ok) return redirectWithFlash(paths.project(projectId), { title: "Invitation sent" });
  if (done.refused === "not-found") throw notFound();
  return form.refuse({ projectId: [refusals[done.refused]] });
}

const refusals = {
  hidden: "Your profile is hidden. You can invite once it is shown again.",
  closed: "This project is no longer accepting applications.",
  applied: "They have already applied for this project.",
  invited: "They are already invited to this project.",
  "daily-limit": `You can invite ${invitationsADay} people in 24 hours. Please try again tomorrow.`,
};

export default function Invite() {
  const { contributorId, name, projects } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  return (
    <div className="narrow stack">
      <h1>Invite {name} to apply</h1>
      {projects.length === 0 ? (
        <EmptyState
          title="You have no open project"
          action={<ButtonLink to={paths.projectBrief()}>Post a Project Brief</ButtonLink>}
        >
          Post one, then come back to invite {name}.
        </EmptyState>
      ) : (
        <InviteForm contributorId={contributorId} projects={projects} result={result} />
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Error loading the invitation" />;
}
