import type { ReactNode } from "react";
import { wholePrice } from "~/features/catalog/amount";
import { PriceText } from "~/features/catalog/components/price-text";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { LimitNotice } from "~/features/plans/components/limit-notice";
import { planLabels, plansWithProFeatures, postDays } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { formatPlainDate } from "~/ui/dates";
import { ExternalLink } from "~/ui/external-link";
import { Form } from "~/ui/form";
import { ButtonLink, Card, Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { ReplyFigures } from "../applicants.server";
import type { OpeningView } from "../closing.server";
import type { InvitedView } from "../inviting.server";
import type { EventView } from "../project.server";
import type { ProjectView } from "../viewing.server";
import { BriefFiles } from "./brief-files";
import { ProjectBadge } from "./project-parts";

/** Everything that the owner has written. */
export function ProjectFacts({ project, children }: { project: ProjectView; children?: ReactNode }) {
  const { creator, amount, budgetDetails } = project;
  const budget = { amount, note: budgetDetails };
  return (
    <Card>
      <div className="row">
        <h2 className="text-xl">{project.title}</h2>
        <ProjectBadge status={project.status} isExpired={project.isExpired} />
      </div>
      <div className="row">
        <Avatar name={creator.name} src={creator.avatarUrl} size="small" />
        <p className="muted">
          Posted by{" "}
          {creator.hasLeft ? creator.name : <Link to={paths.profile(creator.id)}>{creator.name}</Link>} on{" "}
          <Time at={project.createdAt} as="date" />
          {project.takesApplications && project.expiresAt && (
            <>
              {" "}
              · open until <Time at={project.expiresAt} as="date" />
            </>
          )}
        </p>
      </div>
      {project.match && <MatchBadge match={project.match} />}
      {children}
      {project.description && <p className="whitespace-pre-line">{project.description}</p>}
      <dl className="facts">
        <Names label="Services needed" names={project.services} />
        <Names label="Tools required" names={project.tools} />
        <Names label="Visual style" names={project.visualStyles} />
        <Fact label="Deliverables" text={project.deliverables} />
        <Fact
          label="Start date"
          text={project.startDate ? formatPlainDate(project.startDate) : unspecified}
        />
        <Fact label="Timeline" text={project.timeline || unspecified} />
        <Fact label="Project type" text={project.isOngoing ? "Ongoing" : "One-time"} />
        <Fact label="Budget type" text={project.budgetType ?? ""} />
        {wholePrice(budget) && (
          <Fact label="Budget details">
            <PriceText price={budget} />
          </Fact>
        )}
        {project.brandLink && (
          <Fact label="Brand or content">
            <ExternalLink href={project.brandLink}>{project.brandLink}</ExternalLink>
          </Fact>
        )}
      </dl>
      {project.files.length > 0 && (
        <section aria-labelledby="references" className="stack">
          <h3 id="references">References</h3>
          <BriefFiles files={project.files} />
        </section>
      )}
    </Card>
  );
}

const unspecified = "Not specified";

function Names({ label, names }: { label: string; names: string[] }) {
  return <Fact label={label} text={names.join(", ")} />;
}

function Fact({ label, text = "", children }: { label: string; text?: string; children?: ReactNode }) {
  if (!text && !children) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd className="whitespace-pre-line">{children ?? text}</dd>
    </div>
  );
}

/** Null means too few answers to say anything. */
export function ReplyClock({ name, figures }: { name: string; figures: ReplyFigures | null }) {
  if (!figures) return null;
  const { answered, waiting, unanswered, medianHours } = figures;
  return (
    <p className="muted">
      Applications to {name}: {answered} answered, {waiting} waiting
      {unanswered > 0 && `, ${unanswered} without an answer when the project closed`}. Half of the latest
      answers came within {durationWords(medianHours)}.
    </p>
  );
}

function durationWords(hours: number): string {
  if (hours <= 1) return "an hour";
  return hours <= 48 ? `${Math.ceil(hours)} hours` : `${Math.ceil(hours / 24)} days`;
}

/**
 * The owner's actions, each only where it applies. `canPost`: they're still a creator. `asksExtend`: opened from the
 * mail about its expiry.
 */
