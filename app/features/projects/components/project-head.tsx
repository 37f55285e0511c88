import type { ReactNode } from "react";
import { paths } from "~/paths";
import { BackLink } from "~/ui/back-link";
import { headingFace } from "~/ui/heading-face";
import type { ProjectView } from "../viewing.server";
import { ProjectBadge } from "./project-parts";

export const BackToProjects = () => <BackLink to={paths.projects()}>Back to Projects</BackLink>;

/** The project's title with its status. `children` are facts below it. */
export function ProjectHead({
  project: { title, status, isExpired },
  children,
}: {
  project: Pick<ProjectView, "title" | "status" | "isExpired">;
  children: ReactNode;
}) {
  return (
    <div className="project-head">
      <p className="hint">
        Project Details <ProjectBadge status={status} isExpired={isExpired} />
      </p>
      <h1 className={headingFace(title)}>{title}</h1>
      {children}
    </div>
  );
}
