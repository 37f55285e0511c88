import { useLocation } from "@remix-run/react";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { bandOf } from "~/features/discovery/score";
import { Frame } from "~/features/media/components/frame";
import { SampleFrame } from "~/features/portfolio/components/sample-frame";
import type { SampleView } from "~/features/portfolio/sample";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { formatPlainDate, useDates } from "~/ui/dates";
import { Dialog } from "~/ui/dialog";
import { ExternalLink } from "~/ui/external-link";
import { Form, type FormResult, fieldOf, fieldProps, TextArea } from "~/ui/form";
import { useHasScript } from "~/ui/has-script";
import { headingFace } from "~/ui/heading-face";
import { Icon } from "~/ui/icon";
import { readLocal, writeLocal } from "~/ui/local-storage";
import { MoreMenu } from "~/ui/more-menu";
import { Button, ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import type { ApplicantPage, ApplicantView, DeskProject } from "../applicants.server";
import { type Asked, type DeskPlace, queryOf } from "../desk";
import { announcedAfterMinutes, type Folder, folderLabels, folders, projectLimits } from "../project";
import { Answers, ApplicationBadge, budgetLine } from "./project-parts";

/**
 * The list of applicants and, from 1024 px on, one of them beside it. On phones, the project's page has the list alone
 * and an applicant's page the applicant alone.
 * @param shown which of the two phones show
 * @param head above the list
 */
export function Desk({
  project,
  place,
  page,
  chosen,
  shown,
  children,
  tools,
}: {
  project: DeskProject;
  place: DeskPlace;
  page: ApplicantPage;
  chosen: ApplicantView | null;
  shown: "list" | "applicant";
  /** The applicant. */
  children: ReactNode;
  /** Under the list. */
  tools?: ReactNode;
}) {
  const [isKeyed, setKeyed] = useKeys();
  return (
    <div className="desk" data-shown={shown}>
      <div className="desk-list">
        <Folders project={project} place={place} />
        {page.applicants.length === 0 ? (
          <p className="muted">No applications here.</p>
        ) : (
          <ul
            aria-label={`Applications (${project.counts.total})`}
            onKeyDown={isKeyed ? pressKey : undefined}
            className="desk-rows"
          >
            {page.applicants.map((applicant) => (
              <ApplicantRow
                key={applicant.contributorId}
                projectId={project.id}
                applicant={applicant}
                place={place}
                isChosen={applicant.contributorId === chosen?.contributorId}
              />
            ))}
          </ul>
        )}
        {page.next && (
          <nav aria-label="More applications">
            <ButtonLink
              kind="secondary"
              small
              rel="next"
              to={paths.project(project.id, queryOf({ ...place, after: page.next }))}
            >
              Next
            </ButtonLink>
          </nav>
        )}
        <CompareForm project={project} place={place} page={page} />
        <KeyLegend isKeyed={isKeyed} setKeyed={setKeyed} />
        {tools}
      </div>
      {chosen && (
        <article id="applicant" className="desk-one" aria-labelledby="applicant-name">
          {children}
        </article>
      )}
    </div>
  );
}

function Folders({ project: { id, counts }, place }: { project: DeskProject; place: DeskPlace }) {
  const other = place.sort === "match" ? "date" : "match";
  return (
    <Tabs
      asChips
      label="Applications by status"
      items={[
        ...folders.map((folder) => ({
          to: paths.project(id, queryOf({ ...place, folder, after: null })),
          label: `${folderLabels[folder]} ${countIn(counts, folder)}`,
          current: folder === place.folder,
        })),
        {
          to: paths.project(id, queryOf({ ...place, sort: other, after: null })),
          label: `Sort by ${other}`,
          current: false,
        },
      ]}
    />
  );
}

const countIn = (counts: DeskProject["counts"], folder: Folder) =>
  folder === "all" ? counts.total - counts.archived : counts[folder];

/** Leads to the applicant; the frames are there to be recognized. */
function ApplicantRow({
  projectId,
  applicant,
  place,
  isChosen,
}: {
  projectId: string;
  applicant: ApplicantView;
  place: DeskPlace;
  isChosen: boolean;
}) {
  const { contributorId, name, status, stage, appliedAt, percent, note, samples, isAvailable } = applicant;
  if (!isAvailable)
    return (
      <li className="desk-row">
        <strong>Application unavailable</strong>
        <p className="hint">
          <ApplicationBadge status={status} /> Applied <Time at={appliedAt} as="inText" />. We've kept it and
          will show it here if it becomes available again.
        </p>
      </li>
    );
  return (
    <li className="desk-row" id={`a-${contributorId}`} aria-current={isChosen || undefined}>
      {samples.length > 0 && (
        <div className="strip" aria-hidden="true">
          {samples.map(({ id, title, picture }) => (
            <Frame key={id} title={title} picture={picture} />
          ))}
        </div>
      )}
      <div className="row-line">
        <Avatar name={name} src={applicant.avatarUrl} size="medium" />
        <div>
          <Link to={`${paths.applicant(projectId, contributorId, queryOf(place))}#applicant`}>{name}</Link>
          {status === "pending" && stage === "new" && (
            <span className="dot">
              <span className="visually-hidden"> New</span>
            </span>
          )}
          <p className="hint">
            Applied <Time at={appliedAt} as="inText" /> <ApplicationBadge status={status} />{" "}
            {stage !== "new" && <span>{folderLabels[stage]}</span>}
          </p>
        </div>
        {percent > 0 && (
          <strong className={`score b${bandOf(percent)}`}>
            {percent}%<span className="visually-hidden"> match</span>
          </strong>
        )}
      </div>
      <p className="hint note-cut">{note}</p>
      <label className="check desk-tick">
        <input
          type="checkbox"
          form="compare"
          name="with"
          value={contributorId}
          defaultChecked={place.ticked.includes(contributorId)}
        />
        Compare<span className="visually-hidden"> {name}</span>
      </label>
    </li>
  );
}

/** Carries those ticked on other pages, too. */
function CompareForm({
  project,
  place,
  page,
}: {
  project: DeskProject;
  place: DeskPlace;
  page: ApplicantPage;
}) {
  const here = page.applicants.map(({ contributorId }) => contributorId);
  const elsewhere = place.ticked.filter((id) => !here.includes(id));
  if (here.length + elsewhere.length < 2) return null;
  return (
    <form id="compare" method="get" action={paths.compareApplicants(project.id)}>
      {elsewhere.map((id) => (
        <input key={id} type="hidden" name="with" value={id} />
      ))}
      <Button kind="secondary" small>
        Compare up to three
      </Button>
    </form>
  );
}

const keysName = "desk-keys";

/** Whether single keys act, which people can turn off on this device. */
function useKeys() {
  const [isKeyed, setKeyed] = useState(false);
  useEffect(() => setKeyed(readLocal(keysName) !== "off"), []);
  const set = (on: boolean) => {
    writeLocal(keysName, on ? undefined : "off");
    setKeyed(on);
  };
  return [isKeyed, set] as const;
}

function KeyLegend({ isKeyed, setKeyed }: { isKeyed: boolean; setKeyed: (on: boolean) => void }) {
  if (!useHasScript()) return null;
  return (
    <p className="hint desk-keys">
      {isKeyed ? "While the list has focus: A accepts, D declines, ↑ and ↓ move." : "Single keys are off."}{" "}
      <Button type="button" kind="quiet" small onClick={() => setKeyed(!isKeyed)}>
        {isKeyed ? "Turn keys off" : "Turn keys on"}
      </Button>
    </p>
  );
}

/** The last decision came from a key, so the focus stays in the list. */
let isFromList = false;

/** After a decision the focus is on the next applicant: on their name or, after a key, on their row. */
export function useFocusOnArrival(contributorId: string): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  useEffect(() => {
    if (hash !== "#applicant" || document.querySelector("dialog[open]")) return;
    const row = isFromList ? document.querySelector<HTMLElement>(".desk-row[aria-current] a") : null;
    isFromList = false;
    (row ?? document.getElementById("applicant-name"))?.focus({ preventScroll: row === null });
  }, [contributorId, key]);
}

