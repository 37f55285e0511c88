import { type AmountUnit, amountWords } from "~/features/catalog/amount";
import type { Catalog } from "~/features/catalog/catalog";
import { boundWords } from "~/features/discovery/deck-filter";
import { readFilterPrice } from "~/features/discovery/filter-price";
import { parseCount } from "~/ids";
import { searchText } from "~/search-text";
import { type ProjectStatus, projectStatuses } from "./project";

/** A filter for lists of projects. Null and empty text match every project. */
export interface ProjectFilter {
  status: ProjectStatus | null;
  /** The title or description must contain all of these words. */
  q: string;
  serviceId: number | null;
  toolId: number | null;
  budgetTypeId: number | null;
  /** The minimum amount, in cents. Projects with another unit don't match. */
  pays: { cents: number; per: AmountUnit } | null;
}

/** Reads a page's query. Ignores malformed parts. */
export function readFilter(query: URLSearchParams): ProjectFilter {
  const status = query.get("status");
  const { amount } = readFilterPrice(query);
  return {
    status: projectStatuses.find((one) => one === status) ?? null,
    q: searchText(query.get("q") ?? ""),
    serviceId: parseCount(query.get("service")),
    toolId: parseCount(query.get("tool")),
    budgetTypeId: parseCount(query.get("budget")),
    pays: amount && { cents: amount.low, per: amount.unit },
  };
}

/** The inverse of `readFilter`, as the query for `paths.projects`. */
export function filterQuery({ status, q, serviceId, toolId, budgetTypeId, pays }: ProjectFilter) {
  return {
    status: status ?? undefined,
    q,
    service: serviceId ?? undefined,
    tool: toolId ?? undefined,
    budget: budgetTypeId ?? undefined,
    // In dollars, as people type it.
    price: pays ? pays.cents / 100 : undefined,
    per: pays?.per,
  };
}

export function isFiltered({ q, ...filter }: ProjectFilter): boolean {
  return q !== "" || Object.values(filter).some((part) => part !== null);
}

type FilterNames = Pick<Catalog["byId"], "services" | "tools" | "budgets">;

/**
 * The filter's parts except the status, each with its description and with the filter that's left if a person removes
 * it.
 */
export function filterParts(
  filter: ProjectFilter,
  { services, tools, budgets }: FilterNames,
): { words: string; without: ProjectFilter }[] {
  const { q, serviceId, toolId, budgetTypeId, pays } = filter;
  return [
    { words: q && `“${q}”`, without: { ...filter, q: "" } },
    { words: serviceId && (services[serviceId] ?? "Other"), without: { ...filter, serviceId: null } },
    { words: toolId && (tools[toolId] ?? "Other"), without: { ...filter, toolId: null } },
    { words: budgetTypeId && (budgets[budgetTypeId] ?? "Other"), without: { ...filter, budgetTypeId: null } },
    {
      words: pays && boundWords(amountWords({ unit: pays.per, low: pays.cents, high: pays.cents }), true),
      without: { ...filter, pays: null },
    },
  ].flatMap(({ words, without }) => (words ? [{ words, without }] : []));
}

/** The descriptions alone. */
export const filterWords = (filter: ProjectFilter, names: FilterNames): string[] =>
  filterParts(filter, names).map(({ words }) => words);
