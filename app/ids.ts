/** Parses ids and counts from URLs, forms and cookies. Imports nothing. */

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * An id in lower case, as stored and compared. Null for anything else, which PostgreSQL would reject with an error.
 */
export function parseId(text: unknown): string | null {
  const id = typeof text === "string" ? text.toLowerCase() : "";
  return uuid.test(id) ? id : null;
}

/** Whether a text is an id as stored. */
export function isId(text: string): boolean {
  return parseId(text) === text;
}

/** Replaces each id in a text with ':id', in either case. */
export function hideIds(text: string): string {
  return text.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, ":id");
}

/** PostgreSQL's largest `integer`. */
const largest = 2 ** 31 - 1;

/** A whole number in digits, from 1 to the largest a column holds; null for anything else. */
export function parseCount(text: unknown): number | null {
  if (typeof text !== "string" || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const count = Number(text);
  return count <= largest ? count : null;
}
