import { plansWithProFeatures } from "~/features/plans/plan";
import { experienceLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { CheckboxGroup, FieldFrame, Form, Select } from "~/ui/form";
import { Button, Link } from "~/ui/parts";
import { SearchField, useSearchNote } from "~/ui/search-field";
import {
  availabilityChoices,
  type DeckFilter,
  deckLevels,
  deckQuery,
  type FilterNames,
  filterWords,
  highestPrice,
  isAdvanced,
  isFiltered,
  mostChosen,
  noFilter,
  priceUnits,
} from "../deck-filter";
import { leftWords } from "../deck-words";
import type { DeckView } from "../showing.server";

type Choice = readonly [id: number, name: string];
export interface DeckChoices {
  services: readonly Choice[];
  /** Empty if the plan has no advanced filters. */
  tools: readonly Choice[];
  styles: readonly Choice[];
}

interface Props {
  filter: DeckFilter;
  choices: DeckChoices;
  isContributor: boolean;
  isLocked: boolean;
}

/**
 * A single GET form, so a filtered deck has a URL. It's behind a link, because its choices would weigh a tenth of the
 * deck's first view.
 */
export function DeckFilters({ choices, ...rest }: Omit<Props, "choices"> & { choices: DeckChoices | null }) {
  const query = deckQuery(rest.filter);
  const note = useSearchNote("place");
  return (
    <>
      {note && !choices && !rest.isLocked && <p role="status">{note}</p>}
      <Link
        to={paths.discover(choices ? query : { ...query, filters: "open" })}
        preventScrollReset
        aria-expanded={choices !== null}
        className="btn btn-quiet btn-small"
      >
        {choices ? "Close filters" : "Filters"}
      </Link>
      {choices && <FilterForm choices={choices} {...rest} />}
    </>
  );
}

function FilterForm({ filter, choices, isContributor, isLocked }: Props) {
  return (
    <div className="deck-filters">
      <Form
        method="get"
        action={paths.discover()}
        className="card stack"
        role="search"
        aria-label="Filters"
        // Resets the fields when the filter changes.
        key={paths.discover(deckQuery(filter))}
      >
        <Select
          label="Service"
          name="service"
          emptyLabel="Any"
          options={optionsOf(choices.services)}
          defaultValue={filter.serviceId ?? ""}
        />
        <details open={isAdvanced(filter) || isLocked}>
          <summary>Advanced filters</summary>
          <fieldset disabled={isLocked} className="stack" aria-label="Advanced filters">
            {isLocked && (
              <p>
                Filters for tools, styles, experience, availability, price and location come with{" "}
                {plansWithProFeatures}.{" "}
                <Link to={paths.pricing()} reloadDocument>
                  See plans
                </Link>
              </p>
            )}
            <Advanced filter={filter} choices={choices} isContributor={isContributor} />
          </fieldset>
        </details>
        <div className="row">
          <Button kind="secondary">Show people</Button>
          {isFiltered(filter) && <Link to={paths.discover()}>Clear filters</Link>}
        </div>
      </Form>
    </div>
  );
}

function Advanced({ filter, choices, isContributor }: Omit<Props, "isLocked">) {
  return (
    <>
      <Several label="Tools" name="tool" choices={choices.tools} chosen={filter.toolIds} />
      <Several label="Styles" name="style" choices={choices.styles} chosen={filter.styleIds} />
      <Select
        label={isContributor ? "Maximum experience they're looking for" : "Minimum experience"}
        name="level"
        emptyLabel="Any"
        options={deckLevels.map((value) => ({ value, label: experienceLabels[value] }))}
        defaultValue={filter.level ?? ""}
      />
      <Select
        label="Availability"
        name="availability"
        emptyLabel="Any"
        options={Object.entries(availabilityChoices).map(([value, label]) => ({ value, label }))}
        defaultValue={filter.availability ?? ""}
      />
      <FieldFrame
        id="price"
        label={isContributor ? "Minimum budget, in dollars" : "Maximum price, in dollars"}
        hint="Setting this hides people who don't list an amount in this unit."
      >
        <div className="grid grid-cols-2 gap-3">
          <input
            className="control"
            id="price"
            name="price"
            type="number"
            inputMode="numeric"
            min={1}
            max={highestPrice}
            defaultValue={filter.price ?? ""}
            aria-describedby="price-hint"
          />
          <select className="control" name="per" aria-label="Unit" defaultValue={filter.per}>
            {priceUnits.map((unit) => (
              <option key={unit} value={unit}>
                per {unit}
              </option>
            ))}
          </select>
        </div>
      </FieldFrame>
      <SearchField
        label="Location"
        name="place"
        hint="City, state or country. We match whole words, so “TX” won't find “Texas”."
        defaultValue={filter.place}
      />
    </>
  );
}

/** All of the chosen ones must fit. */
function Several({
  label,
  name,
  choices,
  chosen,
}: {
  label: string;
  name: string;
  choices: readonly Choice[];
  chosen: readonly number[];
}) {
  if (choices.length === 0) return <Select label={label} name={name} emptyLabel="Any" options={[]} />;
  return (
    <details open={chosen.length > 0}>
      <summary>{label}</summary>
      <CheckboxGroup
        legend={`Must have all of these (up to ${mostChosen})`}
        name={name}
        options={optionsOf(choices)}
        defaultValue={chosen.map(String)}
      />
    </details>
  );
}

const optionsOf = (choices: readonly Choice[]) =>
  choices.map(([id, label]) => ({ value: String(id), label }));

export interface FilterSummary {
  /** "Video Editor · up to $50 per hour"; empty without a filter. */
  words: string;
  /** Advanced filters were requested, but the plan doesn't have them. */
  isIgnored: boolean;
  /** The URL that saves the part of the filter that's in effect. */
  saveTo: string;
}

export function summaryOf(
  filter: DeckFilter,
  names: FilterNames,
  { isContributor, isLocked }: Pick<Props, "isContributor" | "isLocked">,
): FilterSummary {
  const isIgnored = isLocked && isAdvanced(filter);
  const counted = isIgnored ? { ...noFilter, serviceId: filter.serviceId } : filter;
  return {
    words: filterWords(counted, names, isContributor).join(" · "),
    isIgnored,
    saveTo: paths.newSearch("people", deckQuery(counted)),
  };
}

export function FilteredBy({ words, isIgnored, left, saveTo }: FilterSummary & { left: DeckView["left"] }) {
  if (!words && !isIgnored) return null;
  return (
    <div className="deck-filtered">
      {words && (
        <p>
          <strong>{words}</strong>
          {left && left.people > 0 && `: ${leftWords(left)}.`}{" "}
          <Link to={paths.discover()}>Clear filters</Link> <Link to={saveTo}>Save this search</Link>
        </p>
      )}
      {isIgnored && (
        <p role="note">
          Advanced filters come with {plansWithProFeatures}, so we ignored them here.{" "}
          <Link to={paths.pricing()} reloadDocument>
            See plans
          </Link>
        </p>
      )}
    </div>
  );
}
