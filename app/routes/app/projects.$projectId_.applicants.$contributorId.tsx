import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import type { Actor } from "~/features/accounts/actor";
import { FavoriteForm } from "~/features/favorites/components/favorite-form";
import {
  findChosen,
  findNextUndecided,
  listApplicants,
  shownApplicant,
} from "~/features/projects/applicants.server";
import { Applicant } from "~/features/projects/components/applicant";
import { ApplicantNav, DeclinedNotice, Desk, useFocusOnArrival } from "~/features/projects/components/desk";
import {
  acceptApplication,
  declineApplication,
  releaseContributor,
  sortApplication,
  takeDeclineBack,
  writePrivateNote,
} from "~/features/projects/deciding.server";
import { type Asked, type DeskPlace, queryOf, readPlace } from "~/features/projects/desk";
import { declinedWords } from "~/features/projects/project";
import { applicantSchema } from "~/features/projects/project.schema";
import { notFound, orNotFound } from "~/http/form.server";
import { returnPathOf } from "~/http/request-context.server";
import {
  idParam,
  keepWritten,
  limitActs,
  readSignedIn,
  redirectWithFlash,
  requireSignIn,
} from "~/http/route.server";
import { safePath } from "~/http/safe-redirect";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/desk-page.css?url";
import { ErrorSummary, fieldOf, summaryOf } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) => `${data.applicant.name}: ${data.project.title}`);

export const { handle, links } = withStyles(styles, { formFailure: "Error updating application" });

const questions = ["accept", "decline", "release"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const projectId = idParam(args, "projectId");
  const contributorId = idParam(args, "contributorId");
  const query = new URL(args.request.url).searchParams;
  const place = readPlace(query);
  const declinedId = parseId(query.get("declined") ?? undefined);
  const [chosen, page] = await Promise.all([
    findChosen(actor, projectId, [contributorId, ...(declinedId ? [declinedId] : [])]),
    listApplicants(actor, projectId, place),
  ]);
  const { project, applicants, saving } = orNotFound(chosen);
  const of = (id: string | null) => applicants.find((one) => one.contributorId === id);
  const applicant = of(contributorId);
  // The owner's list, an email or an open page may still link here.
  if (!applicant) throw await redirectWithFlash(paths.project(projectId, queryOf(place)), goneWords);
  const declined = of(declinedId);
  return {
    project,
    applicant: shownApplicant(applicant),
    declined: declined && {
      contributorId: declined.contributorId,
      name: declined.name,
      announceAt: declined.announceAt,
    },
    saving,
    place,
    // Only phones show the notes in the list, and here they show one applicant instead.
    page: { ...page, first: null, applicants: page.applicants.map((one) => ({ ...one, note: "" })) },
    asked: (questions.find((question) => question === query.get("ask")) ?? null) as Asked,
    here: returnPathOf(args.request),
  };
}

const goneWords = {
  title: "This application isn't available",
  text: "The contributor may have withdrawn it or left.",
};

type Sent = z.output<typeof applicantSchema>;

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, applicantSchema);
  const projectId = idParam(args, "projectId");
  const contributorId = idParam(args, "contributorId");
  const place = readPlace(new URL(args.request.url).searchParams);
  if (!form.ok) return form.reply;
  await limitActs(args, actor, "decision");
  const { intent, back } = form.value;
  const done = await act(actor, projectId, contributorId, form.value);
  const here = `${paths.applicant(projectId, contributorId, queryOf(place))}#applicant`;
  if (!done.ok) {
    if (done.refused === "not-found") throw notFound();
    // The application's page can't be found anymore, either.
    const isGone = done.refused === "unavailable";
    const said = { title: "Error updating application", text: refusals[done.refused] };
    keepWritten(args, said, isGone ? 410 : 409);
    const refusedTo = safePath(back, isGone ? paths.project(projectId, queryOf(place)) : here);
    return redirectWithFlash(refusedTo, { ...said, tone: "destructive" });
  }
  if (intent === "accept" || intent === "archive" || intent === "decline")
    return moveOn(actor, projectId, contributorId, place, intent, back);
  return redirectWithFlash(safePath(back, here), doneWords[intent]);
}

/**
 * Moves on to the next undecided applicant, or back to the comparison where it was decided. After the last decision,
 * stays here. The toast says what was decided, and for whom.
 */
