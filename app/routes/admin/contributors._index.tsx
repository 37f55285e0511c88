import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WaitingList, WaitingSearch } from "~/features/profiles/components/vetting-list";
import { listWaiting } from "~/features/profiles/reviewing.server";
import { requireAdmin } from "~/http/guards.server";
import { paths } from "~/paths";
import { PageFailure } from "~/shell/page-failure";
import { pageTitle } from "~/shell/page-title";
import { EmptyState } from "~/ui/empty-state";
import { Pager } from "~/ui/pager";

export const meta = pageTitle("Contributors waiting for review");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  const query = new URL(args.request.url).searchParams;
  const q = (query.get("q") ?? "").trim().slice(0, 100);
  const after = query.get("after") ?? undefined;
  return { ...(await listWaiting(admin, { q, after })), q, after };
}

export default function WaitingContributors() {
  const { waiting, next, q, after } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <h1>Contributors waiting for review</h1>
      <WaitingSearch key={q} q={q} />
      {waiting.length === 0 && (
        <EmptyState
          title={q ? "No one with this name is waiting" : "No contributors are waiting for review"}
        />
      )}
      <WaitingList people={waiting} back={paths.waitingContributors({ q, after })} />
      <Pager
        label="More contributors"
        previous={after ? paths.waitingContributors({ q }) : undefined}
        next={next ? paths.waitingContributors({ q, after: next }) : undefined}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageFailure title="Failed to load notifications" />;
}
