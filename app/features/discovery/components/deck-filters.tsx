import { useFetcher, useLocation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { AmountFields } from "~/features/catalog/components/amount-fields";
import { plansWithProFeatures } from "~/features/plans/plan";
import { experienceLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { ChipList } from "~/ui/chip-list";
import { Dialog } from "~/ui/dialog";
import { CheckboxGroup, Form, Select } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { dollars } from "~/ui/money";
import { Button, ButtonLink, Link } from "~/ui/parts";
import { SearchField, useSearchNote } from "~/ui/search-field";
import {
  availabilityChoices,
  boundWords,
  type DeckFilter,
  deckLevels,
  deckQuery,
  type FilterNames,
  filterWords,
  isAdvanced,
  isFiltered,
  mostChosen,
  noFilter,
  readFilterPrice,
} from "../deck-filter";
import { foundWords, leftWords } from "../deck-words";
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
  /** How many people the applied filter leaves. */
  left: DeckView["left"];
}

/**
 * A single GET form, so a filtered deck has a URL. It's behind a link because its options would make up a tenth of the
 * deck's first view.
 */
export function DeckFilters({ choices, ...rest }: Omit<Props, "choices"> & { choices: DeckChoices | null }) {
  const query = deckQuery(rest.filter);
  const { error } = useTypedPrice();
  const note = [useSearchNote("place"), error && `The amount wasn't used. ${error}.`]
    .filter(Boolean)
    .join(" ");
  return (
    <>
      {note && !choices && !rest.isLocked && <p role="status">{note}</p>}
      <Link
        to={paths.discover({ ...query, filters: "open" })}
        preventScrollReset
        className="icon-link deck-filter-link"
      >
        <Icon name="sliders" />
        <span className="visually-hidden">Filters</span>
      </Link>
      {choices && (
        <Dialog title="Filters" closeTo={paths.discover(query)} closeLabel="Close filters">
          <FilterForm choices={choices} {...rest} />
        </Dialog>
      )}
    </>
  );
}

function FilterForm({ filter, choices, isContributor, isLocked, left }: Props) {
  const { words, count } = useCount(left);
  const { error } = useTypedPrice();
  return (
    <Form
      method="get"
      action={paths.discover()}
      className="stack"
      role="search"
      aria-label="Filters"
      onChange={count}
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
      {isLocked ? (
        <Locked />
      ) : (
        <details open={isAdvanced(filter) || error !== null}>
          <summary>Advanced filters</summary>
          <div className="stack">
            <Advanced filter={filter} choices={choices} isContributor={isContributor} />
          </div>
        </details>
      )}
      <div className="picker-foot filter-foot">
        <Button>{words}</Button>
        {isFiltered(filter) && <Link to={paths.discover()}>Clear filters</Link>}
      </div>
    </Form>
  );
}

/** Shows what advanced filters are for. */
const examples = ["Premiere Pro", "Cinematic", "Available now", "Up to $90 per hour", "Oregon"];

function Locked() {
  return (
    <section className="filters-locked" aria-labelledby="locked">
      <h3 id="locked">
        <Icon name="lock" /> Advanced filters
      </h3>
      <p className="hint">
        Filters for tools, styles, experience, availability, price and location come with{" "}
        {plansWithProFeatures}.
      </p>
      <ChipList names={examples} label="Examples" />
      <ButtonLink kind="secondary" small to={paths.pricing()} reloadDocument>
        See Pricing Options
      </ButtonLink>
    </section>
  );
}

/** In ms, after the last change. */
const countsAfter = 300;

/**
 * The button's text: how many people fit the choices, among those that the deck looks at. With script, it follows each
 * change.
 * @param left how many fit the filter that's applied
 */
function useCount(left: DeckView["left"]) {
  const counted = useFetcher<{ deck?: Pick<DeckView, "left"> }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function count({ currentTarget }: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current);
    const query = new URLSearchParams(
      [...new FormData(currentTarget)].flatMap(([name, value]) =>
        typeof value === "string" && value !== "" ? [[name, value]] : [],
      ),
    );
    timer.current = setTimeout(() => counted.load(`${paths.discover()}?index&${query}`), countsAfter);
  }
  const now = counted.data ? (counted.data.deck?.left ?? null) : left;
  return { count, words: now ? `Show ${foundWords(now)}` : "Show people" };
}

function Advanced({ filter, choices, isContributor }: Omit<Props, "isLocked" | "left">) {
  const { typed, error } = useTypedPrice();
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
      <AmountFields
        legend={isContributor ? "Budget" : "Price"}
        label={isContributor ? "At least" : "At most"}
        from={{
          id: "price",
          name: "price",
          initialValue: typed || (filter.price === null ? "" : dollars(filter.price)),
          errors: error ? [error] : undefined,
        }}
        unit={{ id: "per", name: "per", initialValue: filter.per }}
        say={(words) => boundWords(words, isContributor)}
      >
        <p className="hint">
          Setting this hides people who don't list an amount in this unit. Pieces, videos, episodes and
          scripts count as one.
        </p>
      </AmountFields>
      <SearchField
        label="Location"
        name="place"
        hint="City, state or country. We match whole words, so “TX” won't find “Texas”."
        defaultValue={filter.place}
      />
    </>
  );
}

/** The price as it's written in the URL, if it couldn't be read. */
function useTypedPrice() {
  const query = new URLSearchParams(useLocation().search);
  const { error } = readFilterPrice(query);
  return { error, typed: error && query.get("price") };
}

/** A person must fit all of the chosen ones. */
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
