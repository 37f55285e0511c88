/** How a list stands in its address: what is searched for, filters, order. What is malformed counts as absent. */

/** As long as the longest address. */
export const longestSearch = 320;

/** On one line. PostgreSQL rejects NUL. */
export const tidied = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

export const searchIn = (query: URLSearchParams, name = "q"): string =>
  tidied(query.get(name) ?? "").slice(0, longestSearch);

/** Empty for what is none of the words. */
export function oneOf<Name extends string>(
  words: Readonly<Record<Name, unknown>>,
  text: string | null,
): Name | "" {
  return text && Object.hasOwn(words, text) ? (text as Name) : "";
}

export const timeOrders = { newest: "Newest first", oldest: "Oldest first" } as const;
export type TimeOrder = keyof typeof timeOrders;

/** For a `Select`. */
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
