const pattern = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;

/** Before everything, for a list that goes from the newest back. */
const start = ["infinity", "00000000-0000-0000-0000-000000000000"] as const;

/** What a page's `next` is: the time and the id of its last row. */
export function cursorOf(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`;
}

/**
 * Where a list goes on, from the `next` of the page before, as a time and an id that PostgreSQL can read. Anything
 * else, as an address may hold, is the start.
 */
export function readCursor(text: string | null): readonly [time: string, id: string] {
  const [, time = "", id = ""] = pattern.exec(text ?? "") ?? [];
  // As JavaScript reads it: PostgreSQL knows no 30th of February, and no year 0.
  const at = Date.parse(time);
  return at > 0 ? [new Date(at).toISOString(), id] : start;
}
