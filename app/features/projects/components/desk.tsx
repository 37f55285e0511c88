import { useLocation } from "@remix-run/react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect } from "react";
import { bandOf } from "~/features/discovery/score";
import { Frame } from "~/features/media/components/frame";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { mostCompared } from "~/ui/comparing";
import { formatPlainDate } from "~/ui/dates";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { KeyLegend, KeysProvider, pressKey, useKeys } from "~/ui/keys";
import { Button, ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import type { ApplicantPage, DeskProject, ListedApplicant, ShownApplicant } from "../applicants.server";
import { type DeskPlace, queryOf } from "../desk";
import { type Folder, folderLabels, folders } from "../project";
import type { ProjectView } from "../viewing.server";
import { ApplicationBadge, budgetLine } from "./project-parts";

interface ListProps {
  project: DeskProject;
  place: DeskPlace;
  page: ApplicantPage;
}

/**
 * The list of applicants and, from 1024 px on, one of them next to it. Phones show one or the other: the list on the
 * project's page, the applicant on their own page.
 * @param shown which of them phones show
 */
export function Desk(props: ComponentProps<typeof DeskParts>) {
  return (
    <KeysProvider>
      <DeskParts {...props} />
    </KeysProvider>
  );
}

function DeskParts({
  project,
  place,
  page,
  chosen,
  shown,
  children,
  tools,
}: ListProps & {
  chosen: ShownApplicant | null;
  shown: "list" | "applicant";
  /** The applicant's details. */
  children: ReactNode;
  /** Shown below the list. */
  tools?: ReactNode;
}) {
  const { isOn } = useKeys();
  return (
    <div className="desk" data-shown={shown}>
      <div className="desk-list">
        <Folders project={project} place={place} />
        {page.applicants.length === 0 ? (
          <p className="muted">No applications here.</p>
        ) : (
          <ul
            aria-label={`Applications (${project.counts.total})`}
            onKeyDown={isOn ? pressListKey : undefined}
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
        <div className="row">
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
        </div>
        <KeyLegend when="the list has focus">
          A accepts, D declines, J and K open the next and previous applicant, ↑ and ↓ move.
        </KeyLegend>
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

/** A row of the list, which links to the applicant. Its frames help the owner recognize whose work it is. */
function ApplicantRow({
  projectId,
  applicant,
  place,
  isChosen,
}: {
  projectId: string;
  applicant: ListedApplicant;
  place: DeskPlace;
  isChosen: boolean;
}) {
  const { contributorId, name, status, stage, appliedAt, percent, note, frames, isAvailable } = applicant;
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
      {frames.length > 0 && (
        <div className="strip" aria-hidden="true">
          {frames.map((frame, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the frames never move
            <Frame key={index} {...frame} />
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
      {note && <p className="hint note-cut">{note}</p>}
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

/** The button that compares the selected people. Hidden fields carry over those selected on other pages of the list. */
function CompareForm({ project, place, page }: ListProps) {
  const here = page.applicants.map(({ contributorId }) => contributorId);
  const elsewhere = place.ticked.filter((id) => !here.includes(id));
  if (here.length + elsewhere.length < 2) return null;
  return (
    <form id="compare" method="get" action={paths.compareApplicants(project.id)}>
      {elsewhere.map((id) => (
        <input key={id} type="hidden" name="with" value={id} />
      ))}
      <Button kind="secondary" small>
        Compare up to {mostCompared}
      </Button>
    </form>
  );
}

/**
 * Set when a key was used in the list, such as the one that declines, until the next applicant is shown. A module
 * variable, because the key navigates.
 */
let wasDecidedByKey = false;

/**
 * Moves the focus to the next applicant after a decision: to their row if it was made with a key, so that the next key
 * works, too, and otherwise to their name.
 */
export function useFocusOnArrival(contributorId: string): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each navigation
  useEffect(() => {
    if (hash !== "#applicant" || document.querySelector("dialog[open]")) return;
    const row = wasDecidedByKey ? document.querySelector<HTMLElement>(".desk-row[aria-current] a") : null;
    wasDecidedByKey = false;
    (row ?? document.getElementById("applicant-name"))?.focus({ preventScroll: row === null });
  }, [contributorId, key]);
}

/**
 * Handles keys in the list: arrows move through it, and J and K open the next and previous applicant. Keys work only
 * while the focus is in the list, so that none acts by accident.
 */
function pressListKey(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(".desk-row a")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
    links[at + step]?.focus();
    event.preventDefault();
  } else if (pressKey(event)) wasDecidedByKey = true;
}

/** Links back to the list, and to the applicants before and after. */
export function ApplicantNav({ project, place, page, contributorId }: ListProps & { contributorId: string }) {
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
          <Link className="icon-link" rel="prev" to={to(before.contributorId)} data-key="k">
            <Icon name="previous" label={`Previous applicant: ${before.name}`} />
          </Link>
        </>
      )}
      {nextId && (
        <>
          {" "}
          <Link className="icon-link" rel="next" to={to(nextId, next ? place.after : page.next)} data-key="j">
            <Icon name="next" label={next ? `Next applicant: ${next.name}` : "Next applicant"} />
          </Link>
        </>
      )}
    </nav>
  );
}

/** Says that an applicant was declined, with Undo until the decline is announced. */
export function DeclinedNotice({
  projectId,
  declined: { contributorId, name, announceAt },
  action,
}: {
  projectId: string;
  declined: Pick<ShownApplicant, "contributorId" | "name" | "announceAt">;
  /** The place in the list that Undo returns to. */
  action: DeskPlace;
}) {
  if (!announceAt) return null;
  return (
    <div className="notice desk-undo">
      <p>
        {name} declined. We'll let them know at <Time at={announceAt} as="time" />.
      </p>{" "}
      <Form action={paths.applicant(projectId, contributorId, queryOf(action))}>
        <SubmitButton name="intent" value="take-back" kind="quiet" small pending="Undoing...">
          Undo<span className="visually-hidden"> declining {name}</span>
        </SubmitButton>
      </Form>
    </div>
  );
}

/** The project's budget, start and age, below its title. */
export function DeskMeta({
  project,
}: {
  project: Pick<ProjectView, "amount" | "budgetDetails" | "startDate" | "createdAt">;
}) {
  const { startDate, createdAt } = project;
  const budget = budgetLine(project);
  return (
    <p className="desk-meta">
      {budget && <strong>{budget}</strong>}{" "}
      <span>{startDate ? `Starts ${formatPlainDate(startDate)}` : "Start: Flexible"}</span>{" "}
      <span>
        Posted <Time at={createdAt} as="inText" />
      </span>
    </p>
  );
}
