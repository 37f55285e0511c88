export const searchKinds = ["people", "projects"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchPaces = ["daily", "weekly", "off"] as const;
export type SearchPace = (typeof searchPaces)[number];

export const searchPaceLabels: Readonly<Record<SearchPace, string>> = {
  daily: "Daily",
  weekly: "Weekly",
  off: "Off",
};

/** Searches of one person; characters of a name. */
export const searchLimits = { each: 10, name: 80 } as const;

/** '1 new person', '3 new projects'. */
export function resultWords(kind: SearchKind, count: number): string {
  const [one, many] = kind === "people" ? ["person", "people"] : ["project", "projects"];
  return `${count} new ${count === 1 ? one : many}`;
}
