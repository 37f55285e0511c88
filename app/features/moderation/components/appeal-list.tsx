import { adminPaths } from "~/admin-paths";
import { Badge, Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import { appealKindWords } from "../appeal";
import type { QueuedAppeal } from "../appeal-queue.server";

export function AppealList({ appeals }: { appeals: QueuedAppeal[] }) {
  return (
    <ul className="stack">
      {appeals.map(({ id, name, kind, at, reason, needsAnother, isOver, decided }) => (
        <li key={id} className="stack border-t pt-4">
          <h2 className="text-lg">
            <Link to={adminPaths.decideAppeal(id)}>Appeal of {name}</Link>
          </h2>
          <p className="row">
            <Badge tone="neutral">{appealKindWords[kind]}</Badge> {reason && <span>{reason}</span>}
          </p>
          <p className="hint">
            Since <Time at={at} as="inText" />
            {decided && (
              <>
                , decided <Time at={decided.at} as="inText" /> by {decided.by}
              </>
            )}
            .{!decided && isOver && " The decision is no longer in force."}
            {!decided && needsAnother && " You took the decision: another admin decides about the appeal."}
          </p>
        </li>
      ))}
    </ul>
  );
}
