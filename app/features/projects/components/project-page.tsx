import { useLocation } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { PriceText } from "~/features/catalog/components/price-text";
import { MatchReasons } from "~/features/discovery/components/match-badge";
import { bandOf } from "~/features/discovery/score";
import { Frame } from "~/features/media/components/frame";
import { titleOfFile } from "~/features/media/file-name";
import { LimitNotice } from "~/features/plans/components/limit-notice";
import { planLabels, plansWithProFeatures, postDays } from "~/features/plans/plan";
import { leadOf } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { BackLink } from "~/ui/back-link";
import { ChipList } from "~/ui/chip-list";
import { ClockContext } from "~/ui/clock";
import { daysUntil, formatPlainDate } from "~/ui/dates";
import { Dialog } from "~/ui/dialog";
import { ExternalLink } from "~/ui/external-link";
import { Form, TextArea } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { MoreMenu } from "~/ui/more-menu";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import type { ReplyFigures } from "../applicants.server";
import type { OpeningView } from "../closing.server";
import type { InvitedView } from "../inviting.server";
import { announcedAfterMinutes, keptWords, projectLimits } from "../project";
import type { EventView } from "../project.server";
import type { ProjectView } from "../viewing.server";
import { BriefFiles } from "./brief-files";
import { budgetLine, ProjectBadge } from "./project-parts";

export const BackToProjects = () => <BackLink to={paths.projects()}>Back to Projects</BackLink>;

/** The parts of a project that its page shows and that a draft's preview also has. */
export type BriefView = Pick<
  ProjectView,
  | (
      | "title"
      | "description"
      | "status"
      | "isExpired"
      | "services"
      | "tools"
      | "visualStyles"
      | "deliverables"
    )
  | (
      | "startDate"
      | "timeline"
      | "isOngoing"
      | "budgetType"
      | "budgetDetails"
      | "amount"
      | "brandLink"
      | "files"
      | "expiresAt"
    )
  | ("takesApplications" | "match" | "creator" | "createdAt" | "questions")
>;

/** The title, below a line that says which page this is. `children` are the facts below it. */
export function ProjectHead({
  project: { title, status, isExpired },
  children,
}: {
  project: Pick<ProjectView, "title" | "status" | "isExpired">;
  children: ReactNode;
}) {
  return (
    <div className="project-head">
      <p className="hint">
        Project Details <ProjectBadge status={status} isExpired={isExpired} />
      </p>
      <h1 className={headingFace(title)}>{title}</h1>
      {children}
    </div>
  );
}

export function PostedBy({ project: { creator, createdAt } }: { project: BriefView }) {
  return (
    <p className="posted-by">
      <Avatar name={creator.name} src={creator.avatarUrl} size="small" />
      <span>
        Posted by{" "}
        {creator.hasLeft ? creator.name : <Link to={paths.profile(creator.id)}>{creator.name}</Link>},{" "}
        <Time at={createdAt} as="date" />
      </span>
    </p>
  );
}

/** In px, as in projects.css. */
const stripWidth = "300px";

