import { type Actor, isContributor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import {
  type DirectoryFilter,
  directoryQuery,
  directoryWords,
  readDirectoryFilter,
  slugOf,
} from "~/features/directory/directory";
import { findNewContributors } from "~/features/directory/listing.server";
import {
  type DeckFilter,
  deckQuery,
  filterWords as deckWords,
  isAdvanced,
  isFiltered as isDeckFiltered,
  knownFilter,
} from "~/features/discovery/deck-filter";
import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { findNewPeople } from "~/features/discovery/finding.server";
import { hasProFeatures } from "~/features/plans/plan";
import { planOf } from "~/features/plans/plan-in-force.server";
import { findNewProjects } from "~/features/projects/browsing.server";
import {
  filterQuery,
  isFiltered as isProjectFiltered,
  type ProjectFilter,
  filterWords as projectWords,
  readFilter,
} from "~/features/projects/project-filter";
import { isApproved } from "~/features/visibility/standing";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { personWords, type SearchKind } from "./saved-search";

export type SavedFilter =
  | { kind: "people"; filter: DeckFilter }
  | { kind: "directory"; filter: DirectoryFilter }
  | { kind: "projects"; filter: ProjectFilter };

export interface SearchResult {
  id: string;
  text: string;
  href: string;
}

/** Whether the actor has access to the page that this kind of search is on. */
export function canSearch(actor: Actor, kind: SearchKind): boolean {
  if (kind === "directory") return true;
  if (kind === "projects") return isContributor(actor);
  return actor.userType !== null && (!isContributor(actor) || isApproved(actor.contributorStatus));
}

/** For a creator, filters other than the service are part of a plan. */
export async function mayUseAdvanced(actor: Actor): Promise<boolean> {
  return isContributor(actor) || hasProFeatures((await planOf(actor)).plan);
}

/**
 * Whether the filter has parts that a plan may exclude. Without the plan, the page ignores them, and a saved search
 * finds no one.
 */
export function needsAdvanced(saved: SavedFilter): boolean {
  return saved.kind === "people" && isAdvanced(saved.filter);
}

/**
 * Reads a page's query. Null unless it narrows something or names a part of the directory. Ignores malformed values.
 */
export async function readSavedFilter(kind: SearchKind, query: URLSearchParams): Promise<SavedFilter | null> {
  if (kind === "directory") {
    const filter = readDirectoryFilter(query, (await listCatalog()).byId.services);
    return filter && { kind, filter };
  }
  if (kind === "people") {
    const filter = { ...knownFilter(readDeckFilter(query), (await listCatalog()).byId), from: null };
    return isDeckFiltered(filter) ? { kind, filter } : null;
  }
  // A search finds only new projects that are open, so it has no status.
  const filter = { ...readFilter(query), status: null };
  return isProjectFiltered(filter) ? { kind, filter } : null;
}

/** The page that shows the results. */
export function addressOf(saved: SavedFilter): string {
  switch (saved.kind) {
    case "people":
      return paths.discover(deckQuery(sorted(saved.filter)));
    case "directory": {
      const { service } = saved.filter;
      const newest = { sort: "new" } as const;
      return service ? sitePaths.contributorsOf(slugOf(service.name), newest) : paths.contributors(newest);
    }
    case "projects":
      return paths.projects(filterQuery(saved.filter));
  }
}

/** The canonical query, as it's stored and sent. The inverse of `readSavedFilter`. */
export function queryOf(saved: SavedFilter): string {
  const address =
    saved.kind === "directory" ? paths.newSearch(saved.kind, directoryQuery(saved.filter)) : addressOf(saved);
  return new URL(address, "http://x").search;
}

const inOrder = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const sorted = (filter: DeckFilter): DeckFilter => ({
  ...filter,
  toolIds: inOrder(filter.toolIds),
  styleIds: inOrder(filter.styleIds),
});

export async function wordsOf(saved: SavedFilter, asContributor: boolean): Promise<string> {
  if (saved.kind === "directory") return directoryWords(saved.filter.service);
  const { byId } = await listCatalog();
  const words =
    saved.kind === "people" ? deckWords(saved.filter, byId, asContributor) : projectWords(saved.filter, byId);
  return words.join(" · ");
}

/** New results since a given time, as the owner may see them now, newest first. `isMore`: there may be older ones. */
export async function findNew(
  owner: { userId: string },
  saved: SavedFilter,
  after: string,
): Promise<{ results: SearchResult[]; isMore: boolean }> {
  if (saved.kind === "projects") {
    const { projects, isMore } = await findNewProjects(owner, saved.filter, after);
    const results = projects.map(({ id, title }) => ({ id, text: title, href: paths.project(id) }));
    return { results, isMore };
  }
  const { people, isMore } =
    saved.kind === "people"
      ? await findNewPeople(owner, saved.filter, after)
      : await findNewContributors(owner, saved.filter.service?.id ?? null, after);
  const results = people.map(({ personId, name, services }) => ({
    id: personId,
    text: personWords(name, services),
    href: paths.profile(personId),
  }));
  return { results, isMore };
}
