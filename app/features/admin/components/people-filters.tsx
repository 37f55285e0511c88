import { adminPaths } from "~/admin-paths";
import { planLabels } from "~/features/plans/plan";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
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

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const choices = [
  { name: "type", label: "Type", options: optionsOf(personTypes) },
  { name: "status", label: "Vetting", options: optionsOf(vettingStatuses) },
  { name: "plan", label: "Plan", options: optionsOf(planLabels) },
  { name: "suspended", label: "Suspension", options: optionsOf(suspendedWords) },
] as const;

/** One GET form, so that a list has an address. */
export function PeopleFilters({ filter }: { filter: PeopleFilter }) {
  return (
    <Form
      method="get"
      action={adminPaths.allPeople()}
      className="stack"
      role="search"
      aria-label="People"
      key={adminPaths.allPeople(queryOf(filter))}
    >
      <div className="admin-filters">
        <Field
          label="Person"
          hint="Email, name or id"
          type="search"
          name="q"
          maxLength={320}
          defaultValue={filter.q}
          autoComplete="off"
        />
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
      </div>
      <div className="row">
        <Button kind="secondary">Show people</Button>{" "}
        {isFilteredPeople(filter) && (
          <Link to={adminPaths.allPeople()} className="btn btn-quiet">
            Show everybody
          </Link>
        )}
      </div>
    </Form>
  );
}
