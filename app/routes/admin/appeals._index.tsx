import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { appealList } from "~/features/moderation/appeal-queue.server";
import { AppealList } from "~/features/moderation/components/appeal-list";
import { readList } from "~/http/admin-list.server";
import { requireAdmin } from "~/http/route.server";
import { PageFailure, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list";

export const meta = pageTitle("Appeals");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(appealList, admin, args.request.url);
}

export default function Appeals() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>Appeals</h1>
      <p className="muted">Where there is another admin, one who took a decision leaves its appeal.</p>
      <AdminList frame={frame}>
        <AppealList appeals={rows} />
      </AdminList>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load appeals" />;
}