async function moveOn(
  actor: Actor,
  projectId: string,
  contributorId: string,
  place: DeskPlace,
  intent: "accept" | "decline" | "archive",
  back: string,
) {
  const { name: known, next } = await findNextUndecided(actor, projectId, contributorId, place);
  const name = known ?? "The contributor";
  const said = {
    accept: { title: `${name} accepted`, text: "You've matched, so you can message each other now." },
    decline: {
      title: `${name} declined`,
      text: declinedWords,
    },
    archive: { title: `${name} archived` },
  }[intent];
  const declined = intent === "decline" ? contributorId : undefined;
  const here = `${paths.applicant(projectId, contributorId, queryOf(place))}#applicant`;
  if (back) return redirectWithFlash(safePath(back, here), said);
  if (!next) {
    return redirectWithFlash(here, {
      ...said,
      text: [said.text, "That was the last one."].filter(Boolean).join(" "),
    });
  }
  const to = paths.applicant(projectId, next.contributorId, {
    ...queryOf({ ...place, after: next.after }),
    declined,
  });
  return redirectWithFlash(`${to}#applicant`, said);
}

type Outcome =
  | Awaited<ReturnType<typeof acceptApplication>>
  | Awaited<ReturnType<typeof releaseContributor>>
  | Awaited<ReturnType<typeof sortApplication>>;

function act(actor: Actor, projectId: string, contributorId: string, sent: Sent): Promise<Outcome> {
  switch (sent.intent) {
    case "accept":
      return acceptApplication(actor, projectId, contributorId);
    case "decline":
      return declineApplication(actor, projectId, contributorId, sent.note);
    case "take-back":
      return takeDeclineBack(actor, projectId, contributorId);
    case "release":
      return releaseContributor(actor, projectId, contributorId, sent.reason);
    case "note":
      return writePrivateNote(actor, projectId, contributorId, sent.privateNote);
    case "shortlist":
    case "archive":
    case "restore":
      return sortApplication(actor, projectId, contributorId, stages[sent.intent]);
  }
}

const refusals = {
  unavailable: `${goneWords.title}. ${goneWords.text}`,
  hidden: "Your profile is hidden, so you can't accept applications right now.",
  closed: "The project's status has changed, so this isn't possible anymore.",
  decided: "This application was already decided or withdrawn.",
  "not-accepted": "This person isn't part of the project anymore.",
};

const stages = { shortlist: "shortlisted", archive: "archived", restore: "new" } as const;

const doneWords: Record<
  Exclude<Sent["intent"], "accept" | "decline" | "archive">,
  { title: string; text?: string }
> = {
  "take-back": { title: "The application is pending again" },
  release: { title: "They aren't part of the project anymore", text: "We've let the contributor know." },
  note: { title: "Note saved" },
  shortlist: { title: "Added to the shortlist" },
  restore: { title: "Moved back to New" },
};

export default function ApplicantPage() {
  const { project, applicant, declined, saving, place, page, asked, here } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { contributorId, name } = applicant;
  const back = `${paths.project(project.id, queryOf(place))}#a-${contributorId}`;
  useFocusOnArrival(contributorId);
  const refused = result?.initialValue?.intent;
  // A refused note or reason stays in the question that it belongs to.
  const question = refused === "decline" || refused === "release" ? refused : asked;
  const fields =
    refused === "note"
      ? [fieldOf("applicant", result, "privateNote")]
      : question === "decline" && applicant.status === "pending"
        ? [fieldOf("decline", result, "note")]
        : question === "release" && applicant.status === "accepted"
          ? [fieldOf("release", result, "reason")]
          : [];
  return (
    <div className="project-page">
      <ErrorSummary title="Error updating application" errors={summaryOf(result, fields)} />
      <p className="page-back">
        <Link to={back}>
          <Icon name="arrow-left" /> All applications
        </Link>{" "}
        <span className="hint cut1">{project.title}</span>
      </p>
      <Desk project={project} place={place} page={page} chosen={applicant} shown="applicant">
        {declined && <DeclinedNotice projectId={project.id} declined={declined} action={place} />}
        <Applicant
          project={project}
          applicant={applicant}
          place={place}
          asked={question}
          as="h1"
          nav={<ApplicantNav project={project} place={place} page={page} contributorId={contributorId} />}
          favorite={
            !applicant.hasLeft && (
              <FavoriteForm contributorId={contributorId} name={name} offer={saving} from={here} />
            )
          }
          result={result}
        />
      </Desk>
    </div>
  );
}

export const ErrorBoundary = failurePage("We couldn't load this application");
