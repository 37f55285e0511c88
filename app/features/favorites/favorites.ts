import { plansWithProFeatures, type UsageView } from "~/features/plans/plan";
import { availabilityLabels } from "~/features/profiles/profile";
import { isId, parseCount, parseId } from "~/ids";
import { mostTicked } from "~/ui/comparing";

/** The database checks the same limits, except for the number of lists. */
export const favoriteLimits = { note: 2_000, listName: 60, lists: 50 } as const;

export const listErrors = {
  plan: `Named lists come with ${plansWithProFeatures}.`,
  taken: "You already have a list with this name.",
  "most-lists": `You've reached the limit of ${favoriteLimits.lists} lists. Delete one to create another.`,
};

/** What a page needs for its Save buttons. */
export interface SavingOffer extends Pick<UsageView, "used" | "limit"> {
  /** People who are already saved. */
  saved: string[];
}

/**
 * The people who are selected for a comparison, from a page's query. A form repeats the parameter, and a link joins the
 * values.
 */
export function readTicked(query: URLSearchParams): string[] {
  const ids = query.getAll("with").flatMap((text) => text.split(" "));
  return [...new Set(ids)].filter(isId).slice(0, mostTicked);
}

/** For `paths.saved` and `paths.compareFavorites`. */
export const tickedQuery = (ticked: readonly string[]) => ({ with: ticked.join(" ") || undefined });

export const savedSorts = ["newest", "match", "name"] as const;
export type SavedSort = (typeof savedSorts)[number];
export const savedSortLabels: Record<SavedSort, string> = {
  newest: "Recently saved",
  match: "Best match",
  name: "Name",
};

/** Null means any. */
export interface SavedFilter {
  listId: string | null;
  serviceId: number | null;
  availability: string | null;
  sort: SavedSort;
}

/** From a page's query. Malformed parts are ignored. */
export function readSavedFilter(query: URLSearchParams): SavedFilter {
  const availability = query.get("availability") ?? "";
  return {
    listId: parseId(query.get("list")),
    serviceId: parseCount(query.get("service")),
    availability: Object.hasOwn(availabilityLabels, availability) ? availability : null,
    sort: savedSorts.find((sort) => sort === query.get("sort")) ?? "newest",
  };
}

/** For `paths.saved`. */
export function savedQuery({ listId, serviceId, availability, sort }: SavedFilter) {
  return {
    list: listId ?? undefined,
    service: serviceId ?? undefined,
    availability: availability ?? undefined,
    sort: sort === "newest" ? undefined : sort,
  };
}

/** Whether the filter may leave anyone out. The sort order never does. */
export function isNarrowed({ listId, serviceId, availability }: SavedFilter): boolean {
  return listId !== null || serviceId !== null || availability !== null;
}