/** The project's pictures in one row. Each one opens the viewer. */
export function References({ project: { files } }: { project: BriefView }) {
  const { pathname } = useLocation();
  const pictures = files.filter(({ picture }) => picture);
  if (pictures.length === 0) return null;
  return (
    <ul className="strip references" aria-label="References">
      {pictures.map((file, index) => (
        <li key={file.id}>
          <Frame
            id={`file-${file.id}`}
            to={paths.view("reference", file.mediaId, { from: `${pathname}#file-${file.id}` })}
            title={titleOfFile(file.name) || `File ${index + 1}`}
            picture={file.picture}
            sizes={stripWidth}
            isFirst={index === 0}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Everything the owner has written: the description as a lead, the facts that people compare first beside it, then the
 * rest.
 * @param children what the reader can do, under the facts
 * @param main what goes under everything else
 */
export function ProjectBrief({
  project,
  replies,
  children,
  main,
}: {
  project: BriefView;
  replies?: ReactNode;
  children?: ReactNode;
  main?: ReactNode;
}) {
  const { match, description, deliverables, budgetType, amount, budgetDetails, brandLink, files } = project;
  const rest = files.filter(({ picture }) => !picture);
  const { lead, rest: more } = leadOf(description);
  return (
    <div className="brief-columns">
      {description && <p className="lead">{lead}</p>}
      <aside className="brief-panel" aria-label="Terms">
        <p className="money">{budgetLine(project) || budgetType || "Budget not decided yet"}</p>
        <dl>
          <Fact
            label="Start date"
            text={project.startDate ? formatPlainDate(project.startDate) : unspecified}
          />
          <Fact label="Timeline" text={project.timeline || unspecified} />
          <Fact label="Project type" text={project.isOngoing ? "Ongoing" : "One-time"} />
          {match && (
            <Fact label="Your match">
              <span className={`score b${bandOf(match.percent)}`}>
                {match.percent}% <small>match</small>
              </span>
            </Fact>
          )}
          {budgetType && <Fact label="Budget type" text={budgetType} />}
          {(amount || budgetDetails) && (
            <Fact label="Budget details">
              <PriceText price={{ amount, note: budgetDetails }} />
            </Fact>
          )}
          {brandLink && (
            <Fact label="Brand or content">
              <ExternalLink href={brandLink}>{brandLink}</ExternalLink>
            </Fact>
          )}
          {project.takesApplications && project.expiresAt && (
            <Fact label="Open until">
              <Time at={project.expiresAt} as="date" />
            </Fact>
          )}
        </dl>
        {replies}
        {children}
      </aside>
      <div>
        {description && <p className="whitespace-pre-line">{more}</p>}
        {match && <MatchReasons match={match} />}
        {deliverables && (
          <section className="part">
            <h2>Deliverables</h2>
            <p className="whitespace-pre-line">{deliverables}</p>
          </section>
        )}
        <Names label="Services needed" names={project.services} />
        <div className="brief-lists">
          <Names label="Tools required" names={project.tools} />
          <Names label="Visual style" names={project.visualStyles} />
        </div>
        {rest.length > 0 && (
          <section className="part">
            <h2>More references</h2>
            <BriefFiles files={rest} />
          </section>
        )}
        {main}
      </div>
    </div>
  );
}

const unspecified = "Not specified";

function Names({ label, names }: { label: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <section className="part">
      <h2>{label}</h2>
      <ChipList names={names} />
    </section>
  );
}

function Fact({ label, text = "", children }: { label: string; text?: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="whitespace-pre-line">{children ?? text}</dd>
    </div>
  );
}

/** Null if there are too few answers to say anything. */
export function ReplyClock({ name, figures }: { name: string; figures: ReplyFigures | null }) {
  if (!figures) return null;
  const { answered, waiting, unanswered, medianHours } = figures;
  return (
    <p className="muted">
      Applications to {name}: {answered} decided, {waiting} waiting
      {unanswered > 0 && `, ${unanswered} undecided when the project closed`}. Half of the latest decisions
      came within {durationWords(medianHours)}.
    </p>
  );
}

function durationWords(hours: number): string {
  if (hours <= 1) return "an hour";
  return hours <= 48 ? `${Math.ceil(hours)} hours` : `${Math.ceil(hours / 24)} days`;
}

type Tab = "applications" | "brief" | "invited";

/** The owner's tabs, and what they can do with the project. Each action is shown only where it applies. */
export function OwnerTabs({
  project,
  current,
  canPost,
  opening,
  invited,
  references,
}: {
  project: ProjectView;
  current: Tab;
  /** False once they've become a contributor. */
  canPost: boolean;
  opening: OpeningView | null;
  invited: number;
  references: number;
}) {
  const { id, status, counts, expiresAt } = project;
  const isRunning = status === "open" || status === "in_progress";
  return (
    <div className="desk-tabs">
      <Tabs
        label="Project"
        items={[
          {
            to: paths.project(id),
            label: `Applications (${counts.total})`,
            current: current === "applications",
          },
          { to: paths.project(id, { tab: "brief" }), label: "Brief", current: current === "brief" },
          ...(invited > 0
            ? [
                {
                  to: paths.project(id, { tab: "invited" }),
                  label: `Invited (${invited})`,
                  current: current === "invited",
                },
              ]
            : []),
        ]}
      />
      <MoreMenu key={status} label="More" of={project.title}>
        {isRunning && <Link to={paths.editProject(id)}>Edit</Link>}{" "}
        {isRunning && <Link to={paths.briefFiles({ project: id })}>References ({references})</Link>}
        <Form action={paths.projectStatus(id)}>
          {canPost && isRunning && expiresAt && !opening?.isFull && (
            <SubmitButton name="intent" value="extend" kind="quiet" small>
              Extend
            </SubmitButton>
          )}
          {status === "in_progress" && (
            <SubmitButton name="intent" value="complete" kind="quiet" small>
              Mark as completed
            </SubmitButton>
          )}
          {canPost && !isRunning && !opening?.isFull && (
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
        {isRunning && <Link to={paths.project(id, { ask: "cancel" })}>Cancel project</Link>}
      </MoreMenu>
    </div>
  );
}

/** When the project expires, with Extend once that's near, and what the plan has room for. */
export function OwnerNotices({
  project,
  canPost,
  asksExtend,
  opening,
}: {
  project: ProjectView;
  canPost: boolean;
  /** Opened from the mail about its expiry. */
  asksExtend: boolean;
  opening: OpeningView | null;
}) {
  const { id, status, isExpired, expiresAt } = project;
  const clock = useContext(ClockContext);
  const isRunning = status === "open" || status === "in_progress";
  const canExtend = canPost && isRunning && expiresAt !== null && !opening?.isFull;
  const isNear = expiresAt !== null && daysUntil(expiresAt, clock) <= 5;
  return (
    <>
      {expiresAt && isRunning && (
        <div className={asksExtend || isNear || isExpired ? "notice desk-undo tone-warning" : "hint"}>
          <p>
            {isExpired ? "Expired on" : "Expires on"} <Time at={expiresAt} as="date" />.{" "}
            {canExtend
              ? `Extending restarts the clock: ${postDays.free} days on ${planLabels.free}, ${postDays.pay_per_post} on ${planLabels.pay_per_post}, no end date on ${plansWithProFeatures}.`
              : "You can extend it once your plan has room."}
          </p>{" "}
          {canExtend && (asksExtend || isNear || isExpired) && (
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

export function CancelDialog({ project: { id } }: { project: { id: string } }) {
  return (
    <Dialog title="Cancel this project?" closeTo={paths.project(id)}>
      <p>
        We'll let everyone with a pending or accepted application know. You can reopen the project later if
        your plan has room.
      </p>
      <Form action={paths.projectStatus(id)} className="row">
        <SubmitButton name="intent" value="cancel" kind="danger" pending="Canceling...">
          Cancel project
        </SubmitButton>
        <ButtonLink kind="secondary" to={paths.project(id)} preventScrollReset replace>
          Keep it
        </ButtonLink>
      </Form>
    </Dialog>
  );
}

/** Declines everyone who's still pending. */
export function DeclineRest({ project }: { project: ProjectView }) {
  const { counts, keptPending: kept, newestPending, status } = project;
  const rest = counts.waiting + counts.shortlisted + counts.archived - (kept ?? 0);
  if ((status !== "open" && status !== "in_progress") || rest <= 1) return null;
  return (
    <details>
      <summary>Decline the rest ({rest})</summary>
      <Form action={paths.projectStatus(project.id)} className="stack">
        <input type="hidden" name="upTo" value={newestPending ?? ""} />
        <p className="hint">
          This declines everyone who's still pending, including people you shortlisted or archived. They'll
          hear in {announcedAfterMinutes} minutes, and you can undo each one until then. Anyone who applied
          after you opened this page stays pending.{kept !== 0 && ` ${keptWords(kept)}`}
        </p>
        <TextArea
          label="Note to everyone you decline"
          showOptional
          name="note"
          id="decline-rest"
          rows={2}
          limit={projectLimits.declineNote}
        />
        <div>
          <SubmitButton name="intent" value="decline-rest" kind="danger" small pending="Declining...">
            Decline the rest
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}

const stateWords = { waiting: "no answer yet", applied: "has applied", declined: "declined" };

export function InvitedList({ invited }: { invited: InvitedView[] }) {
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

/** `older` leads to the next lines. */
export function ProjectHistory({ events, older }: { events: EventView[]; older?: string }) {
  if (events.length === 0) return null;
  return (
    <section className="part" id="history">
      <h2>History</h2>
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
    </section>
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
    released: `${who} ${isViewer ? "were" : "was"} let go.`,
  };
  return sentences[kind];
}
