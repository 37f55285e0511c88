interface Loaded {
  loaderData: object;
  actionData: object | null | undefined;
  /** Remix modifies the errors while it encodes them. */
  errors: object | null | undefined;
}

/** What JSON can't hold: special types, undefined in a list, and numbers that aren't finite. */
const isMore = /\["|[[,]-[12346-7]|:-[12346]/;

/**
 * The page's data as JSON. Remix's encoding numbers each value, which brotli can't compress. Nested JSON makes pages
 * 200 to 1,800 bytes smaller. Data that JSON can't hold stays in Remix's encoding.
 */
export function plainData({ loaderData, actionData, errors }: Loaded, encoded: string): string {
  return errors || isMore.test(encoded) ? encoded : JSON.stringify({ loaderData, actionData });
}

/** Remix's encoding of what `plainData` returned. */
export function encodedData(text: string): string {
  if (text.startsWith("[")) return text;
  const values: unknown[] = [];
  const add = (value: unknown): number => {
    if (value === null) return -5;
    const index = values.push(0) - 1;
    values[index] = Array.isArray(value)
      ? value.map(add)
      : typeof value === "object"
        ? Object.fromEntries(Object.entries(value as object).map(([key, one]) => [`_${add(key)}`, add(one)]))
        : value;
    return index;
  };
  add({ actionData: null, errors: null, ...JSON.parse(text) });
  return JSON.stringify(values);
}
