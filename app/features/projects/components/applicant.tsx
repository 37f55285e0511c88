import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { bandOf } from "~/features/discovery/score";
import { SampleFrame } from "~/features/portfolio/components/sample-frame";
import type { FramedSample } from "~/features/portfolio/sample";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { useDates } from "~/ui/dates";
import { Dialog } from "~/ui/dialog";
import { ExternalLink } from "~/ui/external-link";
import { Form, type FormResult, fieldOf, fieldProps, TextArea } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { Icon } from "~/ui/icon";
import { KeyCap } from "~/ui/keys";
import { MoreMenu } from "~/ui/more-menu";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { DeskProject, ShownApplicant } from "../applicants.server";
import { type Asked, type DeskPlace, queryOf } from "../desk";
import { declinedWords, folderLabels, projectLimits } from "../project";
import { Answers, ApplicationBadge } from "./project-parts";

/** Same widths as in desk.css. */
const largeWork = "(min-width: 64rem) 460px, 92vw";
const smallWork = "(min-width: 64rem) 460px, 46vw";

/** An application: the work, the person, the note, the facts and the answers. Accept and Decline stay in view. */
export function Applicant({
  project,
  applicant,
  place,
  asked,
  as: Heading,
  nav,
  favorite,
  result,
}: {
  project: DeskProject;
  applicant: ShownApplicant;
  place: DeskPlace;
  as: "h1" | "h2";
  /** The question whose dialog is open. */
  asked: Asked;
  nav: ReactNode;
  favorite?: ReactNode;
  result?: FormResult;
}) {
  const { pathname } = useLocation();
  const { contributorId, name, status, services, location, samples, hasLeft } = applicant;
  const { priceRange, availability, portfolioLink, match, declineNote, releaseReason } = applicant;
  const here = (ask?: Exclude<Asked, null>) =>
    paths.applicant(project.id, contributorId, { ...queryOf(place), ask });
  const facts: [string, ReactNode][] = [
    ["Price", priceRange],
    ["Availability", availabilityLabels[availability as Availability]],
    [
      "Portfolio",
      portfolioLink && (
        <ExternalLink href={portfolioLink} about={`of ${name}`}>
          View Portfolio
        </ExternalLink>
      ),
    ],
  ];
  return (
    <>
      <Work samples={samples} from={pathname} name={name} />
      <div className="desk-words">
        <div className="row-line">
          <Avatar name={name} src={applicant.avatarUrl} size="medium" />
          <div>
            <Heading id="applicant-name" tabIndex={-1} className={headingFace(name)}>
              {name}
            </Heading>
            <p className="hint">{[services.slice(0, 2).join(", "), location].filter(Boolean).join(" · ")}</p>
          </div>
          {match && (
            <strong className={`score b${bandOf(match.percent)}`}>
              {match.percent}% <small>match</small>
            </strong>
          )}
        </div>
        <State applicant={applicant} />
        <p className="lead whitespace-pre-line">{applicant.note}</p>
        {!applicant.areNamed && samples.length > 0 && (
          <p className="hint">These samples are from their profile.</p>
        )}
        {!hasLeft && (
          <dl className="project-terms">
            {facts.map(
              ([label, fact]) =>
                fact && (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{fact}</dd>
                  </div>
                ),
            )}
          </dl>
        )}
        {match && match.reasons.length > 0 && <p className="hint">{match.reasons.join(" · ")}</p>}
        <Answers questions={project.questions} answers={applicant.answers} />
        {(releaseReason || declineNote) && (
          <p>
            You wrote: <q className="mail-text">{releaseReason || declineNote}</q>
          </p>
        )}
        <PrivateNote project={project} applicant={applicant} place={place} result={result} />
        {favorite}
      </div>
      <Acts project={project} applicant={applicant} here={here} nav={nav} />
      {asked === "accept" && status === "pending" && (
        <AcceptDialog name={name} action={here()} closeTo={here()} />
      )}
      {asked === "decline" && status === "pending" && (
        <NoteDialog
          title={`Decline ${name}?`}
          closeTo={here()}
          action={here()}
          intent="decline"
          field="note"
          label="Note to the applicant"
          limit={projectLimits.declineNote}
          isOptional
          submit={["Decline", "Declining..."]}
          result={result}
        >
          {declinedWords}
        </NoteDialog>
      )}
      {asked === "release" && status === "accepted" && (
        <NoteDialog
          title={`Let ${name} go?`}
          closeTo={here()}
          action={here()}
          intent="release"
          field="reason"
          label="Reason"
          limit={projectLimits.releaseReason}
          submit={["Let them go", "Saving..."]}
          result={result}
        >
          We'll let them know right away, with your reason. You can't undo this, but you can still message
          each other.
        </NoteDialog>
      )}
    </>
  );
}

