import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { caseList, findOldestCase } from "~/features/moderation/case.server";
import { CaseList } from "~/features/moderation/components/case";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";
import { Time } from "~/ui/time";

export const meta = pageTitle("Reports");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const [list, oldest] = await Promise.all([
    readList(caseList, admin, args.request.url),
    findOldestCase(admin),
  ]);
  return { ...list, oldest };
}

export default function Reports() {
  const { rows, frame, oldest } = useLoaderData<typeof loader>();
  return (
    <AdminList
      title="Reports"
      intro={
        oldest === null ? (
          "No reports to review."
        ) : (
          <>
            The oldest came in <Time at={oldest} as="inText" />.
          </>
        )
      }
      frame={frame}
    >
      <CaseList cases={rows} list={frame.query} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load reports");
