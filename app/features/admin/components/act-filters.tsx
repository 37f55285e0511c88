import { adminPaths } from "~/admin-paths";
import { actWords } from "~/features/accounts/acts";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { Select } from "~/ui/select";
import { type ActFilter, isFilteredActs } from "../act-filter";

const acts = Object.entries(actWords).map(([value, label]) => ({ value, label }));

/** One GET form, so that a filtered list has an address. */
export function ActFilters({ filter }: { filter: ActFilter }) {
  // An older process may have written an act that is no longer offered.
  const isKnown = filter.act === "" || acts.some(({ value }) => value === filter.act);
  return (
    <Form
      method="get"
      action={adminPaths.audit()}
      className="stack"
      role="search"
      aria-label="Acts"
      key={adminPaths.audit({ ...filter })}
    >
      <div className="admin-filters">
        <Field
          label="Person"
          hint="Email, name or id, on either side"
          type="search"
          name="person"
          maxLength={320}
          defaultValue={filter.person}
          autoComplete="off"
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
      </div>
      <div className="row">
        <Button kind="secondary">Show acts</Button>{" "}
        {isFilteredActs(filter) && (
          <Link to={adminPaths.audit()} className="btn btn-quiet">
            Clear filters
          </Link>
        )}
      </div>
    </Form>
  );
}
