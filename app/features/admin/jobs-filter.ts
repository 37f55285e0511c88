import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";

/** Which failed jobs a list or a file has, and in which order; as it stands in the URL. */
export interface JobsFilter {
  /** A job's name. */
  task: string;
  sort: TimeOrder;
}

export function readJobsFilter(query: URLSearchParams): JobsFilter {
  return { task: searchIn(query, "task"), sort: oneOf(timeOrders, query.get("sort")) || "oldest" };
}

/** For the URL: the usual order is not named. */
export const jobsQueryOf = ({ task, sort }: JobsFilter) => ({
  task,
  sort: sort === "oldest" ? undefined : sort,
});
