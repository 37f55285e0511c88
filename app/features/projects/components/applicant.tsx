import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { bandOf } from "~/features/discovery/score";
import { SampleFrame } from "~/features/portfolio/components/sample-frame";
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
import { declinedWords, folderLabels, isRunning, projectLimits } from "../project";
import { Answers, ApplicationBadge } from "./project-parts";

/** Same widths as in desk.css. */
const largeWork = "(min-width: 64rem) 460px, 92vw";
const smallWork = "(min-width: 64rem) 460px, 46vw";

export const acceptWords =
  "We'll let them know right away, and you'll match, so you can message each other. You can't undo this.";

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
      {samples.length > 0 && (
        <div className="film desk-work">
          <ul className="frames" aria-label={`Work by ${name}`}>
            {samples.map((sample, index) => (
              <li key={sample.id}>
                <SampleFrame
                  sample={sample}
                  from={pathname}
                  sizes={index === 0 ? largeWork : smallWork}
                  isFirst={index === 0}
                  showsTitle={index === 0}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
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
        <PrivateNote applicant={applicant} here={here()} result={result} />
        {favorite}
      </div>
      <Acts project={project} applicant={applicant} here={here} nav={nav} />
      {asked === "accept" && status === "pending" && (
        <AskDialog
          title={`Accept ${name}?`}
          words={acceptWords}
          closeTo={here()}
          submit={["accept", "Accept", "Accepting..."]}
        />
      )}
      {asked === "decline" && status === "pending" && (
        <AskDialog
          title={`Decline ${name}?`}
          words={declinedWords}
          closeTo={here()}
          submit={["decline", "Decline", "Declining..."]}
        >
          <TextArea
            label="Note to the applicant"
            showOptional
            rows={3}
            limit={projectLimits.declineNote}
            {...fieldProps(fieldOf("decline", refusedIn("decline", result), "note"))}
          />
        </AskDialog>
      )}
      {asked === "release" && status === "accepted" && (
        <AskDialog
          title={`Let ${name} go?`}
          words="We'll let them know right away, with your reason. You can't undo this, but you can still message each other."
          closeTo={here()}
          submit={["release", "Let them go", "Saving..."]}
        >
          <TextArea
            label="Reason"
            required
            rows={3}
            limit={projectLimits.releaseReason}
            {...fieldProps(fieldOf("release", refusedIn("release", result), "reason"))}
          />
        </AskDialog>
      )}
    </>
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
  const runs = isRunning(project);
  const canDecide = runs && !hasLeft && status === "pending";
  const canUndo = !hasLeft && status === "declined" && (announceAt ? runs : project.status === "open");
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
        {runs && status === "accepted" && !hasLeft && (
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

/** The submission, if it was rejected and had this intent. */
const refusedIn = (intent: string, result?: FormResult) =>
  result?.initialValue?.intent === intent ? result : undefined;

/**
 * Asks before an action, says what it will do, and has the fields of its form.
 * @param action the form's action; the page that the dialog closes to, unless it's given
 * @param keep the label of the link that closes the dialog and changes nothing
 */
export function AskDialog({
  title,
  words,
  closeTo,
  action = closeTo,
  submit: [intent, label, pending],
  keep = "Not now",
  children,
}: {
  title: string;
  words: string;
  closeTo: string;
  action?: string;
  submit: [intent: string, label: string, pending: string];
  keep?: string;
  children?: ReactNode;
}) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <p>{words}</p>
      <Form action={action} className="stack">
        {children}
        <div className="row">
          <SubmitButton
            name="intent"
            value={intent}
            kind={intent === "accept" ? "primary" : "danger"}
            pending={pending}
          >
            {label}
          </SubmitButton>
          <ButtonLink kind="secondary" to={closeTo} preventScrollReset replace>
            {keep}
          </ButtonLink>
        </div>
      </Form>
    </Dialog>
  );
}

/** The owner's note about the applicant, which no one else sees. It's collapsed while empty. */
function PrivateNote({
  applicant: { contributorId, privateNote },
  here,
  result,
}: {
  applicant: ShownApplicant;
  here: string;
  result?: FormResult;
}) {
  const refused = refusedIn("note", result);
  const field = fieldOf("applicant", refused ?? { initialValue: { privateNote } }, "privateNote");
  return (
    <details open={privateNote !== "" || refused !== undefined} key={contributorId}>
      <summary>Private note</summary>
      <Form action={here} className="stack">
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
