/** Parses IDs and counts from URLs, forms and cookies. Imports nothing. */

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** In lowercase, as stored. Null for anything else, because PostgreSQL would reject it with an error. */
export function parseId(text: unknown): string | null {
  const id = typeof text === "string" ? text.toLowerCase() : "";
  return uuid.test(id) ? id : null;
}

/** Whether a text is an ID in the stored spelling. */
export function isId(text: string): boolean {
  return parseId(text) === text;
}

/** Replaces each ID with ":id", in either case. */
export function hideIds(text: string): string {
  return text.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, ":id");
}

/** PostgreSQL's largest `integer`. */
const largest = 2 ** 31 - 1;

/** A positive whole number, in digits. Null for anything else, or if it's too large for a column. */
export function parseCount(text: unknown): number | null {
  if (typeof text !== "string" || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const count = Number(text);
  return count <= largest ? count : null;
}

/** For browsers: crypto.randomUUID exists only over HTTPS. */
export function newId(): string {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
