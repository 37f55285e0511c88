import { paths } from "~/paths";
import { Card, Link } from "~/ui/parts";
import type { ProjectCardView } from "../cards.server";
import { ApplicationBadge } from "./project-parts";

/** On a contributor's own profile: their latest applications. */
export function MyProjects({
  projects,
}: {
  projects: Pick<ProjectCardView, "id" | "title" | "application">[];
}) {
  return (
    <Card title="My Projects">
      {projects.length > 0 ? (
        <ul>
          {projects.map(({ id, title, application }) => (
            <li key={id} className="row">
              <Link to={paths.project(id)}>{title}</Link>{" "}
              {application && <ApplicationBadge status={application.status} />}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">Projects you apply for show up here.</p>
      )}
      <p className="row">
        <Link to={paths.projects(projects.length > 0 ? { view: "applications" } : {})}>
          {projects.length > 0 ? "See all your applications" : "See available projects"}
        </Link>{" "}
        <Link to={paths.discover()}>Discover creators</Link>
      </p>
    </Card>
  );
}
