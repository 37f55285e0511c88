import { useLocation } from "@remix-run/react";
import { Fragment, useContext } from "react";
import { AmountFields } from "~/features/catalog/components/amount-fields";
import { CutPair } from "~/features/catalog/components/stills";
import { MatchScore } from "~/features/discovery/components/match-score";
import { boundWords } from "~/features/discovery/deck-filter";
import { readFilterPrice } from "~/features/discovery/filter-price";
import { mostPoints } from "~/features/discovery/score";
import { Frame } from "~/features/media/components/frame";
import { paths } from "~/paths";
import { Avatar, AvatarGroup, hueOf } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
import { ClockContext } from "~/ui/clock";
import { daysUntil, formatPlainDate, useDates } from "~/ui/dates";
import { Form, Select } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { dollars } from "~/ui/money";
import { Badge, Button, ButtonLink, EmptyState, Link, Pager } from "~/ui/parts";
import { SearchField } from "~/ui/search-field";
import { firstNames, shortList } from "~/ui/short-list";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import type { AvailableProject } from "../browsing.server";
import type { ProjectCardView } from "../cards.server";
import type { InvitationView } from "../inviting.server";
import { projectStatuses, projectStatusLabels, windowSize } from "../project";
import { filterQuery, isFiltered, type ProjectFilter } from "../project-filter";
import { ApplicationBadge, ProjectBadge } from "./project-parts";

type Kind = "own" | "available" | "applications";
type ListedProject = ProjectCardView & Partial<Pick<AvailableProject, "match" | "hasPriority">>;

/** `older` is the URL that continues the search where this page stopped looking. */
export function ProjectList({
  kind,
  projects,
  isFiltered,
  first,
  next,
  older,
}: {
  kind: Kind;
  projects: ListedProject[];
  isFiltered: boolean;
  /** The URL of the first page; undefined on that page. */
  first?: string;
  next?: string;
  older?: string;
}) {
  const isSorted = kind === "available" && projects.some(({ match }) => match);
  return (
    <>
      {projects.length === 0 ? (
        <Nothing kind={kind} isFiltered={isFiltered} isFirst={!first} hasOlder={Boolean(next ?? older)} />
      ) : (
        <ul className="pitches">
          {projects.map((project, index) => (
            <ProjectCard key={project.id} project={project} isOwn={kind === "own"} isFirst={index === 0} />
          ))}
        </ul>
      )}
      {isSorted && (
        <p className="hint">
          Best matches first among the {windowSize} newest projects that fit, then older ones.
          {projects.some(({ hasPriority }) => hasPriority) &&
            ` “Priority” means a project ranks up to ${mostPoints} points higher because of its creator's plan or invitations. Its score stays the same.`}
        </p>
      )}
      {older && !next ? (
        <nav aria-label="Projects" className="row justify-between">
          {first && (
            <ButtonLink kind="secondary" to={first}>
              First page
            </ButtonLink>
          )}
          <ButtonLink kind="secondary" rel="next" to={older}>
            Search older projects
          </ButtonLink>
        </nav>
      ) : (
        <Pager label="Projects" first={first} next={next} />
      )}
    </>
  );
}

function Nothing({
  kind,
  isFiltered,
  isFirst,
  hasOlder,
}: {
  kind: Kind;
  isFiltered: boolean;
  isFirst: boolean;
  hasOlder: boolean;
}) {
  if (hasOlder)
    return <EmptyState title="No matches among the newest projects">You can search older ones.</EmptyState>;
  if (!isFirst) return <EmptyState title="No more projects">You've seen them all.</EmptyState>;
  if (isFiltered)
    return (
      <EmptyState
        title="No projects match these filters"
        action={
          <ButtonLink
            kind="secondary"
            to={paths.projects({ view: kind === "applications" ? kind : undefined })}
          >
            Clear filters
          </ButtonLink>
        }
      >
        Try different words, or clear a filter.
      </EmptyState>
    );
  if (kind === "own")
    return (
      <EmptyState
        title="Your first brief"
        picture={<CutPair styles={["Raw/Unfiltered", "Lifestyle / Influencer"]} />}
        action={<ButtonLink to={paths.projectBrief()}>Create Your First Project Brief</ButtonLink>}
      >
        You haven't created any project briefs yet.
      </EmptyState>
    );
  if (kind === "applications")
    return (
      <EmptyState
        title="Your first application"
        picture={<CutPair styles={["Documentary", "Casual Vlog"]} />}
        action={<ButtonLink to={paths.projects()}>See available projects</ButtonLink>}
      >
        You haven't applied for any projects yet.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nothing open right now"
      picture={<CutPair styles={["Documentary", "Casual Vlog"]} />}
      action={<ButtonLink to={paths.discover()}>Discover Creators</ButtonLink>}
    >
      No projects available that match your skills.
    </EmptyState>
  );
}

/** Same widths as in projects.css. */
const frameWidth = "(min-width: 64rem) 236px, 92vw";

/**
 * The picture first, then the pay, the title and the start date. For the project's owner, it leaves out their name and
 * links to the page where they manage the project.
 */
