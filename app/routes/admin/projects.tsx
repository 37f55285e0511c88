import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ProjectsTable } from "~/features/admin/components/projects-table";
import { projectList } from "~/features/admin/listing-projects.server";
import { readList } from "~/http/admin-list.server";
import { requireAdmin } from "~/http/route.server";
import { PageFailure, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list";

export const meta = pageTitle("Projects");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(projectList, admin, args.request.url);
}

export default function AllProjects() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Projects</h1>
      <AdminList frame={frame}>
        <ProjectsTable projects={rows} />
      </AdminList>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load projects" />;
}
