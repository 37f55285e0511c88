import type { ReactNode } from "react";
import { MatchBadge } from "~/features/discovery/components/match-badge";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Card } from "~/ui/card";
import { formatPlainDate } from "~/ui/dates";
import { ExternalLink } from "~/ui/external-link";
import { Link } from "~/ui/link";
import { Time } from "~/ui/time";
import type { ProjectView } from "../viewing.server";
import { BriefFiles } from "./brief-files";
import { ProjectBadge } from "./status-badges";

/** Everything that the owner has written. */
export function ProjectFacts({ project, children }: { project: ProjectView; children?: ReactNode }) {
  const { creator } = project;
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
        <Fact label="Budget details" text={project.budgetDetails} />
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
