import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmFirst } from "~/features/accounts/account-words";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { stripSize } from "~/features/content/landing-work";
import { LateWorkStrip } from "~/features/content/late-work-strip";
import { listWork, type PersonWithWork } from "~/features/directory/listing.server";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { HiddenNotice } from "~/features/moderation/components/hidden-notice";
import { findHiding } from "~/features/moderation/deciding.server";
import { findReplyFigures, listApplicants } from "~/features/projects/applicants.server";
import { apply, withdraw } from "~/features/projects/applying.server";
import { openingOf } from "~/features/projects/closing.server";
import type { OwnedProject } from "~/features/projects/components/owners-project";
import { BackToProjects } from "~/features/projects/components/project-head";
import { readPlace } from "~/features/projects/desk";
import { declineInvitation } from "~/features/projects/inviting.server";
import { applyOnceApproved, isRunning, questionsChanged } from "~/features/projects/project";
import { mostSamplesWords, projectPageSchema } from "~/features/projects/project.schema";
import { findProjectPage, type ProjectPage, type ProjectView } from "~/features/projects/viewing.server";
import { isApproved, isRejected } from "~/features/visibility/standing";
import { notFound } from "~/http/form.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, keepWritten, limitActs, readSignedIn, redirectWithFlash } from "~/http/route.server";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { LimitDialog } from "~/shell/limit-dialog";
import { CutStyles, failurePage, pageTitle, withStyles } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import deskStyles from "~/styles/desk-page.css?url";
import styles from "~/styles/project-page.css?url";
import { ErrorSummary, summaryOf } from "~/ui/form";
import { latePart } from "~/ui/late-part";
import { ButtonLink, EmptyState, Link } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((page) => {
  if (page.view === "guest") return "Project Details";
  return page.view === "missing" ? "Project not found" : page.project.title;
});

export const { handle, links } = withStyles(
  { desk: deskStyles, other: styles },
  { formFailure: "Error applying for project" },
);

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
  return part.side === "owner" && part.tab === "applications"
    ? {
        view: part.page ? ("desk" as const) : ("no-applications" as const),
        project: onDesk(project),
        part,
        hiding,
      }
    : { view: "project" as const, project, part, history, hiding };
}

