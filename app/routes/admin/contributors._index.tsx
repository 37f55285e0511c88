import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { ApproveSeveral, ReviewedLately, WaitingList } from "~/features/profiles/components/vetting";
import { undoMinutes } from "~/features/profiles/review-reasons";
import { listedOf, listReviewedLately, waitingList } from "~/features/profiles/reviewing.server";
import { approveSeveralSchema } from "~/features/profiles/vetting.schema";
import { approveContributors } from "~/features/profiles/vetting.server";
import { readList } from "~/http/admin-list-page.server";
import { readAsAdmin, redirectWithFlash, requireAdmin } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { safePath } from "~/http/safe-redirect";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";
import { ErrorSummary, summaryOf } from "~/ui/form";

export const meta = pageTitle("Contributors to review");

export const handle: RouteHandle = { formFailure: "Failed to update contributor status" };

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const [list, lately] = await Promise.all([
    readList(waitingList, admin, args.request.url),
    listReviewedLately(),
  ]);
  return {
    ...list,
    rows: list.rows.map(listedOf),
    lately: lately.map(({ contributorId, name, status }) => ({ contributorId, name, status })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor: admin, form } = await readAsAdmin(args, approveSeveralSchema);
  if (!form.ok) return form.reply;
  const { approved, reviewed } = await approveContributors(admin, form.value.contributor);
  const rest = reviewed > 0 ? ` ${reviewed} had already been reviewed.` : "";
  if (approved === 0)
    return redirectWithFlash(safePath(form.value.back, adminPaths.waitingContributors()), {
      title: "No contributors approved",
      text: rest.trim() || undefined,
    });
  return redirectWithFlash(safePath(form.value.back, adminPaths.waitingContributors()), {
    title: approved === 1 ? "1 contributor approved" : `${approved} contributors approved`,
    text: `You can undo each one for ${undoMinutes} minutes. Then we'll email them.${rest}`,
  });
}

export default function WaitingContributors() {
  const { rows, frame, lately } = useLoaderData<typeof loader>();
  const errors = summaryOf(useActionData<typeof action>()?.result, []);
  return (
    <AdminList
      title="Contributors to review"
      errors={<ErrorSummary title="No one was approved" errors={errors} />}
      frame={frame}
      above={<ReviewedLately people={lately} back={frame.here} />}
    >
      <ApproveSeveral people={rows} back={frame.here} />
      <WaitingList people={rows} back={frame.here} list={frame.query} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load contributors");
