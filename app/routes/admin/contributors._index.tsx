import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import {
  ApproveSeveral,
  ReviewedLately,
  WaitingList,
  WaitingSearch,
} from "~/features/profiles/components/vetting";
import { undoMinutes } from "~/features/profiles/review-reasons";
import { listReviewedLately, listWaiting } from "~/features/profiles/reviewing.server";
import { approveSeveralSchema } from "~/features/profiles/vetting.schema";
import { approveContributors } from "~/features/profiles/vetting.server";
import { readWaitingFilter, waitingQueryOf } from "~/features/profiles/waiting-filter";
import { readForm } from "~/http/form.server";
import { redirectWithFlash, requireAdmin } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-failure";
import { safePath } from "~/http/safe-redirect";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { ListCount } from "~/ui/list-frame";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Contributors waiting for review");

export const handle: RouteFailure = {
  failure: { form: ["Failed to update contributor status"] },
};

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const filter = readWaitingFilter(query);
  const after = query.get("after") ?? undefined;
  const [list, lately] = await Promise.all([
    listWaiting(admin, filter, after ?? null),
    listReviewedLately(admin),
  ]);
  return { ...list, lately, filter, after };
}

/** Approves several. */
export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args, approveSeveralSchema);
  const form = await readForm(args, approveSeveralSchema);
  if (!form.ok) return form.reply;
  const { approved, reviewed } = await approveContributors(admin, form.value.contributor);
  const rest = reviewed > 0 ? ` ${reviewed} had been reviewed already.` : "";
  if (approved === 0)
    return redirectWithFlash(safePath(form.value.back, adminPaths.waitingContributors()), {
      title: "No contributors approved",
      text: rest.trim(),
    });
  return redirectWithFlash(safePath(form.value.back, adminPaths.waitingContributors()), {
    title: approved === 1 ? "1 contributor approved" : `${approved} contributors approved`,
    text: `You can undo each for ${undoMinutes} minutes; then we email them.${rest}`,
  });
}

export default function WaitingContributors() {
  const { waiting, next, count, isMore, lately, filter, after } = useLoaderData<typeof loader>();
  const errors = Object.values(useActionData<typeof action>()?.result?.error ?? {}).flatMap(
    (each) => each ?? [],
  );
  const query = waitingQueryOf(filter);
  const here = adminPaths.waitingContributors({ ...query, after });
  return (
    <div className="narrow stack">
      <h1>Contributors waiting for review</h1>
      <ErrorSummary title="Nobody was approved" errors={errors.map((message) => ({ id: "main", message }))} />
      <WaitingSearch filter={filter} />
      {waiting.length === 0 ? (
        <EmptyState
          title={filter.q ? "No one with this name is waiting" : "No contributors are waiting for review"}
        />
      ) : (
        <ListCount
          count={count}
          isMore={isMore}
          words={["contributor", "contributors"]}
          file={adminPaths.waitingContributorsFile(query)}
          isFiltered={filter.q !== ""}
        />
      )}
      <ReviewedLately people={lately} back={here} />
      <ApproveSeveral people={waiting} back={here} />
      <WaitingList people={waiting} back={here} />
      <Pager
        label="More contributors"
        first={after ? adminPaths.waitingContributors(query) : undefined}
        next={next ? adminPaths.waitingContributors({ ...query, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load notifications" />;
}
