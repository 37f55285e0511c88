import { db, Prisma } from "./db.server";

/** A search among listings `l`, which have ids, numbers that grow, and terms under a GIN index. */
export interface Search {
  /** SELECT of `id`, `number` and what `fits` names, FROM and WHERE; conditions are added. */
  listings: Prisma.Sql;
  /** Condition on a listing `l`, which the index of terms serves. */
  fits: Prisma.Sql;
  /** Condition on a fitting listing `l`; checked one by one, newest first, until there are `most`. */
  mayShow: Prisma.Sql;
  /** Only listings with lower numbers are looked at; null for all. */
  below: number | null;
  most: number;
  /** If the newest listings hold fewer, the index is asked. */
  enough: number;
  /** How many of the newest are scanned first. */
  walked: number;
}

export interface Newest {
  /** Newest first. */
  found: { id: string; number: number }[];
  /** How many of the newest were looked through; 0 if `most` were found before their end. */
  looked: number;
  /** There may be others below this number; null if there are none. */
  further: number | null;
  /** The index of terms was asked. */
  isRare: boolean;
}

/** `counts`: null if `most` were found before the end. */
type Read = Pick<Newest, "found"> & { counts: { looked: number; lowest: number; fitting: number } | null };

/** A term found in more than one in so many scanned listings is frequent: the index would find too many. */
export const frequent = 100;

/**
 * The newest listings that fit. Common terms: scan the newest few thousand. Rare terms: use the index, which reads all
 * that fit. If a term is common but too few of its listings may be shown, the caller continues at `further`.
 */
export async function findNewest(search: Search): Promise<Newest> {
  const { listings, below, enough, walked } = search;
  const newest = Prisma.sql`${listings} AND ${isBelow(below)} ORDER BY l.number DESC LIMIT ${walked}`;
  const { found, counts } = await read(search, newest);
  if (!counts) return { found, looked: 0, further: found.at(-1)?.number ?? null, isRare: false };
  const { looked, lowest, fitting } = counts;
  const walkedTo = (further: number | null) => ({ found, looked, further, isRare: false });
  if (looked < walked) return walkedTo(null);
  if (found.length >= enough || fitting > walked / frequent) return walkedTo(lowest);
  return { ...(await findByIndex(search)), looked, isRare: true };
}

/** By the index of terms alone, for what is known to be rare. */
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
 * `among` is in order. PostgreSQL reads a WITH only as far as it is asked for, so that the scan ends when `most` are found,
 * and nothing is counted then.
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
  if (!row) throw new Error("an aggregate always returns a row");
  return row;
}
