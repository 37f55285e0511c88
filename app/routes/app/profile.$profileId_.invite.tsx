import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { leadFrames } from "~/features/discovery/components/lead-frames";
import { PersonCard } from "~/features/discovery/components/person";
import { coverFirst, framed } from "~/features/portfolio/sample";
import { userTypeLabels } from "~/features/profiles/user-type";
import { findProfile } from "~/features/profiles/viewing.server";
import { invite, listInvitable } from "~/features/projects/inviting.server";
import { invitationsADay, projectLimits } from "~/features/projects/project";
import { invitationSchema } from "~/features/projects/project.schema";
import { notFound } from "~/http/form.server";
import { idParam, readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/people-page.css?url";
import { ErrorSummary, Form, Select, TextArea, useForm } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { ButtonLink, EmptyState, SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) => `Invite ${data.name}`);

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your invitation wasn't sent.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const contributorId = idParam(args, "profileId");
  const profile = await findProfile(actor, contributorId);
  if (!profile?.isVerified) throw notFound();
  const { name, avatarUrl, services, location, samples } = profile;
  return {
    ...{ contributorId, name, avatarUrl, location, craft: services[0] ?? userTypeLabels.contributor },
    work: coverFirst(samples).slice(0, 4).map(framed),
    projects: await listInvitable(actor, contributorId),
  };
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
  hidden: "Your profile is hidden, so you can't send invitations right now.",
  closed: "This project is no longer accepting applications.",
  applied: "They've already applied for this project.",
  invited: "You've already invited them to this project.",
  "daily-limit": `You can invite up to ${invitationsADay} people in 24 hours. Please try again tomorrow.`,
};

export default function Invite() {
  const { contributorId, name, avatarUrl, craft, location, work, projects } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, errorsOf, propsOf } = useForm<"projectId" | "note">("invitation", result, {
    projectId: projects.find(({ state }) => state === "free")?.projectId,
  });
  return (
    <div className="narrow stack">
      <h1 className={headingFace(name)}>Invite {name} to apply</h1>
      <ul>
        <PersonCard
          person={{ personId: contributorId, name, avatarUrl }}
          about={[craft, location]}
          frames={leadFrames({ role: "contributor", work, brief: null }, paths.invite(contributorId))}
          words={{ title: craft }}
          isFirst
        />
      </ul>
      {projects.length === 0 && !result ? (
        <EmptyState
          title="You don't have an open project"
          action={<ButtonLink to={paths.projectBrief()}>Post a Project Brief</ButtonLink>}
        >
          Post a project, then come back to invite {name}.
        </EmptyState>
      ) : (
        <Form {...formProps} className="stack">
          <ErrorSummary errors={errorsOf(["projectId", "note"])} />
          <Select
            label="Project"
            options={projects.map(({ projectId, title, state }) => ({
              value: projectId,
              label: `${title}${suffixes[state]}`,
            }))}
            {...propsOf("projectId")}
          />
          <TextArea
            label="Why you're inviting them"
            showOptional
            rows={3}
            limit={projectLimits.invitation}
            {...propsOf("note")}
          />
          <div className="row">
            <SubmitButton pending="Sending...">Send invitation</SubmitButton>
            <ButtonLink to={paths.profile(contributorId)} kind="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load the invitation");

const suffixes = { free: "", invited: " (already invited)", applied: " (already applied)" };
