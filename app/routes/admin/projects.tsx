import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { ProjectsFilters, ProjectsTable } from "~/features/admin/components/projects-table";
import { listProjects } from "~/features/admin/listing-projects.server";
import { projectsQueryOf, readProjectsFilter } from "~/features/admin/projects-filter";
import { requireAdmin } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Projects");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readProjectsFilter(query);
  const after = query.get("after");
  return { ...(await listProjects(admin, filter, after)), filter, isFirst: !after };
}

export default function AllProjects() {
  const { projects, next, count, isMore, filter, isFirst } = useLoaderData<typeof loader>();
  const here = projectsQueryOf(filter);
  const isFiltered = Boolean(filter.q || filter.status);
  return (
    <div className="stack">
      <h1>Projects</h1>
      <ProjectsFilters filter={filter} />
      {projects.length === 0 ? (
        <EmptyState title={isFiltered || !isFirst ? "No projects match this" : "No projects yet"} />
      ) : (
        <>
          <p className="row justify-between">
            <span className="muted">
              {count.toLocaleString("en-US")}
              {isMore && " or more"} {count === 1 ? "project" : "projects"}
            </span>{" "}
            <a className="btn btn-secondary" href={adminPaths.allProjectsFile(here)} download>
              Save {isFiltered ? "these" : "all"} as a CSV file
            </a>
          </p>
          <ProjectsTable projects={projects} />
        </>
      )}
      <Pager
        label="More projects"
        previous={isFirst ? undefined : adminPaths.allProjects(here)}
        next={next ? adminPaths.allProjects({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load projects" />;
}
