import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PeopleTable } from "~/features/admin/components/people-list";
import { peopleList } from "~/features/admin/people-list.server";
import { readList } from "~/http/admin-list.server";
import { requireAdmin } from "~/http/route.server";
import { PageFailure, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list";

export const meta = pageTitle("People");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(peopleList, admin, args.request.url);
}

export default function People() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>People</h1>
      <AdminList frame={frame}>
        <PeopleTable people={rows} />
      </AdminList>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load people" />;
}
