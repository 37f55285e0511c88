import { type PlanName, planLabels } from "~/features/plans/plan";
import { oneOf, searchIn, timeOrders } from "~/list-query";

/** Which people a list or a file has, and in which order; as it stands in the URL. */
export interface PeopleFilter {
  /** An id, an address, or the beginning of a name or of its last word. */
  q: string;
  type: PersonType | "";
  /** Of contributors. */
  status: VettingStatus | "";
  suspended: "yes" | "no" | "";
  /** In force. */
  plan: PlanName | "";
  sort: PeopleSort;
}

export const personTypes = {
  creator: "Creators",
  contributor: "Contributors",
  none: "Without a type",
} as const;
export type PersonType = keyof typeof personTypes;

export const vettingStatuses = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;
export type VettingStatus = keyof typeof vettingStatuses;

export const suspendedWords = { yes: "Suspended", no: "Not suspended" } as const;

export const peopleSorts = { ...timeOrders, name: "By name" } as const;
export type PeopleSort = keyof typeof peopleSorts;

/** What is none of its words filters nothing. */
export function readPeopleFilter(query: URLSearchParams): PeopleFilter {
  return {
    q: searchIn(query),
    type: oneOf(personTypes, query.get("type")),
    status: oneOf(vettingStatuses, query.get("status")),
    suspended: oneOf(suspendedWords, query.get("suspended")),
    plan: oneOf(planLabels, query.get("plan")),
    sort: oneOf(peopleSorts, query.get("sort")) || "newest",
  };
}

/** For the URL: the usual order is not named. */
export const queryOf = ({ sort, ...rest }: PeopleFilter) => ({
  ...rest,
  sort: sort === "newest" ? undefined : sort,
});

export const isFilteredPeople = ({ sort: _, ...rest }: PeopleFilter): boolean =>
  Object.values(rest).some(Boolean);
