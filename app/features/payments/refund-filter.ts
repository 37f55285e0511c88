import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";

/** Which refund requests a list or a file has, and in which order; as it stands in the URL. */
export interface RefundFilter {
  /** Whose: an address, a name or an id. */
  q: string;
  /** Those the provider refused wait, too. */
  state: RefundState;
  /** By when they were asked, or decided. Empty: what waits the oldest first, what is decided the newest. */
  sort: TimeOrder | "";
}

export const refundStates = { waiting: "Waiting", decided: "Decided" } as const;
export type RefundState = keyof typeof refundStates;

/** What is none of its words filters nothing. */
export function readRefundFilter(query: URLSearchParams): RefundFilter {
  return {
    q: searchIn(query),
    state: oneOf(refundStates, query.get("state")) || "waiting",
    sort: oneOf(timeOrders, query.get("sort")),
  };
}

/** For the URL: what waits is not named. */
export const refundQueryOf = ({ state, ...rest }: RefundFilter) => ({
  ...rest,
  state: state === "waiting" ? undefined : state,
});
