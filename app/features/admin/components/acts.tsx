import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { actWords } from "~/features/accounts/acts";
import { optionsOf, timeOrders } from "~/list-query";
import { Field } from "~/ui/field";
import { Link } from "~/ui/link";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { Select } from "~/ui/select";
import { Time } from "~/ui/time";
import { type ActFilter, actQueryOf, isFilteredActs } from "../act-filter";
import type { ActPerson, ActView } from "../act-view";

const acts = optionsOf(actWords);

export function ActFilters({ filter }: { filter: ActFilter }) {
  // An older process may have written an act that is no longer offered.
  const isKnown = filter.act === "" || acts.some(({ value }) => value === filter.act);
  return (
    <ListFilters
      label="Acts"
      action={adminPaths.audit()}
      here={adminPaths.audit(actQueryOf(filter))}
      button="Show acts"
      clear={isFilteredActs(filter) && { to: adminPaths.audit(), label: "Clear filters" }}
    >
      <SearchField
        label="Person"
        hint="Email, name or id, on either side"
        name="person"
        value={filter.person}
      />
      <Select
        label="Act"
        name="act"
        emptyLabel="Any"
        options={isKnown ? acts : [...acts, { value: filter.act, label: filter.act }]}
        defaultValue={filter.act}
      />
      <Field label="From" type="date" name="from" defaultValue={filter.from} />
      <Field label="To" type="date" name="to" defaultValue={filter.to} />
      <Select label="Order" name="sort" options={optionsOf(timeOrders)} defaultValue={filter.sort} />
    </ListFilters>
  );
}

/** A person's name leads to all that concerns them. */
export function ActList({ acts }: { acts: readonly ActView[] }) {
  return (
    <ul className="stack acts">
      {acts.map((act) => (
        <li key={act.id}>
          <p>
            <strong>{act.act}</strong>{" "}
            <span className="muted">
              <Time at={act.at} as="dateTime" />
            </span>
          </p>
          <dl>
            <Fact label="By">{act.admin ? <Person person={act.admin} /> : "the command line"}</Fact>
            {act.person && (
              <Fact label="About">
                <Person person={act.person} />
              </Fact>
            )}
            {act.reason && <Fact label="Reason">{act.reason}</Fact>}
            {act.before && <Fact label="Before">{act.before}</Fact>}
            {act.after && <Fact label="After">{act.after}</Fact>}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt> <dd>{children}</dd>
    </div>
  );
}

function Person({ person: { id, name, email } }: { person: ActPerson }) {
  return (
    <>
      <Link to={adminPaths.audit({ person: id })}>{name ?? "Deleted user"}</Link>{" "}
      <span className="muted">{email ?? id}</span>
    </>
  );
}
