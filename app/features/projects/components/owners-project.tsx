import { type ReactNode, useContext } from "react";
import { LimitNotice } from "~/features/plans/components/limit-notice";
import { planLabels, plansWithProFeatures, postDays } from "~/features/plans/plan";
import { paths } from "~/paths";
import { ClockContext } from "~/ui/clock";
import { daysUntil } from "~/ui/dates";
import { Form, TextArea } from "~/ui/form";
import { MoreMenu } from "~/ui/more-menu";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import type { ApplicantPage, DeskProject } from "../applicants.server";
import type { OpeningView } from "../closing.server";
import { type DeskPlace, queryOf } from "../desk";
import type { InvitedView } from "../inviting.server";
import { announcedAfterMinutes, isRunning, keptWords, projectLimits } from "../project";
import type { ProjectView } from "../viewing.server";
import { Applicant, AskDialog } from "./applicant";
import { ApplicantNav, Desk, DeskMeta } from "./desk";
import { ProjectHead } from "./project-head";

interface OwnersPart {
  place: DeskPlace;
  tab: Tab;
  /** Null on the other tabs, and if no one has applied yet. */
  page: ApplicantPage | null;
  invitedCount: number;
  /** Empty on the other tabs. */
  invited: InvitedView[];
  /** False once they've become a contributor. */
  canPost: boolean;
  references: number;
  /** True if the page was opened from the email about its expiry. */
  asksExtend: boolean;
  asks: "cancel" | "decline-rest" | null;
  opening: OpeningView | null;
}

/** The parts of a project that its owner sees on every tab. */
export type OwnedProject = DeskProject &
  Pick<
    ProjectView,
    | ("isExpired" | "createdAt" | "startDate" | "budgetDetails" | "amount")
    | ("takesApplications" | "expiresAt" | "newestPending" | "keptPending")
  >;

/**
 * A project's page for its owner, without the link back.
 * @param notice shown if an admin has hidden the project
 * @param offering people to invite, while no one has applied
 * @param brief the content of the Brief tab
 */
export function OwnersProject({
  project,
  part,
  notice,
  offering,
  brief,
}: {
  project: OwnedProject;
  part: OwnersPart;
  notice: ReactNode;
  offering: ReactNode;
  brief: ReactNode;
}) {
  return (
    <>
      <ProjectHead project={project}>
        <DeskMeta project={project} />
      </ProjectHead>
      {notice}
      <OwnerTabs project={project} part={part} />
      <OwnerNotices project={project} part={part} />
      {part.tab === "applications" && <Applications project={project} part={part} offering={offering} />}
      {part.tab === "invited" && <InvitedList invited={part.invited} />}
      {part.tab === "brief" && brief}
      {part.asks === "cancel" && (
        <AskDialog
          title="Cancel this project?"
          words="We'll let everyone with a pending or accepted application know. You can reopen the project later if your plan has room."
          closeTo={paths.project(project.id)}
          action={paths.projectStatus(project.id)}
          submit={["cancel", "Cancel project", "Canceling..."]}
          keep="Keep project"
        />
      )}
      {part.asks === "decline-rest" && restOf(project) > 0 && (
        <DeclineRestDialog project={project} place={part.place} />
      )}
    </>
  );
}

/** The list of applicants or, before anyone has applied, contributors to invite. */
function Applications({
  project,
  part: { place, page },
  offering,
}: {
  project: OwnedProject;
  part: OwnersPart;
  offering: ReactNode;
}) {
  if (!page)
    return (
      <>
        <section className="part">
          <h2>No applications yet</h2>
          <div className="stack">
            <p className="muted">
              {project.takesApplications
                ? "Contributors who offer what you need see the project in their list. You can also invite people from their profiles."
                : "The project isn't accepting applications right now, so contributors don't see it in their lists."}
            </p>
            {project.takesApplications && (
              <p>
                <ButtonLink kind="secondary" to={paths.discover()}>
                  Find people to invite
                </ButtonLink>
              </p>
            )}
          </div>
        </section>
        {offering}
      </>
    );
  const { first } = page;
  return (
    <Desk
      project={project}
      place={place}
      page={page}
      chosen={first}
      shown="list"
      tools={<DeclineRestLink project={project} place={place} />}
    >
      {first && (
        <Applicant
          project={project}
          applicant={first}
          place={place}
          asked={null}
          as="h2"
          nav={
            <ApplicantNav project={project} place={place} page={page} contributorId={first.contributorId} />
          }
        />
      )}
    </Desk>
  );
}

type Tab = "applications" | "brief" | "invited";

