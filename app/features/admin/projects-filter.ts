import { type ProjectStatus, projectStatuses } from "~/features/projects/project";

/** Which projects a list or a file has, and in which order; as it stands in the URL. */
export interface ProjectsFilter {
  /** An id, the beginning of a title, or the address of the owner. */
  q: string;
  status: ProjectStatus | "";
  sort: ProjectsSort;
}

export const projectsSorts = { newest: "Newest first", oldest: "Oldest first" } as const;
export type ProjectsSort = keyof typeof projectsSorts;

/** What is none of its words filters nothing. */
export function readProjectsFilter(query: URLSearchParams): ProjectsFilter {
  return {
    q: (query.get("q") ?? "").trim().slice(0, 320),
    status: projectStatuses.find((status) => status === query.get("status")) ?? "",
    sort: query.get("sort") === "oldest" ? "oldest" : "newest",
  };
}

/** For the URL: the usual order is not named. */
export const projectsQueryOf = ({ q, status, sort }: ProjectsFilter) => ({
  q,
  status,
  sort: sort === "newest" ? undefined : sort,
});
