import { plansWithProFeatures } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Dialog } from "~/ui/dialog";
import { Icon } from "~/ui/icon";
import { latePart } from "~/ui/late-part";
import { Link } from "~/ui/parts";
import { useSearchNote } from "~/ui/search-field";
import {
  type DeckFilter,
  deckQuery,
  type FilterNames,
  filterWords,
  isAdvanced,
  noFilter,
} from "../deck-filter";
import { leftWords } from "../deck-words";
import type { DeckView } from "../showing.server";
import type { DeckChoices, FilterProps } from "./deck-filter-form";

const FilterForm = latePart("FilterForm", () => import("./deck-filter-form"));

/**
 * A link that opens the filters in a dialog. They're a GET form, so a filtered deck has its own URL. They
 * load only when they're opened, because the options would make up a tenth of the page.
 */
export function DeckFilters({
  choices,
  ...rest
}: Omit<FilterProps, "choices"> & { choices: DeckChoices | null }) {
  const query = deckQuery(rest.filter);
  const { priceError } = rest;
  const note = [useSearchNote("place"), priceError && `We ignored the amount. ${priceError}.`]
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
        <Icon name="sliders" label="Filters" />
      </Link>
      {choices && (
        <Dialog title="Filters" closeTo={paths.discover(query)} closeLabel="Close filters">
          <FilterForm choices={choices} {...rest} />
        </Dialog>
      )}
    </>
  );
}

export interface FilterSummary {
  /** "Video Editor · up to $50 per hour"; empty if all of the filter is ignored. */
  words: string;
  /** Advanced filters were requested, but the plan doesn't have them. */
  isIgnored: boolean;
  /** The URL that saves the part of the filter that's in effect. */
  saveTo: string;
}

/** Null without a filter. */
export function summaryOf(
  filter: DeckFilter,
  names: FilterNames,
  { isContributor, isLocked }: Pick<FilterProps, "isContributor" | "isLocked">,
): FilterSummary | null {
  const isIgnored = isLocked && isAdvanced(filter);
  const counted = isIgnored ? { ...noFilter, serviceId: filter.serviceId } : filter;
  const words = filterWords(counted, names, isContributor).join(" · ");
  return words || isIgnored
    ? { words, isIgnored, saveTo: paths.newSearch("people", deckQuery(counted)) }
    : null;
}

export function FilteredBy({ words, isIgnored, left, saveTo }: FilterSummary & { left: DeckView["left"] }) {
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
          <Link to={paths.pricing({ from: paths.discover() })} reloadDocument>
            See plans
          </Link>
        </p>
      )}
    </div>
  );
}
