import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { ProjectsFilters, ProjectsTable } from "~/features/admin/components/projects-table";
import { listProjects } from "~/features/admin/listing-projects.server";
import { isFilteredProjects, projectsQueryOf, readProjectsFilter } from "~/features/admin/projects-filter";
import { requireAdmin } from "~/http/route.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ListCount } from "~/ui/list-frame";
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
  const isFiltered = isFilteredProjects(filter);
  return (
    <div className="stack">
      <h1>Projects</h1>
      <ProjectsFilters filter={filter} />
      {projects.length === 0 ? (
        <EmptyState title={isFiltered || !isFirst ? "No projects match this" : "No projects yet"} />
      ) : (
        <>
          <ListCount
            count={count}
            isMore={isMore}
            words={["project", "projects"]}
            file={adminPaths.allProjectsFile(here)}
            isFiltered={isFiltered}
          />
          <ProjectsTable projects={projects} />
        </>
      )}
      <Pager
        label="More projects"
        first={isFirst ? undefined : adminPaths.allProjects(here)}
        next={next ? adminPaths.allProjects({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load projects" />;
}
