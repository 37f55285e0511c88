import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";
import { type PlanName, planLabels } from "./plan";

/** Which subscriptions a list or a file has, and in which order; as it stands in the URL. */
export interface SubscriptionFilter {
  /** Whose: an address, a name or an id. */
  q: string;
  /** In force. */
  plan: PlanName | "";
  sort: TimeOrder;
}

/** What is none of its words filters nothing. */
export function readSubscriptionFilter(query: URLSearchParams): SubscriptionFilter {
  return {
    q: searchIn(query),
    plan: oneOf(planLabels, query.get("plan")),
    sort: oneOf(timeOrders, query.get("sort")) || "newest",
  };
}

/** For the URL: the usual order is not named. */
export const subscriptionQueryOf = ({ sort, ...rest }: SubscriptionFilter) => ({
  ...rest,
  sort: sort === "newest" ? undefined : sort,
});

export const isFilteredSubscriptions = ({ q, plan }: SubscriptionFilter): boolean => q !== "" || plan !== "";
