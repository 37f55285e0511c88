import { availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Form, Select } from "~/ui/form";
import { Button, Link } from "~/ui/parts";
import { isNarrowed, type SavedFilter, savedQuery, savedSortLabels, savedSorts } from "../favorites";

const availabilities = Object.entries(availabilityLabels).map(([value, label]) => ({ value, label }));
const sortOptions = savedSorts.map((sort) => ({ value: sort, label: savedSortLabels[sort] }));

/** A single GET form, so a filtered list has a URL. */
export function SavedFilters({
  filter,
  lists,
  services,
}: {
  filter: SavedFilter;
  lists: readonly { id: string; name: string }[];
  services: readonly { id: number; name: string }[];
}) {
  return (
    <Form
      method="get"
      action={paths.saved()}
      className="stack"
      role="search"
      aria-label="Favorites"
      // Resets the fields when the filter changes.
      key={paths.saved(savedQuery(filter))}
    >
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Select label="Sort by" name="sort" options={sortOptions} defaultValue={filter.sort} />
        <Select
          label="Availability"
          name="availability"
          emptyLabel="Any"
          options={availabilities}
          defaultValue={filter.availability ?? ""}
        />
        <Select
          label="Service"
          name="service"
          emptyLabel="Any"
          options={services.map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultValue={filter.serviceId === null ? "" : String(filter.serviceId)}
        />
        {lists.length > 0 && (
          <Select
            label="List"
            name="list"
            emptyLabel="Any"
            options={lists.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={filter.listId ?? ""}
          />
        )}
      </div>
      <div className="row">
        <Button kind="secondary">Show</Button>{" "}
        {isNarrowed(filter) && <Link to={paths.saved()}>Clear filters</Link>}
      </div>
    </Form>
  );
}
