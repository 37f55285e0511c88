import { jobDb, type Transaction, transaction } from "~/platform/db.server";
import { highestPrice } from "./deck-filter";
import type { Ask } from "./fitting.server";

/** Numbers of a block. A row with a bit for each is short enough to stay in its page. */
const blockSize = 8_192;
/** Rows, one for each term and block: read together, and read by a view that finds no one. */
const readAtOnce = 24;
const mostRead = 512;
/** Of prices: a contributor who costs at most one of these, or a creator who pays at least it, has its term. */
const amounts = [
  5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 600, 750, 1_000, 1_500,
  2_000, 3_000, 5_000, 10_000,
];

/**
 * The terms that blocks have of what is asked; none for one that is walked itself. Words of places are too many, and of
 * prices it is the nearest amount that leaves no one out.
 */
export function blockTermsOf({ wanted, terms, services, price_from, price_to }: Ask): string[] {
  const unit = Math.floor(price_from / (highestPrice + 1));
  const amount =
    wanted === "contributor"
      ? amounts.find((one) => one >= price_to % (highestPrice + 1))
      : amounts.findLast((one) => one <= price_from % (highestPrice + 1));
  const known = [
    ...terms.filter((term) => !term.startsWith("w")),
    ...(unit > 0 && amount !== undefined ? [`p${unit}-${amount}`] : []),
  ];
  const [only = "w"] = known;
  const isWalked = Math.max(terms.length, known.length) + services.length <= 1 && /^[stvw]/.test(only);
  return isWalked ? [] : known;
}

/** SQL. */
const highestBlock = (userType: string) => `(
  SELECT block FROM trait_blocks WHERE user_type = ${userType} AND term = '*' ORDER BY block DESC LIMIT 1)`;

/**
 * SQL: the row `ask` has `wanted`, `services`, `low` and `block_terms`. `resume.after_blocks` is the first number above all
 * blocks, `resume.number` the highest below that and below `low` whose person may fit. The newest block is read first,
 * others a few at once. If none of those that are read has one, it is the next number below them.
 */
export const resumeParts = `
asked AS MATERIALIZED (
  SELECT wanted, low, block_terms, any_terms, greatest(1, cardinality(block_terms || any_terms)) AS count,
         coalesce((${highestBlock("wanted")} + 1) * ${blockSize}::bigint, 0) AS after_blocks
    FROM (SELECT *, ARRAY(SELECT 's' || id FROM unnest(services) id) AS any_terms FROM ask OFFSET 0) own
), span AS MATERIALIZED (
  SELECT *, greatest(0, newest + 1 - ${mostRead} / count) AS oldest, greatest(1, ${readAtOnce} / count) AS step
    FROM (SELECT *, least(low, after_blocks) AS below, ((least(low, after_blocks) - 1) / ${blockSize})::int AS newest
            FROM asked OFFSET 0) start
), resume AS MATERIALIZED (
  SELECT after_blocks, CASE WHEN below <= 0 OR cardinality(block_terms || any_terms) = 0 THEN below - 1 ELSE coalesce((
    SELECT (block + 1) * ${blockSize}::bigint - position(B'1' IN bits)
      FROM generate_series(0, (newest - oldest + step - 1) / step) AS nth CROSS JOIN LATERAL (
        SELECT * FROM (
          SELECT block, bits << above >> above AS bits FROM (
            SELECT b.block, greatest(0, (b.block + 1) * ${blockSize}::bigint - below)::int AS above,
                   CASE WHEN cardinality(any_terms) = 0 THEN bit_and(b.bits)
                        WHEN cardinality(block_terms) = 0 THEN bit_or(b.bits)
                        ELSE bit_and(b.bits) FILTER (WHERE b.term = ANY (block_terms))
                             & bit_or(b.bits) FILTER (WHERE b.term = ANY (any_terms)) END AS bits
              FROM trait_blocks b
             WHERE b.user_type = wanted AND b.term = ANY (block_terms || any_terms)
               AND b.block BETWEEN greatest(oldest, newest - nth * step)
                               AND newest - CASE nth WHEN 0 THEN 0 ELSE 1 + (nth - 1) * step END
             GROUP BY b.block
            HAVING count(*) FILTER (WHERE b.term = ANY (block_terms)) = cardinality(block_terms)) whole OFFSET 0) rest
         WHERE bit_count(bits) > 0
         ORDER BY block DESC LIMIT 1) found
     LIMIT 1), oldest * ${blockSize}::bigint - 1) END AS number
    FROM span
)`;

/** Of a job that runs every ten minutes. */
const runsADay = 144;

/**
 * Makes the blocks whose numbers are all taken, and each one again within a day: bits of people who left or changed are
 * gone then. Run by a timer; safe to run concurrently.
 */
export async function sumUpTraits(): Promise<void> {
  const made = await jobDb.$queryRaw<{ block: number }[]>`
    SELECT block FROM trait_blocks WHERE term = '*' GROUP BY block ORDER BY min(made_at), block`;
  const [listed] = await jobDb.$queryRaw<{ end: number }[]>`
    SELECT coalesce(max(number) / ${blockSize}, 0)::int AS end FROM trait_listings`;
  const blocks = made.map(({ block }) => block);
  const again = blocks.slice(0, Math.ceil(blocks.length / runsADay));
  for (const block of again)
    await transaction(async (tx) => {
      await tx.traitBlock.deleteMany({ where: { block } });
      await sumUp(block, tx);
    }, jobDb);
  for (let block = Math.max(-1, ...blocks) + 1; block < (listed?.end ?? 0); block += 1) await sumUp(block);
}

const sumUp = (block: number, tx: Transaction = jobDb) => tx.$executeRawUnsafe(sumUpText, block, amounts);

/** $1 block, $2 amounts. Numbers appear in order: below one that is there, none is still to come. */
const sumUpText = `
  INSERT INTO trait_blocks (user_type, term, block, bits)
  SELECT l.user_type, own.term, $1::int, bit_or(set_bit(0::bit(${blockSize}), ${blockSize - 1} - (l.number % ${blockSize})::int, 1))
    FROM trait_listings l CROSS JOIN LATERAL (
      SELECT term FROM unnest(l.terms) AS term WHERE left(term, 1) <> 'w'
      UNION ALL
      SELECT 'p' || l.price / ${highestPrice + 1} || '-' || amount FROM unnest($2::int[]) AS amount
       WHERE l.price > 0 AND CASE l.user_type WHEN 'contributor' THEN l.price % ${highestPrice + 1} <= amount
                                              ELSE l.price % ${highestPrice + 1} >= amount END) own
   WHERE l.number >= $1::int * ${blockSize}::bigint AND l.number < ($1::int + 1) * ${blockSize}::bigint
   GROUP BY l.user_type, own.term
  ON CONFLICT DO NOTHING`;
