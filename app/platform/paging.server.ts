import { cursorOf, rankCursorOf, readCursor, readRankCursor, type TimeOrder } from "./cursor";
import { db, Prisma } from "./db.server";
import { plannedEachTime } from "./statement-names.server";

/** `next` is the cursor of the following page. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** @param rows one more than the page's `size` if there's a following page */
export function pageOf<Row>(rows: Row[], size: number, cursor: (row: Row) => string): Page<Row> {
  const rowsShown = rows.slice(0, size);
  const last = rowsShown.at(-1);
  return { rows: rowsShown, next: rows.length > size && last ? cursor(last) : null };
}

const batchSize = 500;

/** All rows of a list, read page by page as the caller consumes them. */
export async function* everyRow<Row>(
  read: (after: string | null, size: number) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  for (let after: string | null = null; ; ) {
    const { rows, next }: Page<Row> = await read(after, batchSize);
    yield* rows;
    if (next === null) return;
    after = next;
  }
}

/** How many rows a filter leaves determines whether the list's own index or another one is faster. */
const byValues = Prisma.raw(plannedEachTime);

/** Counting stops here, because every view of a list counts its rows. */
const mostCounted = 200;
/** For statements with their own limit. */
export const countLimit = mostCounted + 1;

/** `isMore` means that there are more than `count`. */
export interface Count {
  count: number;
  isMore: boolean;
}

/**
 * @param select must be in the list's order; otherwise, PostgreSQL would read the whole table to find the first few
 * rows
 */
export async function countRows(select: Prisma.Sql): Promise<Count> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (${select} LIMIT ${countLimit}) found ${byValues}`;
  return countOf(row?.count ?? 0);
}

/** @param found at most `countLimit` */
export const countOf = (found: number): Count => ({
  count: Math.min(found, mostCounted),
  isMore: found > mostCounted,
});

/** A case's position among those waiting for a decision, in the list's order. */
export interface QueuePlace extends Count {
  /** Starts at 1. Null if the case has been decided, or if it's too far back to be counted. */
  at: number | null;
  previous: string | null;
  /** The first few cases after this one. */
  next: string[];
  /**
   * The next case after a decision, or the first one that was skipped if there's no next one. Null if no cases are
   * waiting.
   */
  following: string | null;
}

const mostNext = 5;

/**
 * @param select `id` and `waits`, in the list's order: the waiting cases, plus this one, which keeps its
 * place after it's decided
 */
export async function placeOf(id: string, select: Prisma.Sql): Promise<QueuePlace> {
  const rows = await db.$queryRaw<{ id: string; waits: boolean }[]>`${select} LIMIT ${countLimit}`;
  const here = rows.findIndex((row) => row.id === id);
  const waiting = rows.filter((row) => row.waits);
  const others = (some: typeof rows) => some.filter((row) => row.waits && row.id !== id).map((row) => row.id);
  const next = here < 0 ? [] : others(rows.slice(here + 1));
  const at = waiting.findIndex((row) => row.id === id) + 1;
  return {
    ...countOf(waiting.length),
    at: at || null,
    previous: others(rows.slice(0, Math.max(here, 0))).at(-1) ?? null,
    next: next.slice(0, mostNext),
    following: next[0] ?? others(rows)[0] ?? null,
  };
}

/**
 * Orders a list by a timestamp and an ID, and leaves out earlier pages.
 * @param columns the last columns of the index
 */
export function byTime(columns: { at: string; id: string }, order: TimeOrder, after: string | null) {
  const [at, id] = [Prisma.raw(columns.at), Prisma.raw(columns.id)];
  const [time, rowId] = readCursor(after, order);
  const [beyond, direction] = directions[order];
  return {
    isAfter: Prisma.sql`(${at}, ${id}) ${beyond} (${time}::timestamptz, ${rowId}::uuid)`,
    orderBy: Prisma.sql`${byValues} ORDER BY ${at} ${direction}, ${id} ${direction}`,
    cursor: (row: { at: Date; id: string }) => cursorOf(row.at, row.id),
  };
}

/** Like `byTime`, but sorts by a number first. */
export function byRank(
  columns: { rank: string; at: string; id: string },
  order: TimeOrder,
  after: string | null,
) {
  const [rank, at, id] = [Prisma.raw(columns.rank), Prisma.raw(columns.at), Prisma.raw(columns.id)];
  const [number, time, rowId] = readRankCursor(after, order);
  const [beyond, direction] = directions[order];
  return {
    isAfter: Prisma.sql`(${rank}, ${at}, ${id}) ${beyond} (${number}::int, ${time}::timestamptz, ${rowId}::uuid)`,
    orderBy: Prisma.sql`${byValues} ORDER BY ${rank} ${direction}, ${at} ${direction}, ${id} ${direction}`,
    cursor: (row: { rank: number; at: Date; id: string }) => rankCursorOf(row.rank, row.at, row.id),
  };
}

const directions = {
  newest: [Prisma.raw("<"), Prisma.raw("DESC")],
  oldest: [Prisma.raw(">"), Prisma.raw("ASC")],
} as const;

/** @param column has an index on its `lower()` with collation "C" */
export function beginsWith(column: string, text: string): Prisma.Sql {
  const key = Prisma.raw(`lower(${column}) COLLATE "C"`);
  return Prisma.sql`(${key} >= lower(${text}::text) COLLATE "C"
    AND ${key} < (lower(${text}::text) || U&'\\+10FFFD') COLLATE "C")`;
}
