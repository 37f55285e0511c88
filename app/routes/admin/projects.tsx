import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { projectList } from "~/features/admin/listing-projects.server";
import { projectStatusLabels } from "~/features/projects/project";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList, AdminTable } from "~/ui/admin-list-view";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("All projects");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(projectList, admin, args.request.url);
}

export default function AllProjects() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <AdminList title="Projects" frame={frame}>
      <ProjectsTable projects={rows} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load projects");

type Listed = SerializeFrom<typeof loader>["rows"][number];

const heads = ["Title", "Owner", "Status", "Applications", "Reports", "Posted"];

function ProjectsTable({ projects }: { projects: readonly Listed[] }) {
  return (
    <AdminTable heads={heads}>
      {projects.map(
        ({ id, title, creatorId, creator, isHidden, applications, caseId, postedAt, ...state }) => (
          <tr key={id}>
            <th scope="row">{isHidden ? title : <Link to={paths.project(id)}>{title}</Link>}</th>
            <td className="owner">
              <Link to={adminPaths.person(creatorId)}>{creator}</Link>
            </td>
            <td>{stateWords({ ...state, isHidden })}</td>
            <td data-label="Applications">{applications}</td>
            <td data-label="Reports">
              {caseId ? (
                <Link to={adminPaths.decideReport(caseId)}>
                  View reports<span className="visually-hidden"> about {title}</span>
                </Link>
              ) : (
                "–"
              )}
            </td>
            <td className="muted">
              <Time at={postedAt} as="date" />
            </td>
          </tr>
        ),
      )}
    </AdminTable>
  );
}

/** For example 'Open, expired'. */
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
