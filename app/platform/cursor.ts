import { parseId } from "../ids";

const pattern = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(.{36})$/;

/** The start of a list sorted newest first. */
const start = ["infinity", "00000000-0000-0000-0000-000000000000"] as const;

/** The cursor that a page returns as `next`: the time and the id of its last row. */
export function cursorOf(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`;
}

/**
 * Reads a cursor from a URL as a time and an id that PostgreSQL accepts. Anything malformed is the start of the list.
 */
export function readCursor(text: string | null): readonly [time: string, id: string] {
  const [, time = "", id = ""] = pattern.exec(text ?? "") ?? [];
  // Validated by JavaScript first: PostgreSQL rejects February 30 and the year 0.
  const at = Date.parse(time);
  const rowId = parseId(id);
  return at > 0 && rowId ? [new Date(at).toISOString(), rowId] : start;
}