function Work({ samples, from, name }: { samples: FramedSample[]; from: string; name: string }) {
  if (samples.length === 0) return null;
  return (
    <div className="film desk-work">
      <ul className="frames" aria-label={`Work by ${name}`}>
        {samples.map((sample, index) => (
          <li key={sample.id}>
            <SampleFrame
              sample={sample}
              from={from}
              sizes={index === 0 ? largeWork : smallWork}
              isFirst={index === 0}
              showsTitle={index === 0}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function State({ applicant: { status, stage, appliedAt, announceAt } }: { applicant: ShownApplicant }) {
  const { formatWait } = useDates();
  return (
    <p className="hint desk-state">
      Applied <Time at={appliedAt} as="inText" /> <ApplicationBadge status={status} />{" "}
      {stage !== "new" && <span>{folderLabels[stage]}</span>}
      {status === "pending" && ` · waiting on you for ${formatWait(appliedAt)}`}
      {announceAt && (
        <>
          {" "}
          · we'll let them know at <Time at={announceAt} as="time" />
        </>
      )}
    </p>
  );
}

/** Accept and Decline or, once that's decided, the actions that are left. On phones they're within reach of a thumb. */
function Acts({
  project,
  applicant: { contributorId, name, status, stage, announceAt, hasLeft },
  here,
  nav,
}: {
  project: DeskProject;
  applicant: ShownApplicant;
  here: (ask?: Exclude<Asked, null>) => string;
  nav: ReactNode;
}) {
  const isRunning = project.status === "open" || project.status === "in_progress";
  const canDecide = isRunning && !hasLeft && status === "pending";
  const canUndo = !hasLeft && status === "declined" && (announceAt ? isRunning : project.status === "open");
  const hiddenName = <span className="visually-hidden"> {name}</span>;
  return (
    <div className="desk-acts dock">
      {canDecide && (
        <ButtonLink to={here("accept")} preventScrollReset data-key="a">
          Accept{hiddenName} <KeyCap of="A" />
        </ButtonLink>
      )}
      {!hasLeft && (
        <ButtonLink
          to={paths.newMessage({ to: contributorId })}
          kind={status === "accepted" ? "primary" : "secondary"}
          className="desk-message"
        >
          <Icon name="message" /> <span>Message{hiddenName}</span>
        </ButtonLink>
      )}
      {canDecide && (
        <Form action={here()}>
          <SubmitButton name="intent" value="decline" kind="secondary" pending="Declining..." data-key="d">
            Decline{hiddenName} <KeyCap of="D" />
          </SubmitButton>
        </Form>
      )}
      {canUndo && (
        <Form action={here()}>
          <SubmitButton name="intent" value="take-back" kind="secondary" pending="Undoing...">
            Undo decline<span className="visually-hidden"> of {name}</span>
          </SubmitButton>
        </Form>
      )}
      {nav} {/* The key closes the menu after an action, and when another applicant is shown. */}
      <MoreMenu key={`${contributorId}-${status}-${stage}`} label="More" of={name}>
        {status === "pending" && (
          <Form action={here()}>
            {stage !== "shortlisted" && (
              <SubmitButton name="intent" value="shortlist" kind="quiet" small>
                Shortlist
                {hiddenName}
              </SubmitButton>
            )}
            {stage !== "archived" && (
              <SubmitButton name="intent" value="archive" kind="quiet" small>
                Archive
                {hiddenName}
              </SubmitButton>
            )}
            {stage !== "new" && (
              <SubmitButton name="intent" value="restore" kind="quiet" small>
                Move back to New
                {hiddenName}
              </SubmitButton>
            )}
          </Form>
        )}
        {canDecide && (
          <Link to={here("decline")} preventScrollReset>
            Decline with a note{" "}
          </Link>
        )}
        {isRunning && status === "accepted" && !hasLeft && (
          <Link to={here("release")} preventScrollReset>
            Let them go{" "}
          </Link>
        )}
        {!hasLeft && <Link to={paths.profile(contributorId)}>View Profile</Link>}{" "}
        {!hasLeft && (
          <Link to={paths.reportThing("application", project.id, { by: contributorId })}>Report</Link>
        )}
      </MoreMenu>
    </div>
  );
}

function AcceptDialog({ name, action, closeTo }: { name: string; action: string; closeTo: string }) {
  return (
    <Dialog title={`Accept ${name}?`} closeTo={closeTo}>
      <p>
        We'll let them know right away, and you'll match, so you can message each other. You can't undo this.
      </p>
      <Form action={action} className="row">
        <SubmitButton name="intent" value="accept" pending="Accepting...">
          Accept
        </SubmitButton>
        <ButtonLink kind="secondary" to={closeTo} preventScrollReset replace>
          Not now
        </ButtonLink>
      </Form>
    </Dialog>
  );
}

/** Asks for a note, and repeats what the action will do. */
function NoteDialog({
  title,
  children,
  action,
  closeTo,
  intent,
  field,
  label,
  limit,
  isOptional,
  submit: [submit, pending],
  result,
}: {
  title: string;
  children: ReactNode;
  action: string;
  closeTo: string;
  intent: "decline" | "release";
  field: "note" | "reason";
  label: string;
  limit: number;
  isOptional?: boolean;
  submit: [label: string, pending: string];
  result?: FormResult;
}) {
  const refused = result?.initialValue?.intent === intent ? result : undefined;
  return (
    <Dialog title={title} closeTo={closeTo}>
      <p>{children}</p>
      <Form action={action} className="stack">
        <TextArea
          label={label}
          showOptional={isOptional}
          required={!isOptional}
          rows={3}
          limit={limit}
          {...fieldProps(fieldOf(intent, refused, field))}
        />
        <div className="row">
          <SubmitButton name="intent" value={intent} kind="danger" pending={pending}>
            {submit}
          </SubmitButton>
          <ButtonLink kind="secondary" to={closeTo} preventScrollReset replace>
            Not now
          </ButtonLink>
        </div>
      </Form>
    </Dialog>
  );
}

/** The owner's note about the applicant, which no one else sees. It's collapsed while empty. */
function PrivateNote({
  project,
  applicant: { contributorId, privateNote },
  place,
  result,
}: {
  project: DeskProject;
  applicant: Pick<ShownApplicant, "contributorId" | "privateNote">;
  place: DeskPlace;
  result?: FormResult;
}) {
  const refused = result?.initialValue?.intent === "note" ? result : undefined;
  const field = fieldOf("applicant", refused ?? { initialValue: { privateNote } }, "privateNote");
  return (
    <details open={privateNote !== "" || refused !== undefined} key={contributorId}>
      <summary>Private note</summary>
      <Form action={paths.applicant(project.id, contributorId, queryOf(place))} className="stack">
        <TextArea
          label="Only you can see this"
          rows={2}
          limit={projectLimits.privateNote}
          {...fieldProps(field)}
        />
        <SubmitButton name="intent" value="note" kind="secondary" small pending="Saving...">
          Save note
        </SubmitButton>
      </Form>
    </details>
  );
}
