import { type AmountUnit, amountWords } from "~/features/catalog/amount";
import type { Catalog } from "~/features/catalog/catalog";
import { availabilityLabels, experienceLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";

export const deckLevels = ["beginner", "intermediate", "advanced", "expert"] as const;

/** The maximum number of tools, and of styles, in one filter. */
export const mostChosen = 6;
/** A listing's indexed price is the unit's number times this, plus the amount in whole dollars. */
export const markStep = 100_000_000;

export const noFilter = {
  serviceId: null as number | null,
  toolIds: [] as number[],
  styleIds: [] as number[],
  level: null as (typeof deckLevels)[number] | null,
  availability: null as "available" | "limited" | null,
  /** In cents. */
  price: null as number | null,
  per: "hour" as AmountUnit,
  place: "",
  /** The deck continues below this listing number; null for the beginning. It doesn't filter anyone out. */
  from: null as number | null,
};

/** People must match every part. A null or empty part matches everyone. */
export type DeckFilter = typeof noFilter;

/** The filter as the query of `paths.discover`. */
export function deckQuery(filter: DeckFilter) {
  const { serviceId, toolIds, styleIds, level, availability, price, per, place, from } = filter;
  return {
    service: serviceId ?? undefined,
    tool: toolIds.join("."),
    style: styleIds.join("."),
    level: level ?? undefined,
    availability: availability ?? undefined,
    // In dollars, as people type it.
    price: price === null ? undefined : price / 100,
    per: price === null ? undefined : per,
    place,
    from: from ?? undefined,
  };
}

/** The filter as a query string, for a hidden form field. `readDeckFilter` reads it. */
export const filterText = (filter: DeckFilter) =>
  new URL(paths.discover(deckQuery(filter)), "http://x").search;

/** Drops IDs that the catalog doesn't have. */
export function knownFilter(filter: DeckFilter, names: FilterNames): DeckFilter {
  const { serviceId } = filter;
  return {
    ...filter,
    serviceId: serviceId !== null && names.services[serviceId] ? serviceId : null,
    toolIds: filter.toolIds.filter((id) => names.tools[id]),
    styleIds: filter.styleIds.filter((id) => names.styles[id]),
  };
}

export type FilterNames = Pick<Catalog["byId"], "services" | "tools" | "styles">;

/** One text per part in use, such as "up to $50 per hour". */
export function filterWords(filter: DeckFilter, names: FilterNames, isContributor: boolean): string[] {
  const { serviceId, toolIds, styleIds, level, availability, price, per, place } = filter;
  return [
    serviceId && names.services[serviceId],
    ...toolIds.map((id) => names.tools[id]),
    ...styleIds.map((id) => names.styles[id]),
    level && `${experienceLabels[level]} or ${isContributor ? "below" : "above"}`,
    availability && availabilityChoices[availability],
    price !== null && boundWords(amountWords({ unit: per, low: price, high: price }), isContributor),
    place && `in ${place}`,
  ].filter((word): word is string => Boolean(word));
}

/** A creator looks for prices up to an amount, and a contributor for budgets starting at one. */
export const boundWords = (amount: string, isContributor: boolean) =>
  `${isContributor ? "at least" : "up to"} ${amount}`;

export const availabilityChoices = {
  available: availabilityLabels.available,
  limited: "Available now or limited",
} as const;

/** Whether the filter has any part besides the service. */
export function isAdvanced(filter: DeckFilter): boolean {
  const { toolIds, styleIds, level, availability, price, place } = filter;
  return (
    toolIds.length + styleIds.length > 0 ||
    level !== null ||
    availability !== null ||
    price !== null ||
    place !== ""
  );
}

export function isFiltered(filter: DeckFilter): boolean {
  return filter.serviceId !== null || isAdvanced(filter);
}
