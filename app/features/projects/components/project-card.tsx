import { MatchBadge } from "~/features/discovery/components/match-badge";
import { ShortList } from "~/features/discovery/components/short-list";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { formatPlainDate, useDates } from "~/ui/dates";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import { ApplicationBadge, ProjectBadge } from "./status-badges";

export interface ListedProject {
  id: string;
  title: string;
  description: string;
  status: "open" | "in_progress" | "completed" | "cancelled";
  isExpired: boolean;
  isHidden?: boolean;
  services: string[];
  tools: string[];
  budgetType: string | null;
  startDate: string | null;
  postedAt: string;
  creator: { name: string; avatarUrl: string | null };
  application: { status: "pending" | "accepted" | "declined" | "withdrawn"; appliedAt: string } | null;
  applications: number | null;
  match?: { percent: number; reasons: string[] } | null;
  /** Its creator's plan moved it up. */
  hasPriority?: boolean;
}

/** The owner's own has no name on it, and leads to managing it. */
export function ProjectCard({ project, isOwn }: { project: ListedProject; isOwn: boolean }) {
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
        Apply<span className="visually-hidden"> to {title}</span>
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
