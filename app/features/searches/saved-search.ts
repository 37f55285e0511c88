export const searchKinds = ["people", "directory", "projects"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchKindLabels: Readonly<Record<SearchKind, string>> = {
  people: "People in Discover",
  directory: "Directory",
  projects: "Projects",
};

export const searchPaces = ["daily", "weekly", "off"] as const;
export type SearchPace = (typeof searchPaces)[number];

export const searchPaceLabels: Readonly<Record<SearchPace, string>> = {
  daily: "Daily",
  weekly: "Weekly",
  off: "Off",
};

/** Searches of one person; characters of a name. */
export const searchLimits = { each: 10, name: 80 } as const;

const resultNames: Readonly<Record<SearchKind, readonly [one: string, many: string]>> = {
  people: ["person", "people"],
  directory: ["contributor", "contributors"],
  projects: ["project", "projects"],
};

/** '1 new person', '3 new projects'. */
export function resultWords(kind: SearchKind, count: number): string {
  const [one, many] = resultNames[kind];
  return `${count} new ${count === 1 ? one : many}`;
}