/** On the list only, so that no key acts by accident (WCAG 2.1.4). They press what's on the page. */
function pressKey(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const press = (selector: string) => {
    isFromList = true;
    document.querySelector<HTMLElement>(selector)?.click();
  };
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(".desk-row a")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  switch (event.key) {
    case "a":
    case "A":
      press("[data-key=a]");
      break;
    case "d":
    case "D":
      press("[data-key=d]");
      break;
    case "ArrowDown":
      links[at + 1]?.focus();
      break;
    case "ArrowUp":
      links[at - 1]?.focus();
      break;
    default:
      return;
  }
  event.preventDefault();
}

/** Back to the list, and the one before and after in it. */
export function ApplicantNav({
  project,
  place,
  page,
  contributorId,
}: {
  project: DeskProject;
  place: DeskPlace;
  page: ApplicantPage;
  contributorId: string;
}) {
  const shown = page.applicants.filter(({ isAvailable }) => isAvailable);
  const at = shown.findIndex((one) => one.contributorId === contributorId);
  const before = at > 0 ? shown[at - 1] : undefined;
  const next = at >= 0 ? shown[at + 1] : undefined;
  const to = (id: string, after = place.after) =>
    `${paths.applicant(project.id, id, queryOf({ ...place, after }))}#applicant`;
  const nextId = next?.contributorId ?? (at >= 0 ? page.following : null);
  return (
    <nav className="desk-nav" aria-label="Applicants">
      {at >= 0 && !place.after && (
        <span className="hint">
          {at + 1} of {countIn(project.counts, place.folder)}{" "}
        </span>
      )}
      {before && (
        <>
          {" "}
          <Link className="icon-link" rel="prev" to={to(before.contributorId)}>
            <Icon name="previous" />
            <span className="visually-hidden">Previous applicant: {before.name}</span>
          </Link>
        </>
      )}
      {nextId && (
        <>
          {" "}
          <Link className="icon-link" rel="next" to={to(nextId, next ? place.after : page.next)}>
            <Icon name="next" />
            <span className="visually-hidden">Next applicant{next && `: ${next.name}`}</span>
          </Link>
        </>
      )}
    </nav>
  );
}

