import { db, Prisma } from "./db.server";

/** A search over listings `l`, which have IDs, increasing numbers, and terms in a GIN index. */
export interface Search {
  /**
   * A SELECT of `id`, `number` and the columns that `fits` uses, with FROM and WHERE. More conditions are appended to
   * it.
   */
  listings: Prisma.Sql;
  /** A condition on a listing `l` that the index of terms can serve. */
  fits: Prisma.Sql;
  /** A condition on a matching listing `l`, checked row by row, newest first, until `most` have passed. */
  mayShow: Prisma.Sql;
  /** Considers only listings with lower numbers. Null for all listings. */
  below: number | null;
  most: number;
  /** If the newest listings contain fewer matches than this, the search uses the index. */
  enough: number;
  /** How many of the newest listings to scan first. */
  scanned: number;
}

export interface Newest {
  /** Sorted newest first. */
  found: { id: string; number: number }[];
  /** How many of the newest listings were scanned; 0 if `most` were found before the scan ended. */
  looked: number;
  /** There may be more matches below this number; null if there are none. */
  further: number | null;
  /** Whether the index of terms was used. */
  isRare: boolean;
}

/** `counts` is null if `most` were found before the scan ended. */
type Read = Pick<Newest, "found"> & { counts: { looked: number; lowest: number; fitting: number } | null };

/**
 * A term counts as frequent if more than one in this many scanned listings has it. The index would return too many rows
 * for it.
 */
export const frequent = 100;

/**
 * Finds the newest listings that match. For common terms it scans the newest few thousand; for rare terms it
 * uses the index, which reads every match. If a term is common but too few of its listings may be shown, the
 * caller continues at `further`.
 */
export async function findNewest(search: Search): Promise<Newest> {
  const { listings, below, enough, scanned } = search;
  const newest = Prisma.sql`${listings} AND ${isBelow(below)} ORDER BY l.number DESC LIMIT ${scanned}`;
  const { found, counts } = await read(search, newest);
  if (!counts) return { found, looked: 0, further: found.at(-1)?.number ?? null, isRare: false };
  const { looked, lowest, fitting } = counts;
  const scannedTo = (further: number | null) => ({ found, looked, further, isRare: false });
  if (looked < scanned) return scannedTo(null);
  if (found.length >= enough || fitting > scanned / frequent) return scannedTo(lowest);
  return { ...(await findByIndex(search)), looked, isRare: true };
}

/** Searches only the index, for terms that are known to be rare. */
export async function findByIndex(
  search: Pick<Search, "listings" | "fits" | "mayShow" | "below" | "most">,
): Promise<Pick<Newest, "found" | "further">> {
  const { listings, fits, below } = search;
  const fitting = Prisma.sql`${listings} AND ${isBelow(below)} AND ${fits} ORDER BY l.number DESC`;
  const { found, counts } = await read(search, fitting);
  return { found, further: counts ? null : (found.at(-1)?.number ?? null) };
}

const isBelow = (below: number | null) =>
  below === null ? Prisma.sql`true` : Prisma.sql`l.number < ${below}`;

/**
 * `among` must return its rows in order. PostgreSQL reads a WITH only as far as it's consumed, so the scan ends,
 * without counting anything, once `most` are found.
 */
async function read(
  { fits, mayShow, most }: Pick<Search, "fits" | "mayShow" | "most">,
  among: Prisma.Sql,
): Promise<Read> {
  const [row] = await db.$queryRaw<Read[]>`
    WITH among AS MATERIALIZED (SELECT l.id, l.number, ${fits} AS fits FROM (${among}) l),
    fitting AS MATERIALIZED (SELECT id, number FROM among WHERE fits),
    found AS MATERIALIZED (SELECT l.id, l.number FROM (SELECT * FROM fitting OFFSET 0) l WHERE ${mayShow} LIMIT ${most})
    SELECT (SELECT coalesce(json_agg(found ORDER BY number DESC), '[]') FROM found) AS found,
           CASE WHEN (SELECT count(*) FROM found) < ${most} THEN (
             SELECT json_build_object('looked', count(*), 'lowest', min(number), 'fitting', (SELECT count(*) FROM fitting))
               FROM among) END AS counts`;
  if (!row) throw new Error("an aggregate returned no row");
  return row;
}
