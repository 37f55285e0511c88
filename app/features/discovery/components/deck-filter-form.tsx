import { useFetcher, useLocation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { AmountFields } from "~/features/catalog/components/amount-fields";
import { plansWithProFeatures } from "~/features/plans/plan";
import { experienceLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { ChipList } from "~/ui/chip-list";
import { CheckboxGroup, Form, RadioGroup, Select } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { dollars } from "~/ui/money";
import { Button, ButtonLink, Link } from "~/ui/parts";
import { SearchField } from "~/ui/search-field";
import {
  availabilityChoices,
  boundWords,
  type DeckFilter,
  deckLevels,
  deckQuery,
  isFiltered,
  mostChosen,
} from "../deck-filter";
import { foundWords } from "../deck-words";
import type { DeckView } from "../showing.server";

type Choice = readonly [id: number, name: string];
export interface DeckChoices {
  services: readonly Choice[];
  /** Empty if the plan has no advanced filters. */
  tools: readonly Choice[];
  styles: readonly Choice[];
}

export interface FilterProps {
  filter: DeckFilter;
  choices: DeckChoices;
  isContributor: boolean;
  isLocked: boolean;
  /** How many people the applied filter leaves. */
  left: DeckView["left"];
  /** Why the price in the URL isn't part of the filter. */
  priceError: string | null;
}

/** The fields in the filter dialog. */
export function FilterForm({ filter, choices, isContributor, isLocked, left, priceError }: FilterProps) {
  const { words, count } = useCount(left);
  return (
    <Form
      method="get"
      action={paths.discover()}
      className="stack"
      role="search"
      aria-label="Filters"
      onChange={count}
      // A new key resets the fields' default values when the filter changes.
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
        <Advanced filter={filter} choices={choices} isContributor={isContributor} priceError={priceError} />
      )}
      <div className="picker-foot filter-foot">
        <Button>{words}</Button>
        {isFiltered(filter) && <Link to={paths.discover()}>Clear filters</Link>}
      </div>
    </Form>
  );
}

/** Sample filters, shown to people whose plan doesn't include advanced filters. */
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
      <ButtonLink kind="secondary" small to={paths.pricing({ from: paths.discover() })} reloadDocument>
        See Pricing Options
      </ButtonLink>
    </section>
  );
}

/** In ms after the last change, so typing doesn't send a request per keystroke. */
const countsAfter = 300;

/**
 * The text of the submit button, which says how many people fit. With script, it's updated after each change.
 * @param left how many fit the filter in use
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

function Advanced({ filter, choices, isContributor, priceError }: Omit<FilterProps, "isLocked" | "left">) {
  const { search } = useLocation();
  // Keeps an invalid price as it was typed, so that the person can correct it.
  const typed = priceError && new URLSearchParams(search).get("price");
  return (
    <>
      <Several label="Tools" name="tool" choices={choices.tools} chosen={filter.toolIds} />
      <Several label="Styles" name="style" choices={choices.styles} chosen={filter.styleIds} />
      <RadioGroup
        legend={isContributor ? "Maximum experience they're looking for" : "Minimum experience"}
        name="level"
        options={[
          { value: "", label: "Any" },
          ...deckLevels.map((value) => ({ value, label: experienceLabels[value] })),
        ]}
        defaultValue={filter.level ?? ""}
      />
      <RadioGroup
        legend="Availability"
        name="availability"
        options={[
          { value: "", label: "Any" },
          ...Object.entries(availabilityChoices).map(([value, label]) => ({ value, label })),
        ]}
        defaultValue={filter.availability ?? ""}
      />
      <AmountFields
        legend={isContributor ? "Budget" : "Price"}
        label={isContributor ? "At least" : "At most"}
        from={{
          id: "price",
          name: "price",
          initialValue: typed || (filter.price === null ? "" : dollars(filter.price)),
          errors: priceError ? [priceError] : undefined,
        }}
        unit={{ id: "per", name: "per", initialValue: filter.per }}
        say={(words) => boundWords(words, isContributor)}
      >
        <p className="hint">
          Setting this hides people who don't list an amount in this unit. Pieces, videos, episodes and
          scripts count as the same unit.
        </p>
      </AmountFields>
      <SearchField
        label="Location"
        name="place"
        hint="City, state or country. We match whole words, so “TX” won't find “Texas.”"
        defaultValue={filter.place}
      />
    </>
  );
}

/** Checkboxes. People fit only if they have every checked one. */
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
