import { MatchBadge } from "~/features/discovery/components/match-badge";
import { ShortList } from "~/features/discovery/components/short-list";
import { mostPoints } from "~/features/discovery/score";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { formatPlainDate, useDates } from "~/ui/dates";
import { Form, Select } from "~/ui/form";
import { Badge, Button, ButtonLink, Card, EmptyState, Link, Pager } from "~/ui/parts";
import { SearchField } from "~/ui/search-field";
import { Time } from "~/ui/time";
import type { AvailableProject } from "../browsing.server";
import type { ProjectCardView } from "../cards.server";
import type { InvitationView } from "../inviting.server";
import { projectStatuses, projectStatusLabels, windowSize } from "../project";
import { filterQuery, isFiltered, type ProjectFilter } from "../project-filter";
import { ApplicationBadge, ProjectBadge } from "./project-parts";

type Kind = "own" | "available" | "applications";
type ListedProject = ProjectCardView & Partial<Pick<AvailableProject, "match" | "hasPriority">>;

/** `older` is where the search continues after the projects that this page has looked at. */
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
  /** Where the first page is, unless this is it. */
  first?: string;
  next?: string;
  older?: string;
}) {
  const isSorted = kind === "available" && projects.some(({ match }) => match);
  return (
    <>
      {isSorted && (
        <p className="muted">
          Best matches first among the {windowSize} newest projects that fit, then older ones.
          {projects.some(({ hasPriority }) => hasPriority) &&
            ` “Priority” means the creator's plan or invitations moved a project up by up to ${mostPoints} points. Its score stays the same.`}
        </p>
      )}
      {projects.length === 0 ? (
        <Nothing kind={kind} isFiltered={isFiltered} isFirst={!first} hasOlder={Boolean(next ?? older)} />
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} isOwn={kind === "own"} />
          ))}
        </ul>
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
        title="You haven't created any project briefs yet."
        action={<ButtonLink to={paths.projectBrief()}>Create Your First Project Brief</ButtonLink>}
      />
    );
  if (kind === "applications")
    return (
      <EmptyState
        title="You haven't applied for any projects yet."
        action={<ButtonLink to={paths.projects()}>See available projects</ButtonLink>}
      />
    );
  return (
    <EmptyState
      title="No projects available that match your skills."
      action={<ButtonLink to={paths.discover()}>Discover Creators</ButtonLink>}
    />
  );
}

/** An owner's own card leaves out their name, and leads to the page where they manage the project. */
function ProjectCard({ project, isOwn }: { project: ListedProject; isOwn: boolean }) {
  return (
    <Card as="li">
      <div className="row">
        <h2 className="text-lg">
          <Link to={paths.project(project.id)}>{project.title}</Link>
        </h2>{" "}
        <ProjectBadge status={project.status} isExpired={project.isExpired} />{" "}
        {project.isHidden && <Badge tone="negative">Hidden by Matchcut</Badge>}{" "}
        {project.hasPriority && <Badge tone="info">Priority</Badge>}
      </div>
      <div className="row">
        {!isOwn && <Avatar name={project.creator.name} src={project.creator.avatarUrl} size="small" />}
        <p className="muted">
          {!isOwn && `${project.creator.name} · `}Posted <Time at={project.postedAt} as="date" />
        </p>
      </div>
      {project.match && <MatchBadge match={project.match} />}
      {project.description && <p className="line-clamp-2">{project.description}</p>}
      <dl className="facts grid grid-cols-2 gap-3">
        <ShortList label="Services" items={project.services} />
        <ShortList label="Tools" items={project.tools} />
        {project.budgetType && <ShortList label="Budget type" items={[project.budgetType]} />}
        <ShortList
          label="Start date"
          items={[project.startDate ? formatPlainDate(project.startDate) : "Flexible"]}
        />
      </dl>
      {isOwn ? <OwnersPart project={project} /> : <ApplicantsPart project={project} />}
    </Card>
  );
}