/** The owner's tabs and actions. An action is shown only if the project's state allows it. */
function OwnerTabs({ project, part }: { project: OwnedProject; part: OwnersPart }) {
  const { id, status, counts, expiresAt } = project;
  const { canPost, opening, invitedCount, references } = part;
  const tab = (name: Tab, label: string) => ({
    to: paths.project(id, name === "applications" ? {} : { tab: name }),
    label,
    current: name === part.tab,
  });
  return (
    <div className="desk-tabs">
      <Tabs
        label="Project"
        items={[
          tab("applications", `Applications (${counts.total})`),
          tab("brief", "Brief"),
          ...(invitedCount > 0 ? [tab("invited", `Invited (${invitedCount})`)] : []),
        ]}
      />
      <MoreMenu key={status} label="More" of={project.title}>
        {isRunning(project) && <Link to={paths.editProject(id)}>Edit</Link>}{" "}
        {isRunning(project) && <Link to={paths.briefFiles({ project: id })}>References ({references})</Link>}
        <Form action={paths.projectStatus(id)}>
          {canPost && isRunning(project) && expiresAt && !opening?.isFull && (
            <SubmitButton name="intent" value="extend" kind="quiet" small>
              Extend
            </SubmitButton>
          )}
          {status === "in_progress" && (
            <SubmitButton name="intent" value="complete" kind="quiet" small>
              Mark as completed
            </SubmitButton>
          )}
          {canPost && !isRunning(project) && !opening?.isFull && (
            <SubmitButton name="intent" value="reopen" kind="quiet" small>
              Reopen
            </SubmitButton>
          )}
        </Form>
        {canPost && (
          <Form action={paths.repostProject(id)}>
            <SubmitButton kind="quiet" small>
              Copy to a new draft
            </SubmitButton>
          </Form>
        )}
        {isRunning(project) && <Link to={paths.project(id, { ask: "cancel" })}>Cancel project</Link>}
      </MoreMenu>
    </div>
  );
}

/** Says when the project expires, offers to extend it once that date is near, and warns if the plan has no room. */
function OwnerNotices({ project, part }: { project: OwnedProject; part: OwnersPart }) {
  const { id, isExpired, expiresAt } = project;
  const { canPost, opening } = part;
  const clock = useContext(ClockContext);
  const canExtend = canPost && !opening?.isFull;
  const isUrgent = part.asksExtend || isExpired || (expiresAt !== null && daysUntil(expiresAt, clock) <= 5);
  return (
    <>
      {expiresAt && isRunning(project) && (
        <div className={isUrgent ? "notice desk-undo tone-warning" : "hint"}>
          <p>
            {isExpired ? "Expired on" : "Expires on"} <Time at={expiresAt} as="date" />.{" "}
            {canExtend
              ? `Extending restarts the clock: ${postDays.free} days on ${planLabels.free}, ${postDays.pay_per_post} on ${planLabels.pay_per_post}, no end date on ${plansWithProFeatures}.`
              : canPost && "You can extend it once your plan has room."}
          </p>{" "}
          {canExtend && isUrgent && (
            <Form action={paths.projectStatus(id)}>
              <SubmitButton name="intent" value="extend" kind="secondary" small pending="Extending...">
                Extend<span className="visually-hidden"> now</span>
              </SubmitButton>
            </Form>
          )}
        </div>
      )}
      {!canPost && <p className="hint">Only creators can reopen projects or post them again.</p>}
      {opening?.isFull === false && <p className="hint">{opening.words}</p>}
      {opening?.isFull && (
        <LimitNotice title="Project Limit Reached" continueTo={paths.projects()}>
          {opening.words}
        </LimitNotice>
      )}
    </>
  );
}

/** How many applications "Decline the rest" declines. */
const restOf = ({ status, counts, keptPending }: OwnedProject) =>
  isRunning({ status }) ? counts.waiting + counts.shortlisted + counts.archived - (keptPending ?? 0) : 0;

function DeclineRestLink({ project, place }: { project: OwnedProject; place: DeskPlace }) {
  const rest = restOf(project);
  if (rest <= 1) return null;
  return (
    <p>
      <ButtonLink
        kind="quiet"
        to={paths.project(project.id, { ...queryOf(place), ask: "decline-rest" })}
        preventScrollReset
      >
        Decline the rest ({rest})
      </ButtonLink>
    </p>
  );
}

/** Declines every pending application that was sent before the page was loaded. */
function DeclineRestDialog({ project, place }: { project: OwnedProject; place: DeskPlace }) {
  const { id, keptPending: kept, newestPending } = project;
  const keeps = kept === 0 ? "" : ` ${keptWords(kept)}`;
  return (
    <AskDialog
      title={`Decline the rest (${restOf(project)})?`}
      words={`This declines everyone who's still pending, including people you shortlisted or archived. We'll let them know in ${announcedAfterMinutes} minutes, and you can undo each one until then. Anyone who applied after you opened this page stays pending.${keeps}`}
      closeTo={paths.project(id, queryOf(place))}
      action={paths.projectStatus(id)}
      submit={["decline-rest", "Decline the rest", "Declining..."]}
    >
      <input type="hidden" name="upTo" value={newestPending ?? ""} />
      <TextArea
        label="Note to everyone you decline"
        showOptional
        name="note"
        id="decline-rest"
        rows={2}
        limit={projectLimits.declineNote}
      />
    </AskDialog>
  );
}

const stateWords = { waiting: "no answer yet", applied: "has applied", declined: "declined" };

function InvitedList({ invited }: { invited: InvitedView[] }) {
  return (
    <section className="part">
      <h2>Invited</h2>
      <ul>
        {invited.map((person) => (
          <li key={person.contributorId}>
            <Link to={paths.profile(person.contributorId)}>{person.name}</Link>{" "}
            <span className="muted">
              invited <Time at={person.invitedAt} as="inText" />, {stateWords[person.state]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
