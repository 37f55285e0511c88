import { adminPaths } from "~/admin-paths";
import { planLabels } from "~/features/plans/plan";
import { optionsOf } from "~/list-query";
import { ListFilters, SearchField } from "~/ui/list-frame";
import { Select } from "~/ui/select";
import {
  isFilteredPeople,
  type PeopleFilter,
  peopleSorts,
  personTypes,
  queryOf,
  suspendedWords,
  vettingStatuses,
} from "../people-filter";

const choices = [
  { name: "type", label: "Type", options: optionsOf(personTypes) },
  { name: "status", label: "Vetting", options: optionsOf(vettingStatuses) },
  { name: "plan", label: "Plan", options: optionsOf(planLabels) },
  { name: "suspended", label: "Suspension", options: optionsOf(suspendedWords) },
] as const;

export function PeopleFilters({ filter }: { filter: PeopleFilter }) {
  return (
    <ListFilters
      label="People"
      action={adminPaths.allPeople()}
      here={adminPaths.allPeople(queryOf(filter))}
      button="Show people"
      clear={isFilteredPeople(filter) && { to: adminPaths.allPeople(), label: "Show everybody" }}
    >
      <SearchField label="Person" hint="Email, name or id" value={filter.q} />
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          name={name}
          emptyLabel="Any"
          options={options}
          defaultValue={filter[name]}
        />
      ))}
      <Select label="Order" name="sort" options={optionsOf(peopleSorts)} defaultValue={filter.sort} />
    </ListFilters>
  );
}
