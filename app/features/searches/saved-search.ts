import { shortList } from "~/ui/short-list";

export const searchKinds = ["people", "directory", "projects"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchKindLabels: Readonly<Record<SearchKind, string>> = {
  people: "People in Discover",
  directory: "Contributors",
  projects: "Projects",
};

export const searchPaces = ["daily", "weekly", "off"] as const;
export type SearchPace = (typeof searchPaces)[number];

export const searchPaceLabels: Readonly<Record<SearchPace, string>> = {
  daily: "Daily",
  weekly: "Weekly",
  off: "Off",
};

/** How many searches a person may have, and how many characters a name may have. */
export const searchLimits = { each: 10, name: 80 } as const;

const resultNames: Readonly<Record<SearchKind, readonly [one: string, many: string]>> = {
  people: ["person", "people"],
  directory: ["contributor", "contributors"],
  projects: ["project", "projects"],
};

/** "1 new person", "3 new projects", or "200+ new people" if there may be more. */
export function resultWords(kind: SearchKind, count: number, isMore: boolean): string {
  const [one, many] = resultNames[kind];
  return isMore ? `${count}+ new ${many}` : `${count} new ${count === 1 ? one : many}`;
}

/** A person in an email's list: "Ada Cut: Editing, Sound, Color +2 more". */
export const personWords = (name: string, services: readonly string[]) =>
  [name, shortList(services)].filter(Boolean).join(": ");
