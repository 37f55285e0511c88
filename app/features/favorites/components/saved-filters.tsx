import { availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Select } from "~/ui/form";
import { Button } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { isNarrowed, type SavedFilter, savedQuery, savedSortLabels, savedSorts } from "../favorites";

type Named = { id: number; name: string };

const availabilities = Object.entries(availabilityLabels).map(([value, label]) => ({ value, label }));
const sortOptions = savedSorts.map((sort) => ({ value: sort, label: savedSortLabels[sort] }));

/**
 * Lists as links, and the filters in use, each with a link that removes it.
 * @param carried the selected people, who stay selected in every link
 */
export function SavedChips({
  filter,
  saved,
  lists,
  services,
  carried,
}: {
  filter: SavedFilter;
  saved: number;
  lists: readonly { id: string; name: string; count: number }[];
  services: readonly Named[];
  carried: { with?: string };
}) {
  const to = (change: Partial<SavedFilter>) =>
    paths.saved({ ...savedQuery({ ...filter, ...change }), ...carried });
  const service = services.find(({ id }) => id === filter.serviceId);
  const used = [
    ...(service ? [{ to: to({ serviceId: null }), label: service.name }] : []),
    ...availabilities
      .filter(({ value }) => value === filter.availability)
      .map(({ label }) => ({ to: to({ availability: null }), label })),
  ];
  return (
    <Tabs
      asChips
      label="Lists and filters"
      items={[
        {
          to: to({ listId: null, serviceId: null, availability: null }),
          label: `All ${saved}`,
          current: !isNarrowed(filter),
        },
        ...used.map(({ label, ...link }) => ({
          ...link,
          label: (
            <>
              {label} <span aria-hidden="true">×</span>
              <span className="visually-hidden"> Remove this filter</span>
            </>
          ),
          current: true,
        })),
        ...lists.map(({ id, name, count }) => ({
          to: to({ listId: id }),
          label: `${name} ${count}`,
          current: id === filter.listId,
        })),
        { to: paths.savedLists(), label: lists.length > 0 ? "Your lists" : "New list", current: false },
      ]}
    />
  );
}

/** These fields belong to the form with the selected people, so that applying a filter keeps the selection. */
export function SavedFilters({ filter, services }: { filter: SavedFilter; services: readonly Named[] }) {
  const form = "compare";
  return (
    <details className="saved-filters" key={paths.saved(savedQuery(filter))}>
      <summary className="btn btn-quiet btn-small">Sort and filter</summary>
      <search className="card" aria-label="Favorites">
        <Select label="Sort by" name="sort" form={form} options={sortOptions} defaultValue={filter.sort} />
        <Select
          label="Availability"
          name="availability"
          form={form}
          emptyLabel="Any"
          options={availabilities}
          defaultValue={filter.availability ?? ""}
        />
        <Select
          label="Service"
          name="service"
          form={form}
          emptyLabel="Any"
          options={services.map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultValue={filter.serviceId === null ? "" : String(filter.serviceId)}
        />
        <Button kind="secondary" form={form} formAction={paths.saved()}>
          Show
        </Button>
      </search>
    </details>
  );
}
