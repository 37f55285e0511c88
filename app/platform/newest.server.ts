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
  /** How many of the newest were looked through. */
  looked: number;
  /** There may be others below this number; null if there are none. */
  further: number | null;
  /** The index of terms was asked. */
  isRare: boolean;
}

type Read = Pick<Newest, "found" | "looked"> & { lowest: number; fitting: number };

/** A term found in more than one in so many scanned listings is frequent: the index would find too many. */
export const frequent = 100;

/**
 * The newest listings that fit. Common terms: scan the newest few thousand. Rare terms: use the index, which reads all
 * that fit. If a term is common but too few of its listings may be shown, the caller continues at `further`.
 */
export async function findNewest(search: Search): Promise<Newest> {
  const { listings, below, most, enough, walked } = search;
  const all = Prisma.sql`${listings} AND ${isBelow(below)}`;
  const walk = (length: number) => read(search, Prisma.sql`${all} ORDER BY l.number DESC LIMIT ${length}`);
  // A twentieth of the scan is enough for what most listings fit.
  const start = await walk(walked / 20);
  const isDone = start.found.length === most || start.looked < walked / 20;
  const { found, looked, lowest, fitting } = isDone ? start : await walk(walked);
  const walkedTo = (further: number | null) => ({ found, looked, further, isRare: false });
  if (found.length === most) return walkedTo(found.at(-1)?.number ?? null);
  if (looked < walked) return walkedTo(null);
  if (found.length >= enough || fitting > walked / frequent) return walkedTo(lowest);
  return { ...(await findByIndex(search)), looked, isRare: true };
}

/** By the index of terms alone, for what is known to be rare. */
export async function findByIndex(
  search: Pick<Search, "listings" | "fits" | "mayShow" | "below" | "most">,
): Promise<Pick<Newest, "found" | "further">> {
  const { listings, fits, below, most } = search;
  const { found } = await read(search, Prisma.sql`${listings} AND ${isBelow(below)} AND ${fits}`);
  return { found, further: found.length === most ? (found.at(-1)?.number ?? null) : null };
}

const isBelow = (below: number | null) =>
  below === null ? Prisma.sql`true` : Prisma.sql`l.number < ${below}`;

/** OFFSET 0: listings are checked in order until enough may be shown. */
async function read(
  { fits, mayShow, most }: Pick<Search, "fits" | "mayShow" | "most">,
  among: Prisma.Sql,
): Promise<Read> {
  const [row] = await db.$queryRaw<Read[]>`
    WITH among AS MATERIALIZED (SELECT l.id, l.number, ${fits} AS fits FROM (${among}) l),
    fitting AS MATERIALIZED (SELECT id, number FROM among WHERE fits ORDER BY number DESC),
    found AS (SELECT l.id, l.number FROM (SELECT * FROM fitting OFFSET 0) l WHERE ${mayShow} LIMIT ${most})
    SELECT (SELECT coalesce(json_agg(found ORDER BY number DESC), '[]') FROM found) AS found,
           (SELECT count(*)::int FROM among) AS looked, (SELECT min(number)::float8 FROM among) AS lowest,
           (SELECT count(*)::int FROM fitting) AS fitting`;
  if (!row) throw new Error("an aggregate always returns a row");
  return row;
}
