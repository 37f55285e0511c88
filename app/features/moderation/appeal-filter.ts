import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";
import { type AppealState, appealStateWords } from "./appeal";

/** Which appeals a list or a file has, and in which order; as it stands in the URL. */
export interface AppealFilter {
  /** Whose: an address, a name or an id. */
  q: string;
  state: AppealState;
  sort: TimeOrder;
}

/** What is none of its words filters nothing. */
export function readAppealFilter(query: URLSearchParams): AppealFilter {
  return {
    q: searchIn(query),
    state: oneOf(appealStateWords, query.get("state")) || "open",
    sort: oneOf(timeOrders, query.get("sort")) || "oldest",
  };
}

/** For the URL: what waits, and the usual order, are not named. */
export const appealQueryOf = ({ q, state, sort }: AppealFilter) => ({
  q,
  state: state === "open" ? undefined : state,
  sort: sort === "oldest" ? undefined : sort,
});