function OwnersPart({ project: { id, title, applications } }: { project: ListedProject }) {
  return (
    <div className="row justify-between">
      <p>
        <strong>{applications ?? 0}</strong> {applications === 1 ? "application" : "applications"}
      </p>
      <ButtonLink to={paths.project(id)} kind="secondary" small>
        Manage Project<span className="visually-hidden">: {title}</span>
      </ButtonLink>
    </div>
  );
}

function ApplicantsPart({ project }: { project: ListedProject }) {
  const { formatWait } = useDates();
  const { id, title, application } = project;
  if (!application) {
    return (
      <ButtonLink to={`${paths.project(id, { apply: "1" })}#apply`} kind="secondary" small>
        Apply<span className="visually-hidden"> for {title}</span>
      </ButtonLink>
    );
  }
  const waits = application.status === "pending" && `, waiting for ${formatWait(application.appliedAt)}`;
  return (
    <div className="row justify-between">
      <p>
        <ApplicationBadge status={application.status} />{" "}
        <span className="muted">
          Applied <Time at={application.appliedAt} as="date" />
          {waits}
        </span>
      </p>
      <ButtonLink to={paths.project(id)} kind="secondary" small>
        View Project<span className="visually-hidden">: {title}</span>
      </ButtonLink>
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

/** A single GET form, so a filtered list has an address. */
export function ProjectFilters({
  filter,
  view,
  choices,
  saveTo,
}: {
  filter: ProjectFilter;
  view?: "applications";
  choices: FilterChoices;
  /** Where the search is saved, if it can be. */
  saveTo?: string;
}) {
  const isNarrowed = filter.serviceId !== null || filter.toolId !== null || filter.budgetTypeId !== null;
  return (
    <Form
      method="get"
      action={paths.projects()}
      className="stack"
      role="search"
      aria-label="Projects"
      // Resets the fields when the filter's URL changes.
      key={paths.projects({ view, ...filterQuery(filter) })}
    >
      {view && <input type="hidden" name="view" value={view} />}
      <div className="grid grid-cols-2 gap-3">
        <SearchField label="Keywords" name="q" defaultValue={filter.q} />
        <Select label="Status" name="status" options={statuses} defaultValue={filter.status ?? "all"} />
      </div>
      <details open={isNarrowed}>
        <summary>Service, tool and budget</summary>
        <div className="grid gap-3 sm:grid-cols-3">
          <Choices label="Service" name="service" choices={choices.services} chosen={filter.serviceId} />
          <Choices label="Tool" name="tool" choices={choices.tools} chosen={filter.toolId} />
          <Choices
            label="Budget type"
            name="budget"
            choices={choices.budgetTypes}
            chosen={filter.budgetTypeId}
          />
        </div>
      </details>
      <div className="row">
        <Button kind="secondary">Show projects</Button>{" "}
        {isFiltered(filter) && <Link to={paths.projects({ view })}>Clear filters</Link>}{" "}
        {saveTo && <Link to={saveTo}>Save this search</Link>}
      </div>
    </Form>
  );
}

/** A chosen value that isn't offered here stays chosen, so it can be seen and changed. */
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

/** What a contributor is invited to apply for. */
export function InvitationList({ invitations }: { invitations: InvitationView[] }) {
  if (invitations.length === 0) return null;
  return (
    <Card title={invitations.length === 1 ? "1 invitation" : `${invitations.length} invitations`}>
      <ul className="stack">
        {invitations.map(({ projectId, title, creatorName, note, invitedAt }) => (
          <li key={projectId}>
            <p>
              <strong>{creatorName}</strong> invited you to apply for <strong>{title}</strong>{" "}
              <span className="muted">
                <Time at={invitedAt} />
              </span>
            </p>
            {note && <p className="whitespace-pre-line">{note}</p>}
            <ButtonLink to={paths.project(projectId)} kind="secondary" small>
              View Project<span className="visually-hidden">: {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