function ProjectCard({
  project,
  isOwn,
  isFirst,
}: {
  project: ListedProject;
  isOwn: boolean;
  isFirst: boolean;
}) {
  const { id, title, status, creator, match, tools, services } = project;
  const isOver = status === "completed" || status === "cancelled";
  const isOpen = status === "open" && !project.isExpired;
  const starts = project.startDate ? `Starts ${formatPlainDate(project.startDate)}` : "Start: Flexible";
  return (
    <li className={isOver ? "pitch past" : "pitch"}>
      <Frame
        title={isOwn ? title : creator.name}
        className={hueOf(creator.name)}
        picture={project.picture}
        sizes={frameWidth}
        isFirst={isFirst}
      />
      <div>
        <div className="pitch-head">
          <p className="money cut1">{project.budget || project.budgetType || "Budget not decided yet"}</p>{" "}
          {match && <MatchScore percent={match.percent} />}
          {(isOwn || !isOpen) && <ProjectBadge status={status} isExpired={project.isExpired} />}
        </div>
        <h2>
          <Link to={paths.project(id)}>{title}</Link>
        </h2>
        <p className="flags-line">
          {project.isHidden && <Badge tone="negative">Hidden by Matchcut</Badge>}{" "}
          {project.hasPriority && <Badge tone="info">Priority</Badge>}
        </p>
        {project.description && <p className="line-clamp-2">{project.description}</p>}
        <p className="hint">
          {[isOwn ? "" : shortList(services), starts].filter(Boolean).join(" · ")}
          {isOwn && <Expires project={project} />} · Posted <Time at={project.postedAt} as="inText" />
        </p>
        {tools.length > 0 && <ChipList label="Tools" names={firstNames(tools)} />}
        {isOwn ? <OwnersPart project={project} /> : <ApplicantsPart project={project} />}
      </div>
    </li>
  );
}

/** Shown from five days before the expiry, when the owner is also notified. */
function Expires({ project: { expiresAt, isExpired } }: { project: ListedProject }) {
  const clock = useContext(ClockContext);
  if (!expiresAt || isExpired) return null;
  const days = daysUntil(expiresAt, clock);
  if (days > 5) return null;
  return (
    <>
      {" · "}
      <strong>Expires {days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`}</strong>
    </>
  );
}

function OwnersPart({ project: { id, title, applications, applicants } }: { project: ListedProject }) {
  const { total, waiting } = applications ?? { total: 0, waiting: 0 };
  return (
    <div className="pitch-foot">
      {applicants.length > 0 && <AvatarGroup people={applicants} size="small" />}
      <p className="hint">
        <strong>
          {total} {total === 1 ? "application" : "applications"}
        </strong>
        {waiting > 0 && `, ${waiting} new`}
      </p>{" "}
      <ButtonLink to={paths.project(id)} kind="secondary" small>
        Manage Project<span className="visually-hidden">: {title}</span>
      </ButtonLink>
    </div>
  );
}

function ApplicantsPart({ project }: { project: ListedProject }) {
  const { formatWait } = useDates();
  const { id, title, application, creator } = project;
  const waits = application?.status === "pending" && `, waiting for ${formatWait(application.appliedAt)}`;
  return (
    <div className="pitch-foot">
      <Avatar name={creator.name} src={creator.avatarUrl} size="small" />
      {application ? (
        <>
          <p className="hint">
            {creator.name} · Applied <Time at={application.appliedAt} as="inText" />
            {waits}
          </p>{" "}
          <ApplicationBadge status={application.status} />{" "}
          <ButtonLink to={paths.project(id)} kind="secondary" small>
            View Project<span className="visually-hidden">: {title}</span>
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="hint cut1">{creator.name}</p>{" "}
          <ButtonLink to={`${paths.project(id, { apply: "1" })}#apply`} kind="secondary" small>
            Apply<span className="visually-hidden"> for {title}</span>
          </ButtonLink>
        </>
      )}
    </div>
  );
}

type Choice = { id: number; name: string };
interface FilterChoices {
  services: Choice[];
  tools: Choice[];
  budgetTypes: Choice[];
}

const statuses = [
  { value: "all", label: "All Projects" },
  ...projectStatuses.map((status) => ({ value: status, label: projectStatusLabels[status] })),
];

export function StatusTabs({ filter }: { filter: ProjectFilter }) {
  return (
    <Tabs
      label="Status"
      items={[null, ...projectStatuses].map((status) => ({
        to: paths.projects(filterQuery({ ...filter, status })),
        label: status ? projectStatusLabels[status] : "All Projects",
        current: filter.status === status,
      }))}
    />
  );
}

const mostOffered = 6;

/**
 * A row of chips. The first one opens the fields; each of the others is a link that removes one part of the filter, or
 * adds one of the few services to choose from. The fields are a GET form, so every filtered list has a URL.
 */
