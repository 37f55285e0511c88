import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmFirst } from "~/features/accounts/account-words";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { HiddenNotice } from "~/features/moderation/components/hidden-notice";
import { findHiding } from "~/features/moderation/deciding.server";
import { findReplyFigures, listApplicants } from "~/features/projects/applicants.server";
import { apply, withdraw } from "~/features/projects/applying.server";
import { openingOf } from "~/features/projects/closing.server";
import { ApplicantList } from "~/features/projects/components/applicants";
import { VisitorPart } from "~/features/projects/components/apply-form";
import {
  InvitedList,
  ManageProject,
  ProjectFacts,
  ProjectHistory,
  ReplyClock,
} from "~/features/projects/components/project-page";
import { declineInvitation } from "~/features/projects/inviting.server";
import { applyOnceApproved, folders, questionsChanged } from "~/features/projects/project";
import { mostSamplesWords, projectPageSchema } from "~/features/projects/project.schema";
import { findProjectPage, type ProjectPage, type ProjectView } from "~/features/projects/viewing.server";
import { isApproved, isRejected } from "~/features/visibility/standing";
import { notFound, readForm } from "~/http/form.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, limitActs, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { failurePage } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/project-page.css?url";
import { ErrorSummary, summaryOf } from "~/ui/form";
import { ButtonLink, EmptyState, Link } from "~/ui/parts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const guestTitle = page?.view === "guest" ? "Project Details" : "Project not found";
  const title = page?.view === "project" ? page.project.title : guestTitle;
  return [{ title: `${title} · Matchcut` }];
};

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = {
  styles,
  failure: { form: ["Error applying for project"] },
};

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const projectId = parseId(args.params.projectId) ?? "";
  if (!viewer) return { view: "guest" as const, place: returnPathOf(args.request) };
  const query = new URL(args.request.url).searchParams;
  const page = await findProjectPage(viewer, projectId, query.get("before"));
  if (!page) return data({ view: "missing" as const }, 404);
  const { project, history } = page;
  const [part, hiding] = await Promise.all([
    project.isOwn ? ownersPart(viewer, page, query) : visitorsPart(viewer, page),
    hidingOn(viewer, project),
  ]);
  return { view: "project" as const, project, part, history, hiding };
}

/** Why the project is hidden or, if it isn't, why the viewer's application is. */
async function hidingOn(viewer: Actor, { id, isHidden, application }: ProjectView) {
  if (isHidden) return { text: hiddenWords.project, hiding: await findHiding(viewer, "project", id) };
  return application?.isHidden
    ? { text: hiddenWords.application, hiding: await findHiding(viewer, "application", application.id) }
    : null;
}

const hiddenWords = {
  project:
    "We've hidden this project. Only its owner and people who applied can see it, and it isn't accepting applications.",
  application: "We've hidden your application. The project's owner can't see what's in it.",
};

async function ownersPart(viewer: Actor, { project, invited }: ProjectPage, query: URLSearchParams) {
  const { id, counts } = project;
  const list = {
    folder: folders.find((folder) => folder === query.get("folder")) ?? ("all" as const),
    sort: query.get("sort") === "date" ? ("date" as const) : ("match" as const),
    after: query.get("after"),
  };
  const applicants =
    counts.total > 0 ? await listApplicants(viewer, id, list) : { applicants: [], next: null };
  const asksExtend = query.get("extend") === "1";
  const canPost = !isContributor(viewer);
  const opening = canPost ? openingOf(project) : null;
  // The dialog doesn't open just because the URL says so.
  const asksLimit = query.get("limit") === "post" && opening?.isFull === true;
  return {
    side: "owner" as const,
    page: { ...list, ...applicants },
    invited,
    canPost,
    asksExtend,
    opening,
    asksLimit,
  };
}

