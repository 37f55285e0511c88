import type { CatalogEntry } from "~/features/catalog/catalog";
import { parseCount } from "~/ids";

/** A null service stands for all services. */
export interface DirectoryFilter {
  service: CatalogEntry | null;
}

/** The filter as a saved search's query. Unlike the URL of a page, it has the service's ID. */
export function directoryQuery({ service }: { service: Pick<CatalogEntry, "id"> | null }) {
  return { service: service?.id ?? "all" };
}

/** Reads a saved search's query. Null if it names neither 'all' nor a service in the catalog. */
export function readDirectoryFilter(
  query: URLSearchParams,
  names: Readonly<Record<number, string>>,
): DirectoryFilter | null {
  const chosen = query.get("service");
  if (chosen === "all") return { service: null };
  const id = parseCount(chosen);
  const name = id === null ? undefined : names[id];
  return id === null || name === undefined ? null : { service: { id, name } };
}

export type DirectorySort = "work" | "new";

export const directorySortLabels: Record<DirectorySort, string> = {
  work: "Work first",
  new: "Newest first",
};

/** From a page's query; anything unknown means the default order. */
export function readDirectorySort(text: string | null): DirectorySort {
  return text === "new" ? "new" : "work";
}

/** A page starts after this row. */
export interface DirectoryCursor {
  hasCover: boolean;
  number: number;
}

/** "w120" after a listing with a picture, "n120" after one without. */
export function directoryCursorOf({ hasCover, number }: DirectoryCursor): string {
  return `${hasCover ? "w" : "n"}${number}`;
}

/** Null if it's malformed, so that the page starts at the beginning. */
export function readDirectoryCursor(text: string | null): DirectoryCursor | null {
  const [, kind, number] = /^([wn])(\d{1,16})$/.exec(text ?? "") ?? [];
  return kind && number ? { hasCover: kind === "w", number: Number(number) } : null;
}

/** 'Video Editor' → 'Video editors', 'UI/UX Designer' → 'UI/UX designers'. */
export function peopleOf(service: string): string {
  const [first = "", ...rest] = service.split(" ");
  const lower = (word: string) => (isAcronym(word) ? word : word.toLowerCase());
  const head = isAcronym(first) ? first : `${first.slice(0, 1)}${first.slice(1).toLowerCase()}`;
  return `${[head, ...rest.map(lower)].join(" ")}s`;
}

/** Describes a page of the directory; null means all services. */
export function directoryWords(service: CatalogEntry | null): string {
  return service ? peopleOf(service.name) : "All contributors";
}

/** Within a sentence: 'video editors', 'SEO specialists'. */
export function peopleWithin(service: string): string {
  const words = peopleOf(service);
  return isAcronym(words.split(" ")[0] ?? "") ? words : words.slice(0, 1).toLowerCase() + words.slice(1);
}

/** The same in the singular: 'video editor', 'SEO specialist'. */
export const personWithin = (service: string): string => peopleWithin(service).slice(0, -1);

const isAcronym = (word: string) => /^[A-Z/]{2,}$/.test(word);

/** The service's name in its URL: 'video-editors'. */
export function slugOf(service: string): string {
  return peopleOf(service)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

export function serviceOfSlug<Entry extends CatalogEntry>(
  services: readonly Entry[],
  slug: string,
): Entry | null {
  return services.find(({ name }) => slugOf(name) === slug) ?? null;
}

/** Members aren't counted beyond this. */
export const mostMembers = 10_000;
