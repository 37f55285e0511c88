import { adminPaths } from "~/admin-paths";
import { optionsOf, timeOrders } from "~/list-query";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";
import { appealKindWords, appealStateWords } from "../appeal";
import { type AppealFilter, appealQueryOf } from "../appeal-filter";
import type { QueuedAppeal } from "../appeal-queue.server";

export function AppealFilters({ filter }: { filter: AppealFilter }) {
  return (
    <ListFilters
      label="Appeals"
      action={adminPaths.appeals()}
      here={adminPaths.appeals(appealQueryOf(filter))}
      button="Show appeals"
      clear={filter.q !== "" && { to: adminPaths.appeals(), label: "Show all that wait" }}
    >
      <SearchField label="Whose" hint="Email, name or id" value={filter.q} />
      <Select label="State" name="state" options={optionsOf(appealStateWords)} defaultValue={filter.state} />
      <Select label="Order" name="sort" options={optionsOf(timeOrders)} defaultValue={filter.sort} />
    </ListFilters>
  );
}

export function AppealList({ appeals }: { appeals: QueuedAppeal[] }) {
  if (appeals.length === 0) return null;
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