async function visitorsPart(viewer: Actor, { project, ownSamples }: ProjectPage) {
  const standing = !isContributor(viewer)
    ? ("creator" as const)
    : isApproved(viewer.contributorStatus)
      ? ("can-apply" as const)
      : isRejected(viewer.contributorStatus)
        ? ("rejected" as const)
        : ("waiting" as const);
  const applies = standing === "can-apply" && project.takesApplications && !project.application;
  return {
    side: "visitor" as const,
    standing,
    figures: await findReplyFigures(project.creator.id),
    ownSamples: (applies ? ownSamples : []).map(({ id, kind, title, picture }) => ({
      id,
      kind,
      title,
      picture,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, projectPageSchema);
  const projectId = parseId(args.params.projectId) ?? "";
  const form = await readForm(args, projectPageSchema);
  if (!form.ok) return form.reply;
  const here = paths.project(projectId);
  await limitActs(args, actor, "application");
  switch (form.value.intent) {
    case "apply": {
      const done = await apply(actor, projectId, form.value);
      if (done.ok)
        return redirectWithFlash(paths.projects(), {
          title: "Application submitted",
          text: "We've let the creator know. You'll hear from us either way.",
        });
      if (done.refused === "not-found") throw notFound(form.value.note);
      if (done.refused === "most-samples") return form.refuse({ sampleIds: [mostSamplesWords] });
      if (done.refused === "unconfirmed") return form.refuse({ "": [confirmFirst] }, 409);
      if (done.refused === "questions-changed") return form.refuse({ "": [questionsChanged] }, 409);
      if (done.refused === "unanswered") return form.refuse({ answers: ["Please answer every question."] });
      return redirectWithFlash(here, { ...applyRefusals[done.refused], tone: "destructive" });
    }
    case "withdraw": {
      const done = await withdraw(actor, projectId);
      if (done.ok) return redirectWithFlash(here, { title: "Application withdrawn" });
      if (done.refused === "not-found") throw notFound();
      return redirectWithFlash(here, {
        title: "Error updating application",
        text: "The creator has already decided, so you can't withdraw anymore.",
        tone: "destructive",
      });
    }
    case "decline-invitation": {
      const done = await declineInvitation(actor, projectId);
      if (done.ok) return redirectWithFlash(here, { title: "Invitation declined" });
      if (done.refused === "not-found") throw notFound();
      return redirectWithFlash(here, { title: "Already applied" });
    }
  }
}

const applyRefusals = {
  "already-applied": { title: "Already applied" },
  closed: {
    title: "Error applying for project",
    text: "This project is no longer accepting applications",
  },
  hidden: {
    title: "Error applying for project",
    text: "Your profile is hidden, so you can't apply right now.",
  },
  "not-approved": {
    title: "Error applying for project",
    text: `${applyOnceApproved}.`,
  },
};

export default function Project() {
  const page = useLoaderData<typeof loader>();
  const root = useRootData();
  const result = useActionData<typeof action>()?.result;
  if (page.view === "guest")
    return (
      <div className="stack">
        <h1>Project Details</h1>
        <EmptyState
          title="Please log in to view project details."
          action={<ButtonLink to={paths.login({ redirectTo: page.place })}>Log In / Sign Up</ButtonLink>}
        />
      </div>
    );
  const back = (
    <p>
      <ButtonLink to={paths.projects()} kind="secondary" small>
        Back to Projects
      </ButtonLink>
    </p>
  );
  if (page.view === "missing")
    return (
      <div className="message-page">
        <h1>Project not found.</h1>
        {back}
        {root?.reference && <p className="hint">Reference: {root.reference}</p>}
      </div>
    );
  const { project, part, history, hiding } = page;
  const showsForm =
    part.side === "visitor" &&
    part.standing === "can-apply" &&
    project.takesApplications &&
    !project.application;
  return (
    <div className="stack">
      <RevalidateOnHint trustsPage />
      {!showsForm && <ErrorSummary errors={summaryOf(result, [])} />}
      {back}
      <h1>Project Details</h1>
      {hiding && <HiddenNotice {...hiding} />}
      <ProjectFacts project={project}>
        {part.side === "visitor" && <ReplyClock name={project.creator.name} figures={part.figures} />}
      </ProjectFacts>
      {part.side === "owner" ? (
        <>
          <ManageProject
            project={project}
            canPost={part.canPost}
            asksExtend={part.asksExtend}
            opening={part.opening}
          />
          <ApplicantList project={project} page={part.page} />
          <InvitedList invited={part.invited} />
          {part.asksLimit && part.opening && (
            <LimitDialog title="Limit Reached" closeTo={paths.project(project.id)}>
              <p>{part.opening.words}</p>
              <p>
                <Link to={paths.projects()}>View your projects</Link>
              </p>
            </LimitDialog>
          )}
        </>
      ) : (
        <VisitorPart
          project={project}
          standing={part.standing}
          ownSamples={part.ownSamples}
          result={result}
        />
      )}
      {!project.isOwn && (
        <p>
          <Link className="hint" to={paths.reportThing("project", project.id)}>
            Report this project
          </Link>
        </p>
      )}
      {history && (
        <ProjectHistory
          events={history.events}
          older={history.next ? paths.project(project.id, { before: history.next }) : undefined}
        />
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("Project not found.", "There was a problem loading this project.");
