import { oneOf, searchIn } from "~/list-query";
import { type CaseState, caseStateWords, type ReportReason, reportReasons } from "./report";

/** Which cases a list or a file has, and in which order; as it stands in the URL. */
export interface CaseFilter {
  /** Who answers for the thing: an address, a name or an id. */
  q: string;
  state: CaseState;
  reason: ReportReason | "";
  /** Empty: open ones the most severe first, then the oldest; decided ones the latest decision first. */
  sort: CaseSort | "";
}

export const caseSorts = { oldest: "Oldest first", reports: "Most reports first" } as const;
export type CaseSort = keyof typeof caseSorts;

/** What is none of its words filters nothing. */
export function readCaseFilter(query: URLSearchParams): CaseFilter {
  return {
    q: searchIn(query),
    state: oneOf(caseStateWords, query.get("state")) || "open",
    reason: oneOf(reportReasons, query.get("reason")),
    sort: oneOf(caseSorts, query.get("sort")),
  };
}

/** For the URL: what waits is not named. */
export const caseQueryOf = ({ state, ...rest }: CaseFilter) => ({
  ...rest,
  state: state === "open" ? undefined : state,
});

export const isFilteredCases = ({ q, state, reason }: CaseFilter): boolean =>
  q !== "" || reason !== "" || state !== "open";
