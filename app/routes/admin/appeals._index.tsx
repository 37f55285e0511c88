import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPaths } from "~/admin-paths";
import { appealKindWords } from "~/features/moderation/appeal";
import { appealList, type QueuedAppeal } from "~/features/moderation/appeal-queue.server";
import { readList } from "~/http/admin-list-page.server";
import { requireAdmin } from "~/http/route.server";
import { failurePage, pageTitle } from "~/shell/page";
import { AdminList } from "~/ui/admin-list-view";
import { Badge, Link } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Appeals");

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requireAdmin(args);
  return readList(appealList, admin, args.request.url);
}

export default function Appeals() {
  const { rows, frame } = useLoaderData<typeof loader>();
  return (
    <AdminList
      title="Appeals"
      intro="You can't review an appeal of your own decision if another admin can."
      frame={frame}
    >
      <AppealList appeals={rows} />
    </AdminList>
  );
}

export const ErrorBoundary = failurePage("We couldn't load appeals");

function AppealList({ appeals }: { appeals: QueuedAppeal[] }) {
  return (
    <ul className="rows queue">
      {appeals.map(({ id, name, kind, at, reason, needsAnother, isOver, decided }) => (
        <li key={id}>
          <div className="txt">
            <h2>
              <Link to={adminPaths.decideAppeal(id)} className="over-link">
                {name}'s appeal
              </Link>
            </h2>
            {reason && <p>{reason}</p>}
            <p>
              Sent <Time at={at} as="inText" />
              {decided && (
                <>
                  , decided <Time at={decided.at} as="inText" /> by {decided.by}
                </>
              )}
              .{!decided && isOver && " The decision is no longer in effect."}
              {!decided && needsAnother && " You made the decision, so another admin has to review it."}
            </p>
          </div>{" "}
          <Badge tone="neutral">{appealKindWords[kind]}</Badge>
        </li>
      ))}
    </ul>
  );
}
