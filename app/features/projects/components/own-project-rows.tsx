import { Frame } from "~/features/media/components/frame";
import { paths } from "~/paths";
import { Link } from "~/ui/parts";
import type { OwnProjectView } from "../own-lists.server";
import { ProjectBadge } from "./project-parts";

export function OwnProjectRows({ projects }: { projects: readonly OwnProjectView[] }) {
  if (projects.length === 0)
    return <p className="muted">Say what you need, and contributors who offer it can apply.</p>;
  return (
    <ul className="projs">
      {projects.map(({ id, title, status, isExpired, budget, applications, waiting, picture }) => (
        <li key={id} className="proj">
          <Frame title={title} picture={picture} />
          <div>
            <Link to={paths.project(id)}>{title}</Link>
            {budget && <p className="hint cut1">{budget}</p>}
            <p className="hint">
              <b>{applications === 1 ? "1 application" : `${applications} applications`}</b>
              {waiting > 0 && `, ${waiting} new`}
            </p>
          </div>{" "}
          {(isExpired || status !== "open") && <ProjectBadge status={status} isExpired={isExpired} />}
        </li>
      ))}
    </ul>
  );
}
