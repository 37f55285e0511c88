import { adminPaths } from "~/admin-paths";
import { actWords } from "~/features/accounts/acts";
import { optionsOf, timeOrders } from "~/list-query";
import { Field } from "~/ui/field";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { Select } from "~/ui/select";
import { type ActFilter, actQueryOf, isFilteredActs } from "../act-filter";

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
