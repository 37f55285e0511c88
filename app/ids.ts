/** Reads ids and counts out of addresses, forms and cookies. Imports nothing. */

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** An id as it is stored and compared, in lower case; null for anything else, which PostgreSQL would answer with an error. */
export function parseId(text: unknown): string | null {
  const id = typeof text === "string" ? text.toLowerCase() : "";
  return uuid.test(id) ? id : null;
}

/** Whether a text is an id in its stored spelling. */
export function isId(text: string): boolean {
  return parseId(text) === text;
}

/** A text with ':id' in the place of each id in it, however it is spelt. */
export function hideIds(text: string): string {
  return text.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, ":id");
}

/** The largest `integer` of PostgreSQL. */
const largest = 2 ** 31 - 1;

/** A whole number from 1 to what a column holds, written in digits; null for anything else. */
export function parseCount(text: unknown): number | null {
  if (typeof text !== "string" || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const count = Number(text);
  return count <= largest ? count : null;
}
