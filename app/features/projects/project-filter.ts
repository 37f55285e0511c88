import { parseCount } from "~/ids";
import { searchText } from "~/search-text";
import { type ProjectStatus, projectStatuses } from "./project";

/** The filter of a list of projects; null and empty text mean any. */
export interface ProjectFilter {
  status: ProjectStatus | null;
  /** Words that the title or description must have, all of them. */
  q: string;
  serviceId: number | null;
  toolId: number | null;
  budgetTypeId: number | null;
}

/** From a page's query. Malformed parts are ignored. */
export function readFilter(query: URLSearchParams): ProjectFilter {
  const status = query.get("status");
  return {
    status: projectStatuses.find((one) => one === status) ?? null,
    q: searchText(query.get("q") ?? ""),
    serviceId: parseCount(query.get("service")),
    toolId: parseCount(query.get("tool")),
    budgetTypeId: parseCount(query.get("budget")),
  };
}

/** For `paths.projects`. */
export function filterQuery({ status, q, serviceId, toolId, budgetTypeId }: ProjectFilter) {
  return {
    status: status ?? undefined,
    q,
    service: serviceId ?? undefined,
    tool: toolId ?? undefined,
    budget: budgetTypeId ?? undefined,
  };
}

export function isFiltered({ status, q, serviceId, toolId, budgetTypeId }: ProjectFilter): boolean {
  return status !== null || q !== "" || serviceId !== null || toolId !== null || budgetTypeId !== null;
}

type Names = Readonly<Record<number, string>>;

/** Describes each part except the status. */
export function filterWords(
  { q, serviceId, toolId, budgetTypeId }: ProjectFilter,
  names: { services: Names; tools: Names; budgets: Names },
): string[] {
  return [
    q && `‘${q}’`,
    serviceId && names.services[serviceId],
    toolId && names.tools[toolId],
    budgetTypeId && names.budgets[budgetTypeId],
  ].filter((word): word is string => Boolean(word));
}