/** In px, as in desk.css. */
const largeWork = "(min-width: 64rem) 460px, 92vw";
const smallWork = "(min-width: 64rem) 460px, 46vw";

/** The work, who it is, the note, the facts, the answers; Accept and Decline stay in view. */
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
  applicant: ApplicantView;
  place: DeskPlace;
  as: "h1" | "h2";
  /** The question that's open. */
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
        <ExternalLink href={portfolioLink} about={`for ${name}`}>
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
        {!applicant.areNamed && samples.length > 0 && <p className="hint">The work is from their profile.</p>}
        {!hasLeft && (
          <dl className="desk-facts">
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
          They'll hear in {announcedAfterMinutes} minutes. Until then you can undo it, and no one learns of
          it.
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
          They'll hear right away, with your reason, and you can't undo it. You can still message each other.
        </NoteDialog>
      )}
    </>
  );
}

function Work({ samples, from, name }: { samples: SampleView[]; from: string; name: string }) {
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

function State({ applicant: { status, stage, appliedAt, announceAt } }: { applicant: ApplicantView }) {
  const { formatWait } = useDates();
  return (
    <p className="hint desk-state">
      Applied <Time at={appliedAt} as="inText" /> <ApplicationBadge status={status} />{" "}
      {stage !== "new" && <span>{folderLabels[stage]}</span>}
      {status === "pending" && ` · waiting on you for ${formatWait(appliedAt)}`}
      {announceAt && (
        <>
          {" "}
          · they'll hear at <Time at={announceAt} as="time" />
        </>
      )}
    </p>
  );
}

/** Accept and Decline, or what can still be done. In reach of a thumb on phones, at the lower edge on desktops. */
function Acts({
  project,
  applicant: { contributorId, name, status, stage, announceAt, hasLeft },
  here,
  nav,
}: {
  project: DeskProject;
  applicant: ApplicantView;
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
          Accept{hiddenName}{" "}
          <span className="keycap" aria-hidden="true">
            A
          </span>
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
            Decline{hiddenName}{" "}
            <span className="keycap" aria-hidden="true">
              D
            </span>
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
      {nav}
      {/* Closes after what it did, and for the next applicant. */}
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
      <p>They'll hear right away, and you'll match, so you can message each other. You can't undo it.</p>
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

/** Asks for a few words, and repeats what happens. */
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

/** Folded once it's empty. */
function PrivateNote({
  project,
  applicant: { contributorId, privateNote },
  place,
  result,
}: {
  project: DeskProject;
  applicant: Pick<ApplicantView, "contributorId" | "privateNote">;
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
        <div>
          <SubmitButton name="intent" value="note" kind="secondary" small pending="Saving...">
            Save note
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}

/** What was just declined, with Undo until it's announced. */
export function DeclinedNotice({
  projectId,
  declined: { contributorId, name, announceAt },
  action,
}: {
  projectId: string;
  declined: Pick<ApplicantView, "contributorId" | "name" | "announceAt">;
  /** Where the desk is. */
  action: DeskPlace;
}) {
  if (!announceAt) return null;
  return (
    <div className="notice desk-undo">
      <p>
        {name} declined. They'll hear at <Time at={announceAt} as="time" />.
      </p>{" "}
      <Form action={paths.applicant(projectId, contributorId, queryOf(action))}>
        <SubmitButton name="intent" value="take-back" kind="quiet" small pending="Undoing...">
          Undo<span className="visually-hidden"> declining {name}</span>
        </SubmitButton>
      </Form>
    </div>
  );
}

/** What the desk's pages say about the project under its title. */
export function DeskMeta({ project }: { project: DeskProject }) {
  const { startDate, createdAt } = project;
  const budget = budgetLine(project);
  return (
    <p className="desk-meta">
      {budget && <strong>{budget}</strong>}{" "}
      <span>{startDate ? `Starts ${formatPlainDate(startDate)}` : "Start: Flexible"}</span>{" "}
      <span>
        Posted <Time at={createdAt} as="date" />
      </span>
    </p>
  );
}
