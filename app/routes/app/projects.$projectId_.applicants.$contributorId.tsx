import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import type { Actor } from "~/features/accounts/actor";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { FavoriteForm } from "~/features/favorites/components/favorite-form";
import { findChosen } from "~/features/projects/applicants.server";
import {
  ApplicationState,
  DecideForms,
  PortfolioLink,
  PrivateNoteForm,
} from "~/features/projects/components/applicants";
import { NamedSamples } from "~/features/projects/components/compare-applicants";
import { Answers } from "~/features/projects/components/project-parts";
import {
  acceptApplication,
  declineApplication,
  sortApplication,
  takeDeclineBack,
  writePrivateNote,
} from "~/features/projects/deciding.server";
import { applicantSchema } from "~/features/projects/project.schema";
import { notFound, orNotFound, readForm } from "~/http/form.server";
import { idParam, limitActs, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { safePath } from "~/http/safe-redirect";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { Avatar } from "~/ui/avatar";
import { ErrorSummary, fieldOf, summaryOf } from "~/ui/form";
import { ButtonLink, Card, Link } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) => data.applicant.name);

export const handle: RouteFailure = {
  failure: { form: ["Error updating application"] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const projectId = idParam(args, "projectId");
  const contributorId = idParam(args, "contributorId");
  const { project, applicants, saving } = orNotFound(await findChosen(actor, projectId, [contributorId]));
  return { project, applicant: orNotFound(applicants[0]), saving };
}

type Sent = z.output<typeof applicantSchema>;

export async function action(args: ActionFunctionArgs) {
  const actor = await requireSignIn(args, applicantSchema);
  const projectId = idParam(args, "projectId");
  const contributorId = idParam(args, "contributorId");
  const form = await readForm(args, applicantSchema);
  if (!form.ok) return form.reply;
  await limitActs(args, actor, "decision");
  const done = await act(actor, projectId, contributorId, form.value);
  const back = safePath(form.value.back, paths.applicant(projectId, contributorId));
  if (done.ok) return redirectWithFlash(back, done.canTakeBack ? declined : doneWords[form.value.intent]);
  if (done.refused === "not-found") throw notFound();
  return redirectWithFlash(back, {
    title: "Error updating application",
    text: refusals[done.refused],
    tone: "destructive",
  });
}

type Done = Awaited<ReturnType<typeof acceptApplication>> | Awaited<ReturnType<typeof declineApplication>>;

function act(
  actor: Actor,
  projectId: string,
  contributorId: string,
  sent: Sent,
): Promise<Done & { canTakeBack?: boolean }> {
  switch (sent.intent) {
    case "accept":
      return acceptApplication(actor, projectId, contributorId);
    case "decline":
      return declineApplication(actor, projectId, contributorId, sent.note);
    case "take-back":
      return takeDeclineBack(actor, projectId, contributorId);
    case "note":
      return writePrivateNote(actor, projectId, contributorId, sent.privateNote);
    case "shortlist":
    case "archive":
    case "restore":
      return sortApplication(actor, projectId, contributorId, stages[sent.intent]);
  }
}

const refusals = {
  hidden: "Your profile is hidden, so you can't accept applications right now.",
  closed: "The project's status has changed, so this isn't possible anymore.",
  decided: "This application was already decided or withdrawn. You're looking at its current status.",
};

const stages = { shortlist: "shortlisted", archive: "archived", restore: "new" } as const;

const toldWords = "We've let the contributor know.";

const doneWords: Record<Sent["intent"], { title: string; text?: string }> = {
  accept: { title: "Application accepted", text: "You've matched, so you can message each other now." },
  decline: { title: "Application declined", text: toldWords },
  "take-back": { title: "The application is pending again" },
  note: { title: "Note saved" },
  shortlist: { title: "Added to the shortlist" },
  archive: { title: "Application archived" },
  restore: { title: "Moved back to New" },
};

/** Used while the decline can still be undone. */
const declined = {
  ...doneWords.decline,
  text: `${toldWords} You can undo this while the project is open.`,
};

export default function Applicant() {
  const { project, applicant, saving } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { contributorId, name } = applicant;
  const canDecide = !applicant.hasLeft && (project.status === "open" || project.status === "in_progress");
  const canDecline = canDecide && applicant.status === "pending";
  const fields =
    result?.initialValue?.intent === "note"
      ? [fieldOf("applicant", result, "privateNote")]
      : canDecline
        ? [fieldOf(`decline-${contributorId}`, result, "note")]
        : [];
  const errors = summaryOf(result, fields);
  return (
    <div className="narrow stack">
      <ErrorSummary title="Error updating application" errors={errors} />
      <p>
        <ButtonLink to={paths.project(project.id)} kind="secondary" small>
          Back to {project.title}
        </ButtonLink>
      </p>
      <Card>
        <div className="row">
          <Avatar name={name} src={applicant.avatarUrl} size="medium" />
          <div>
            <h1>{name}</h1>
            <ApplicationState applicant={applicant} />
          </div>
        </div>
        {applicant.match && <MatchBadge match={applicant.match} />}
        <p className="whitespace-pre-line">{applicant.note}</p>
        <NamedSamples samples={applicant.samples} areNamed={applicant.areNamed} />
        <Answers questions={project.questions} answers={applicant.answers} />
        {applicant.declineNote && (
          <p>
            You wrote: <q className="mail-text">{applicant.declineNote}</q>
          </p>
        )}
        <div className="row">
          {applicant.portfolioLink && <PortfolioLink href={applicant.portfolioLink} name={name} />}
          {!applicant.hasLeft && (
            <>
              <Link to={paths.profile(contributorId)}>Profile</Link>{" "}
              <ButtonLink to={paths.newMessage({ to: contributorId })} kind="secondary" small>
                Message
              </ButtonLink>
              <FavoriteForm
                contributorId={contributorId}
                name={name}
                offer={saving}
                from={paths.applicant(project.id, contributorId)}
              />{" "}
              <Link className="hint" to={paths.reportThing("application", project.id, { by: contributorId })}>
                Report
              </Link>
            </>
          )}
        </div>
        <DecideForms
          projectId={project.id}
          applicant={applicant}
          canDecide={canDecide}
          canTakeBack={!applicant.hasLeft && project.status === "open"}
          back={paths.applicant(project.id, contributorId)}
          result={result}
        />
      </Card>
      <PrivateNoteForm projectId={project.id} applicant={applicant} result={result} />
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this application");
