import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { Select } from "~/ui/select";
import { projectStatuses, projectStatusLabels } from "../project";
import { filterQuery, isFiltered, longestSearch, type ProjectFilter } from "../project-filter";

type Choice = { id: number; name: string };
export interface FilterChoices {
  services: Choice[];
  tools: Choice[];
  budgetTypes: Choice[];
}

const statuses = [
  { value: "all", label: "All Projects" },
  ...projectStatuses.map((status) => ({ value: status, label: projectStatusLabels[status] })),
];

/** One GET form, so that a filtered list has an address. */
export function ProjectFilters({
  filter,
  view,
  choices,
  saveTo,
}: {
  filter: ProjectFilter;
  view?: "applications";
  choices: FilterChoices;
  /** Where the search is saved, if it can be. */
  saveTo?: string;
}) {
  const isNarrowed = filter.serviceId !== null || filter.toolId !== null || filter.budgetTypeId !== null;
  return (
    <Form
      method="get"
      action={paths.projects()}
      className="stack"
      role="search"
      aria-label="Projects"
      // Another page's values are not kept.
      key={paths.projects({ view, ...filterQuery(filter) })}
    >
      {view && <input type="hidden" name="view" value={view} />}
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Words"
          type="search"
          name="q"
          maxLength={longestSearch}
          defaultValue={filter.q}
          autoComplete="off"
        />
        <Select label="Status" name="status" options={statuses} defaultValue={filter.status ?? "all"} />
      </div>
      <details open={isNarrowed}>
        <summary>Service, tool and budget</summary>
        <div className="grid gap-3 sm:grid-cols-3">
          <Choices label="Service" name="service" choices={choices.services} chosen={filter.serviceId} />
          <Choices label="Tool" name="tool" choices={choices.tools} chosen={filter.toolId} />
          <Choices
            label="Budget type"
            name="budget"
            choices={choices.budgetTypes}
            chosen={filter.budgetTypeId}
          />
        </div>
      </details>
      <div className="row">
        <Button kind="secondary">Show projects</Button>{" "}
        {isFiltered(filter) && <Link to={paths.projects({ view })}>Clear filters</Link>}{" "}
        {saveTo && <Link to={saveTo}>Save this search</Link>}
      </div>
    </Form>
  );
}

/** A chosen one that is not offered here stays chosen, so that it can be seen and changed. */
function Choices({
  label,
  name,
  choices,
  chosen,
}: {
  label: string;
  name: string;
  choices: Choice[];
  chosen: number | null;
}) {
  const isListed = chosen === null || choices.some(({ id }) => id === chosen);
  const options = isListed ? choices : [...choices, { id: chosen, name: "Another" }];
  return (
    <Select
      label={label}
      name={name}
      emptyLabel="Any"
      options={options.map((choice) => ({ value: String(choice.id), label: choice.name }))}
      defaultValue={chosen === null ? "" : String(chosen)}
    />
  );
}
