import { oneOf, searchIn } from "~/list-query";

/** Which of the contributors who wait a list or a file has, and in which order; as it stands in the URL. */
export interface WaitingFilter {
  /** Part of a name. */
  q: string;
  sort: WaitingSort;
}

export const waitingSorts = { oldest: "Longest waiting first", newest: "Newest first" } as const;
export type WaitingSort = keyof typeof waitingSorts;

/** What is none of its words filters nothing. */
export function readWaitingFilter(query: URLSearchParams): WaitingFilter {
  return { q: searchIn(query), sort: oneOf(waitingSorts, query.get("sort")) || "oldest" };
}

/** For the URL: the usual order is not named. */
export const waitingQueryOf = ({ q, sort }: WaitingFilter) => ({
  q,
  sort: sort === "oldest" ? undefined : sort,
});
