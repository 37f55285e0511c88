import { oneOf, searchIn, type TimeOrder, timeOrders } from "~/list-query";

/** Which acts a list or a file has; as it stands in the URL. */
export interface ActFilter {
  /** Whom it is about or who did it: an address, a name or an id. */
  person: string;
  act: string;
  /** yyyy-MM-dd in the admin's time zone, both included; empty for no bound. */
  from: string;
  to: string;
  sort: TimeOrder;
}

const dayPattern = /^[12]\d{3}-\d\d-\d\d$/;

/** What is no day, such as February 30, bounds nothing. */
function dayOf(text: string | null): string {
  if (!text || !dayPattern.test(text)) return "";
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : "";
}

export function readActFilter(query: URLSearchParams): ActFilter {
  return {
    person: searchIn(query, "person"),
    act: searchIn(query, "act"),
    from: dayOf(query.get("from")),
    to: dayOf(query.get("to")),
    sort: oneOf(timeOrders, query.get("sort")) || "newest",
  };
}

/** For the URL: the usual order is not named. */
export const actQueryOf = ({ sort, ...rest }: ActFilter) => ({
  ...rest,
  sort: sort === "newest" ? undefined : sort,
});

export const isFilteredActs = ({ sort: _, ...rest }: ActFilter): boolean => Object.values(rest).some(Boolean);
