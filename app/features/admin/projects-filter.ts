import { type ProjectStatus, projectStatusLabels } from "~/features/projects/project";
import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";

/** Which projects a list or a file has, and in which order; as it stands in the URL. */
export interface ProjectsFilter {
  /** An id, the beginning of a title, or the address of the owner. */
  q: string;
  status: ProjectStatus | "";
  sort: TimeOrder;
}

/** What is none of its words filters nothing. */
export function readProjectsFilter(query: URLSearchParams): ProjectsFilter {
  return {
    q: searchIn(query),
    status: oneOf(projectStatusLabels, query.get("status")),
    sort: oneOf(timeOrders, query.get("sort")) || "newest",
  };
}

/** For the URL: the usual order is not named. */
export const projectsQueryOf = ({ q, status, sort }: ProjectsFilter) => ({
  q,
  status,
  sort: sort === "newest" ? undefined : sort,
});

export const isFilteredProjects = ({ q, status }: ProjectsFilter): boolean => q !== "" || status !== "";