/** Only what the list of applications shows, to keep the page small. */
function onDesk(project: ProjectView): OwnedProject {
  const { id, title, status, takesApplications, isExpired, questions, createdAt, counts } = project;
  const { amount, startDate, expiresAt, newestPending, keptPending } = project;
  return {
    ...{ id, title, status, takesApplications, isExpired, questions, createdAt, counts },
    ...{ amount, startDate, expiresAt, newestPending, keptPending },
    budgetDetails: amount ? "" : project.budgetDetails,
  };
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

const asks = ["cancel", "decline-rest"] as const;

async function ownersPart(viewer: Actor, { project, invited }: ProjectPage, query: URLSearchParams) {
  const place = readPlace(query);
  const asked = query.get("tab");
  const tab: "applications" | "brief" | "invited" =
    asked === "brief" || asked === "invited" ? asked : "applications";
  const isListed = tab === "applications" && project.counts.total > 0;
  const canPost = !isContributor(viewer);
  const opening = canPost ? openingOf(project) : null;
  return {
    side: "owner" as const,
    place,
    tab,
    page: isListed ? await listApplicants(viewer, project.id, place) : null,
    offering: tab === "applications" && !isListed ? await peopleFor(viewer, project) : [],
    invitedCount: invited.length,
    invited: tab === "invited" ? invited : [],
    canPost,
    references: project.files.length,
    asksExtend: query.get("extend") === "1",
    asks: isRunning(project) ? (asks.find((one) => one === query.get("ask")) ?? null) : null,
    opening,
    // The dialog doesn't open just because the URL says so.
    asksLimit: query.get("limit") === "post" && opening?.isFull === true,
  };
}

/** How many services to look up, each with its own query, until someone offers one. */
const servicesTried = 3;

/** Contributors the owner could invite. They offer the first of the project's services that anyone offers. */
async function peopleFor(viewer: Actor, { services }: ProjectView) {
  const catalog = await listCatalog();
  for (const name of services.slice(0, servicesTried)) {
    const service = catalog.services.find((entry) => entry.name === name);
    const people = service ? await listWork(viewer, stripSize, service.id) : [];
    if (people.length > 0) return people;
  }
  return [];
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
  const { actor, form } = await readSignedIn(args, projectPageSchema);
  const projectId = parseId(args.params.projectId) ?? "";
  if (!form.ok) return form.reply;
  const here = paths.project(projectId);
  await limitActs(args, actor, "application");
  switch (form.value.intent) {
    case "apply": {
      const done = await apply(actor, projectId, form.value);
      if (done.ok)
        return redirectWithFlash(paths.projects(), {
          title: "Application submitted",
          text: "We've let the creator know. We'll let you know either way.",
        });
      if (done.refused === "not-found") throw notFound();
      if (done.refused === "most-samples") return form.refuse({ sampleIds: [mostSamplesWords] });
      if (done.refused === "unconfirmed") return form.refuse(confirmFirst, 409);
      if (done.refused === "questions-changed") return form.refuse(questionsChanged, 409);
      if (done.refused === "unanswered") return form.refuse({ answers: ["Please answer every question."] });
      keepWritten(args, applyRefusals[done.refused]);
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
  "already-applied": { title: "Already applied", text: "You can apply only once to each project." },
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

const OwnersProject = latePart(
  "OwnersProject",
  () => import("~/features/projects/components/owners-project"),
);
const ProjectBrief = latePart("ProjectBrief", () => import("~/features/projects/components/project-page"));
const VisitorsProject = latePart(
  "VisitorsProject",
  () => import("~/features/projects/components/visitors-project"),
);
const ProjectHistory = latePart(
  "ProjectHistory",
  () => import("~/features/projects/components/project-history"),
);

export default function Project() {
  const page = useLoaderData<typeof loader>();
  const root = useRootData();
  const result = useActionData<typeof action>()?.result;
  if (page.view === "guest")
    return (
      <div className="stack">
        <BackToProjects />
        <h1>Project Details</h1>
        <EmptyState
          title="Members only"
          action={<ButtonLink to={paths.login({ redirectTo: page.place })}>Log In / Sign Up</ButtonLink>}
        >
          Please log in to view project details.
        </EmptyState>
      </div>
    );
  if (page.view === "missing")
    return (
      <div className="stack">
        <BackToProjects />
        <div className="message-page cut-page">
          <CutStyles />
          <h1>Project not found.</h1>
          <p className="muted">It may have been deleted, or you don't have access to it.</p>
          {root?.reference && <p className="hint">Reference: {root.reference}</p>}
        </div>
      </div>
    );
  const { project, part, hiding } = page;
  const full = page.view === "project" ? page.project : null;
  const history = page.view === "project" && page.history && (
    <ProjectHistory
      events={page.history.events}
      older={page.history.next ? paths.project(project.id, { before: page.history.next }) : undefined}
    />
  );
  const notice = hiding && <HiddenNotice {...hiding} />;
  const showsForm =
    part.side === "visitor" && part.standing === "can-apply" && full?.takesApplications && !full.application;
  return (
    <div className="project-page">
      <RevalidateOnHint trustsPage />
      {!showsForm && <ErrorSummary errors={summaryOf(result, [])} />}
      <BackToProjects />
      {part.side === "owner" ? (
        <OwnersProject
          project={project}
          part={part}
          notice={notice}
          offering={part.offering.length > 0 && <Offering people={part.offering} />}
          brief={full && <ProjectBrief project={full} main={history} />}
        />
      ) : (
        full && (
          <VisitorsProject project={full} {...part} notice={notice} result={result}>
            {history}
            <p className="part">
              <Link className="hint" to={paths.reportThing("project", project.id)}>
                Report this project
              </Link>
            </p>
          </VisitorsProject>
        )
      )}
      {part.side === "owner" && part.asksLimit && part.opening && (
        <LimitDialog title="Limit Reached" closeTo={paths.project(project.id)}>
          <p>{part.opening.words}</p>
          <p>
            <Link to={paths.projects()}>View your projects</Link>
          </p>
        </LimitDialog>
      )}
    </div>
  );
}

/** Suggests people to invite before anyone has applied. */
function Offering({ people }: { people: PersonWithWork[] }) {
  return (
    <section className="part" aria-labelledby="offering">
      <h2 id="offering">They offer what you need</h2>
      <LateWorkStrip people={people} />
      <p>
        <Link to={paths.contributors()} reloadDocument>
          All contributors
        </Link>
      </p>
    </section>
  );
}

export const ErrorBoundary = failurePage("Project not found.", "There was a problem loading this project.");
