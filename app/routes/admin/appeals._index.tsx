import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { appealStates, appealStateWords } from "~/features/moderation/appeal";
import { listAppeals } from "~/features/moderation/appeal-queue.server";
import { AppealList } from "~/features/moderation/components/appeal-list";
import { requireAdmin } from "~/http/guards.server";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";

export const meta = pageTitle("Appeals");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const state = appealStates.find((known) => known === query.get("state")) ?? "open";
  const after = query.get("after");
  return { ...(await listAppeals(admin, state, after)), state, after };
}

export default function Appeals() {
  const { appeals, next, state, after } = useLoaderData<typeof loader>();
  const here = { state: state === "open" ? undefined : state };
  return (
    <div className="narrow stack">
      <h1>Appeals</h1>
      <p className="muted">
        The oldest first. Where there is another admin, one who took a decision leaves its appeal.
      </p>
      <Tabs
        label="State"
        items={appealStates.map((one) => ({
          to: adminPaths.appeals({ state: one === "open" ? undefined : one }),
          label: appealStateWords[one],
          current: one === state,
        }))}
      />
      {appeals.length === 0 && (
        <EmptyState title={state === "open" ? "No appeals are waiting" : "No appeals here"} />
      )}
      <AppealList appeals={appeals} />
      <Pager
        label="More appeals"
        previous={after ? adminPaths.appeals(here) : undefined}
        next={next ? adminPaths.appeals({ ...here, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load appeals" />;
}