export function ManageProject({
  project,
  canPost,
  asksExtend,
  opening,
}: {
  project: ProjectView;
  canPost: boolean;
  asksExtend: boolean;
  opening: OpeningView | null;
}) {
  const { status, isExpired } = project;
  const isRunning = status === "open" || status === "in_progress";
  return (
    <Card title="Manage">
      <Expiry project={project} canExtend={!opening?.isFull} />
      {!canPost && <p className="muted">Only creators can reopen projects or post them again.</p>}
      <Form action={paths.projectStatus(project.id)} className="row">
        {canPost && isRunning && project.expiresAt && !opening?.isFull && (
          <SubmitButton
            name="intent"
            value="extend"
            kind={asksExtend || isExpired ? "primary" : "secondary"}
            small
            pending="Extending..."
          >
            Extend
          </SubmitButton>
        )}
        {status === "in_progress" && (
          <SubmitButton name="intent" value="complete" kind="secondary" small pending="Completing...">
            Mark as completed
          </SubmitButton>
        )}
        {canPost && !isRunning && !opening?.isFull && (
          <SubmitButton name="intent" value="reopen" kind="secondary" small pending="Reopening...">
            Reopen
          </SubmitButton>
        )}
      </Form>
      {opening?.isFull === false && <p className="hint">{opening.words}</p>}
      {opening?.isFull && (
        <LimitNotice title="Project Limit Reached" continueTo={paths.projects()}>
          {opening.words}
        </LimitNotice>
      )}
      <div className="row">
        {isRunning && (
          <ButtonLink to={paths.editProject(project.id)} kind="secondary" small>
            Edit
          </ButtonLink>
        )}
        {isRunning && (
          <ButtonLink to={paths.briefFiles({ project: project.id })} kind="secondary" small>
            References ({project.files.length})
          </ButtonLink>
        )}
        {canPost && (
          <Form action={paths.repostProject(project.id)}>
            <SubmitButton kind="secondary" small pending="Copying...">
              Copy to a new draft
            </SubmitButton>
          </Form>
        )}
      </div>
      {isRunning && (
        <details>
          <summary className="btn btn-quiet btn-small">Cancel project</summary>
          <Form action={paths.projectStatus(project.id)} className="stack pt-2">
            <p>
              We'll let everyone with a pending or accepted application know. You can reopen the project later
              if your plan has room.
            </p>
            <div>
              <SubmitButton name="intent" value="cancel" kind="danger" small pending="Canceling...">
                Cancel project
              </SubmitButton>
            </div>
          </Form>
        </details>
      )}
    </Card>
  );
}

function Expiry({
  project: { status, isExpired, expiresAt },
  canExtend,
}: {
  project: ProjectView;
  canExtend: boolean;
}) {
  if (!expiresAt || (status !== "open" && status !== "in_progress")) return null;
  return (
    <p>
      {isExpired ? "Expired on" : "Expires on"} <Time at={expiresAt} as="date" />.{" "}
      <span className="muted">
        {canExtend
          ? `Extending restarts the clock: ${postDays.free} days on ${planLabels.free}, ${postDays.pay_per_post} on ${planLabels.pay_per_post}, no end date on ${plansWithProFeatures}.`
          : "You can extend it once your plan has room."}
      </span>
    </p>
  );
}

const stateWords = { waiting: "no answer yet", applied: "has applied", declined: "declined" };

export function InvitedList({ invited }: { invited: InvitedView[] }) {
  if (invited.length === 0) return null;
  return (
    <details>
      <summary className="btn btn-quiet btn-small">Invited ({invited.length})</summary>
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
    </details>
  );
}

/** `older` leads to the next lines. */
export function ProjectHistory({ events, older }: { events: EventView[]; older?: string }) {
  if (events.length === 0) return null;
  return (
    <Card title="History" id="history">
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            {sentenceOf(event)}{" "}
            <span className="muted">
              <Time at={event.at} />
            </span>
            {event.note && <q className="mail-text block">{event.note}</q>}
          </li>
        ))}
      </ol>
      {older && (
        <p>
          <Link to={older} preventScrollReset>
            Older
          </Link>
        </p>
      )}
    </Card>
  );
}

function sentenceOf({ kind, contributor }: EventView): string {
  const isViewer = contributor?.isViewer ?? false;
  const name = contributor?.name ?? "Someone";
  const who = isViewer ? "You" : name;
  const whose = isViewer ? "Your application" : `${name}'s application`;
  const sentences: Record<EventView["kind"], string> = {
    posted: "The project was posted.",
    edited: "The project was changed.",
    extended: "The project was extended.",
    completed: "The project was completed.",
    cancelled: "The project was canceled.",
    reopened: "The project was reopened.",
    expired: "The project expired.",
    invited: `${who} ${isViewer ? "were" : "was"} invited.`,
    invitation_declined: `${who} declined the invitation.`,
    applied: `${who} applied.`,
    withdrawn: `${who} withdrew ${isViewer ? "your" : "their"} application.`,
    accepted: `${whose} was accepted.`,
    declined: `${whose} was declined.`,
    taken_back: `${whose} is being reconsidered.`,
  };
  return sentences[kind];
}
