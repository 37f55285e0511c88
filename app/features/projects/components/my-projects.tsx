import { Frame } from "~/features/media/components/frame";
import { paths } from "~/paths";
import { formatPlainDate } from "~/ui/dates";
import { ButtonLink, Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { AppliedView } from "../own-lists.server";
import { ApplicationBadge } from "./project-parts";

export function MyProjects({ projects }: { projects: AppliedView[] }) {
  return (
    <section className="part" aria-labelledby="projects">
      <div className="row justify-between">
        <h2 id="projects">My Projects</h2>
        <Link to={paths.projects(projects.length > 0 ? { view: "applications" } : {})}>
          {projects.length > 0 ? "See all your applications" : "See available projects"}
        </Link>
      </div>
      {projects.length > 0 ? (
        <AppliedRows projects={projects} />
      ) : (
        <p className="muted">Projects you apply for show up here.</p>
      )}
      <p className="row">
        <ButtonLink kind="secondary" to={paths.discover()}>
          Discover creators
        </ButtonLink>
      </p>
    </section>
  );
}

export function AppliedRows({ projects }: { projects: readonly AppliedView[] }) {
  return (
    <ul className="projs">
      {projects.map(({ id, title, creator, status, appliedAt, startDate, timeline, picture }) => (
        <li key={id} className="proj">
          <Frame title={creator} picture={picture} />
          <div>
            <Link to={paths.project(id)}>{title}</Link>
            <p className="hint">
              Applied <Time at={appliedAt} as="inText" /> · {creator}
            </p>
            <p className="hint">
              {startDate ? `Starts ${formatPlainDate(startDate)}` : "Start: Flexible"}
              {timeline && ` · ${timeline}`}
            </p>
          </div>{" "}
          <ApplicationBadge status={status} />
        </li>
      ))}
    </ul>
  );
}
