import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actList } from "~/features/admin/acts.server";
import { ActList } from "~/features/admin/components/acts";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";

export const meta = pageTitle("Audit log");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(actList, admin, args.request.url);
}

export default function AuditLog() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <AdminList
      title="Audit log"
      intro="Everything admins have done. Nothing here can be changed or deleted."
      frame={frame}
    >
      <ActList acts={rows} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load the audit log");
