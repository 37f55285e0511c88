import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";
import { type UnsentState, unsentStates } from "./mail-state";

/** Which mails a list or a file has, and in which order; as it stands in the URL. */
export interface UnsentFilter {
  /** The beginning of the address. */
  q: string;
  state: UnsentState;
  sort: TimeOrder;
}

/** What is none of its words filters nothing. */
export function readUnsentFilter(query: URLSearchParams): UnsentFilter {
  return {
    q: searchIn(query),
    state: oneOf(unsentStates, query.get("state")) || "failed",
    sort: oneOf(timeOrders, query.get("sort")) || "oldest",
  };
}

/** For the URL: failed ones, and the usual order, are not named. */
export const unsentQueryOf = ({ q, state, sort }: UnsentFilter) => ({
  q,
  state: state === "failed" ? undefined : state,
  sort: sort === "oldest" ? undefined : sort,
});
