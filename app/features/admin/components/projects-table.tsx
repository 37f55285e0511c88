import { adminPaths } from "~/admin-paths";
import { type ProjectStatus, projectStatusLabels } from "~/features/projects/project";
import { paths } from "~/paths";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";

interface Listed {
  id: string;
  title: string;
  status: ProjectStatus;
  isExpired: boolean;
  creatorId: string;
  creator: string;
  isHidden: boolean;
  applications: number;
  caseId: string | null;
  postedAt: string;
}

const heads = ["Title", "Owner", "State", "Applications", "Reports", "Posted"];

export function ProjectsTable({ projects }: { projects: readonly Listed[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="table-frame" aria-label="Projects" tabIndex={0}>
      <table className="admin-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {projects.map(
            ({ id, title, creatorId, creator, isHidden, applications, caseId, postedAt, ...state }) => (
              <tr key={id}>
                <th scope="row">{isHidden ? title : <Link to={paths.project(id)}>{title}</Link>}</th>
                <td>
                  <Link to={adminPaths.person(creatorId)}>{creator || "Without a name"}</Link>
                </td>
                <td>{stateWords({ ...state, isHidden })}</td>
                <td>{applications}</td>
                <td>
                  {caseId ? (
                    <Link to={adminPaths.decideReport(caseId)}>
                      See reports<span className="visually-hidden"> of {title}</span>
                    </Link>
                  ) : (
                    "–"
                  )}
                </td>
                <td>
                  <Time at={postedAt} as="date" />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}

/** 'Open, expired'. */
function stateWords({
  status,
  isExpired,
  isHidden,
}: Pick<Listed, "status" | "isExpired" | "isHidden">): string {
  const isOver = isExpired && (status === "open" || status === "in_progress");
  return [projectStatusLabels[status], isOver && "expired", isHidden && "owner suspended"]
    .filter(Boolean)
    .join(", ");
}
