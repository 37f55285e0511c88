import type { CatalogEntry } from "~/features/catalog/catalog";

/** 'Video Editor' → 'Video editors', 'UI/UX Designer' → 'UI/UX designers'. */
export function peopleOf(service: string): string {
  const [first = "", ...rest] = service.split(" ");
  const lower = (word: string) => (isAcronym(word) ? word : word.toLowerCase());
  const head = isAcronym(first) ? first : `${first.slice(0, 1)}${first.slice(1).toLowerCase()}`;
  return `${[head, ...rest.map(lower)].join(" ")}s`;
}

/** What a page of the directory shows; null for all of them. */
export function directoryWords(service: CatalogEntry | null): string {
  return service ? peopleOf(service.name) : "All contributors";
}

/** Within a sentence: 'video editors', 'SEO specialists'. */
export function peopleWithin(service: string): string {
  const words = peopleOf(service);
  return isAcronym(words.split(" ")[0] ?? "") ? words : words.slice(0, 1).toLowerCase() + words.slice(1);
}

const isAcronym = (word: string) => /^[A-Z/]{2,}$/.test(word);

/** Of its page: 'video-editors'. */
export function slugOf(service: string): string {
  return peopleOf(service)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

/** Null for any other text. */
export function serviceOfSlug<Entry extends CatalogEntry>(
  services: readonly Entry[],
  slug: string,
): Entry | null {
  return services.find(({ name }) => slugOf(name) === slug) ?? null;
}