export function ProjectFilters({
  filter,
  parts,
  view,
  choices,
  withStatus,
  saveTo,
}: {
  filter: ProjectFilter;
  /** The parts in effect, from `filterParts`. */
  parts: { words: string; without: ProjectFilter }[];
  view?: "applications";
  choices: FilterChoices;
  /** Includes the status, on lists that have no tabs for it. */
  withStatus?: boolean;
  /** The URL of the page that saves this search, if it can be saved. */
  saveTo?: string;
}) {
  const { status } = filter;
  const query = new URLSearchParams(useLocation().search);
  const { error } = readFilterPrice(query);
  const shown = [
    ...parts,
    ...(withStatus && status
      ? [{ words: projectStatusLabels[status], without: { ...filter, status: null } }]
      : []),
  ];
  // Contributors only choose among their own services. Creators could choose any, which wouldn't fit in one row.
  const services = filter.serviceId === null && withStatus ? choices.services.slice(0, mostOffered) : [];
  const offered = services.length > 1 ? services : [];
  return (
    <div className="finder">
      {/* The key collapses it after each change of the filter, so that the first result is in view. */}
      <details key={shown.map(({ words }) => words).join()} open={error !== null}>
        <summary>
          <Icon name="sliders" /> Filters
        </summary>
        <Form
          method="get"
          action={paths.projects()}
          className="stack"
          role="search"
          aria-label="Projects"
          // The key resets the fields when the filter changes.
          key={paths.projects({ view, ...filterQuery(filter) })}
        >
          {view && <input type="hidden" name="view" value={view} />}
          {!withStatus && status && <input type="hidden" name="status" value={status} />}
          <div className="grid gap-3 sm:grid-cols-3">
            <SearchField label="Keywords" name="q" defaultValue={filter.q} />
            {withStatus && (
              <Select label="Status" name="status" options={statuses} defaultValue={status ?? "all"} />
            )}
            <Choices label="Service" name="service" choices={choices.services} chosen={filter.serviceId} />
            <Choices label="Tool" name="tool" choices={choices.tools} chosen={filter.toolId} />
            <Choices
              label="Budget type"
              name="budget"
              choices={choices.budgetTypes}
              chosen={filter.budgetTypeId}
            />
          </div>
          <AmountFields
            legend="Budget"
            label="At least"
            from={{
              id: "price",
              name: "price",
              initialValue: error ? query.get("price") : filter.pays ? dollars(filter.pays.cents) : "",
              errors: error ? [error] : undefined,
            }}
            unit={{ id: "per", name: "per", initialValue: filter.pays?.per ?? query.get("per") }}
            suggested="hour"
            say={(words) => boundWords(words, true)}
          >
            <p className="hint">
              Setting this hides projects without an amount in this unit. Pieces, videos, episodes and scripts
              count as the same unit.
            </p>
          </AmountFields>
          <div className="row">
            <Button kind="secondary">Show projects</Button>
          </div>
        </Form>
      </details>{" "}
      {shown.length + offered.length > 0 && (
        <nav className="taps" aria-label="Filters">
          {shown.map(({ words, without }) => (
            <Fragment key={words}>
              <Link aria-current="true" to={paths.projects({ view, ...filterQuery(without) })}>
                {words} <span className="visually-hidden">: remove this filter</span>
                <Icon name="close" />
              </Link>{" "}
            </Fragment>
          ))}
          {offered.map(({ id, name }) => (
            <Fragment key={id}>
              <Link to={paths.projects({ view, ...filterQuery({ ...filter, serviceId: id }) })}>
                {name}
              </Link>{" "}
            </Fragment>
          ))}
          {isFiltered({ ...filter, status: withStatus ? status : null }) && (
            <Link to={paths.projects({ view })}>Clear filters</Link>
          )}{" "}
          {saveTo && <Link to={saveTo}>Save this search</Link>}
        </nav>
      )}
    </div>
  );
}

/** If the chosen value isn't among the choices, it's added, so that the person can see and change it. */
function Choices({
  label,
  name,
  choices,
  chosen,
}: {
  label: string;
  name: string;
  choices: Choice[];
  chosen: number | null;
}) {
  const isListed = chosen === null || choices.some(({ id }) => id === chosen);
  const options = isListed ? choices : [...choices, { id: chosen, name: "Other" }];
  return (
    <Select
      label={label}
      name={name}
      emptyLabel="Any"
      options={options.map((choice) => ({ value: String(choice.id), label: choice.name }))}
      defaultValue={chosen === null ? "" : String(chosen)}
    />
  );
}

/** A contributor's invitations. Collapsed, so that the first project stays on the first screen. */
export function InvitationList({ invitations }: { invitations: InvitationView[] }) {
  if (invitations.length === 0) return null;
  return (
    <details className="notice invited">
      <summary>
        <strong>
          {invitations.length === 1 ? "1 invitation" : `${invitations.length} invitations`} to apply
        </strong>
      </summary>
      <ul>
        {invitations.map(({ projectId, title, creatorName, note, invitedAt }) => (
          <li key={projectId}>
            <p>
              <strong>{creatorName}</strong> invited you to apply for{" "}
              <Link to={paths.project(projectId)}>{title}</Link>{" "}
              <span className="muted">
                <Time at={invitedAt} />
              </span>
            </p>
            {note && <p className="whitespace-pre-line">{note}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
