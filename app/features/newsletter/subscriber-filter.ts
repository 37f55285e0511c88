import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";

/** Which subscribers a list or a file has, and in which order; as it stands in the URL. */
export interface SubscriberFilter {
  /** The beginning of an address. */
  q: string;
  sort: TimeOrder;
}

/** What is none of its words filters nothing. */
export function readSubscriberFilter(query: URLSearchParams): SubscriberFilter {
  return { q: searchIn(query), sort: oneOf(timeOrders, query.get("sort")) || "newest" };
}

/** For the URL: the usual order is not named. */
export const subscriberQueryOf = ({ q, sort }: SubscriberFilter) => ({
  q,
  sort: sort === "newest" ? undefined : sort,
});
