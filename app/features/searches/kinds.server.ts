import { type Actor, isContributor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import {
  type DeckFilter,
  deckQuery,
  filterWords as deckWords,
  isFiltered as isDeckFiltered,
  knownFilter,
} from "~/features/discovery/deck-filter";
import { readDeckFilter } from "~/features/discovery/deck-filter.schema";
import { findNewPeople, newestPerson } from "~/features/discovery/finding-new.server";
import { findNewProjects, newestProject } from "~/features/projects/finding-new.server";
import {
  filterQuery,
  isFiltered as isProjectFiltered,
  type ProjectFilter,
  filterWords as projectWords,
  readFilter,
} from "~/features/projects/project-filter";
import { isApproved } from "~/features/visibility/standing";
import { paths } from "~/paths";
import type { SearchKind } from "./saved-search";

/** What is saved. */
export type SavedFilter =
  | { kind: "people"; filter: DeckFilter }
  | { kind: "projects"; filter: ProjectFilter };

export interface SearchResult {
  id: string;
  text: string;
  href: string;
}

/** Whether the actor has the page that a kind of search is on. */
export function canSearch(actor: Actor, kind: SearchKind): boolean {
  if (kind === "projects") return isContributor(actor);
  return actor.userType !== null && (!isContributor(actor) || isApproved(actor.contributorStatus));
}

/** From a page's query; null if nothing is narrowed. What is malformed does not filter. */
export async function readSavedFilter(kind: SearchKind, query: URLSearchParams): Promise<SavedFilter | null> {
  if (kind === "people") {
    const filter = knownFilter(readDeckFilter(query), (await listCatalog()).byId);
    return isDeckFiltered(filter) ? { kind, filter } : null;
  }
  // Only open projects are new ones.
  const filter = { ...readFilter(query), status: null };
  return isProjectFiltered(filter) ? { kind, filter } : null;
}

/** The page with the results. Equal filters have one address. */
export function addressOf(saved: SavedFilter): string {
  return saved.kind === "people"
    ? paths.discover(deckQuery(sorted(saved.filter)))
    : paths.projects(filterQuery(saved.filter));
}

const inOrder = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const sorted = (filter: DeckFilter): DeckFilter => ({
  ...filter,
  toolIds: inOrder(filter.toolIds),
  styleIds: inOrder(filter.styleIds),
});

export async function wordsOf(saved: SavedFilter, asContributor: boolean): Promise<string> {
  const { byId } = await listCatalog();
  const words =
    saved.kind === "people" ? deckWords(saved.filter, byId, asContributor) : projectWords(saved.filter, byId);
  return words.join(" · ");
}

/** Up to which number everything is there already. */
export function newestOf(kind: SearchKind): Promise<bigint> {
  return kind === "people" ? newestPerson() : newestProject();
}

/** What was listed after a number, as its owner may see it at this moment, newest first. */
export async function findNew(
  owner: { userId: string },
  saved: SavedFilter,
  after: bigint,
): Promise<{ results: SearchResult[]; upTo: bigint }> {
  if (saved.kind === "people") {
    const { people, upTo } = await findNewPeople(owner, saved.filter, after);
    const results = people.map(({ personId, name, services }) => ({
      id: personId,
      text: [name, services.slice(0, 3).join(", ")].filter(Boolean).join(": "),
      href: paths.profile(personId),
    }));
    return { results, upTo };
  }
  const { projects, upTo } = await findNewProjects(owner, saved.filter, after);
  return { results: projects.map(({ id, title }) => ({ id, text: title, href: paths.project(id) })), upTo };
}
