import { parseId } from "../ids";

const pattern = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(.{36})$/;

/** The order of a list that's sorted by time. */
export type TimeOrder = "newest" | "oldest";

const noId = "00000000-0000-0000-0000-000000000000";
const starts = { newest: ["infinity", noId], oldest: ["-infinity", noId] } as const;

/** A page's `next`: the time and ID of its last row. */
export function cursorOf(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`;
}

/** Malformed cursors start at the beginning. */
export function readCursor(
  text: string | null,
  order: TimeOrder = "newest",
): readonly [time: string, id: string] {
  const [, time = "", id = ""] = pattern.exec(text ?? "") ?? [];
  // PostgreSQL rejects February 30 and the year 0.
  const at = Date.parse(time);
  const rowId = parseId(id);
  return at > 0 && rowId ? [new Date(at).toISOString(), rowId] : starts[order];
}

/** A cursor for a list sorted by a number up to 999,999,999, then by time, both in the same direction. */
export function rankCursorOf(rank: number, at: Date, id: string): string {
  return `${rank}_${cursorOf(at, id)}`;
}

/** Malformed cursors start at the beginning. */
export function readRankCursor(
  text: string | null,
  order: TimeOrder,
): readonly [rank: number, time: string, id: string] {
  const [, rank = "", rest = ""] = /^(\d{1,9})_(.+)$/.exec(text ?? "") ?? [];
  const [time, id] = readCursor(rest, order);
  if (!time.endsWith("infinity")) return [Number(rank), time, id];
  return [order === "newest" ? 1_000_000_000 : -1, time, id];
}

/** A cursor for a list sorted by percentage, best first. */
export function percentCursorOf(percent: number, id: string): string {
  return `${percent}_${id}`;
}

/** Malformed cursors start at the beginning. */
export function readPercentCursor(text: string | null): readonly [percent: number, id: string] {
  const [, percent = "", id = ""] = /^(\d{1,2})_(.{36})$/.exec(text ?? "") ?? [];
  const rowId = parseId(id);
  return rowId ? [Number(percent), rowId] : [100, noId];
}
