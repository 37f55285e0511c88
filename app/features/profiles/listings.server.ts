import { highestAmount } from "~/features/catalog/amount";
import { db, Prisma } from "~/platform/db.server";

/** What to look for in people's listings. The comment on `person_listing_of` in profiles.sql describes the terms. */
export interface ListingQuery {
  wanted: "creator" | "contributor";
  /** A listing must have all of these. */
  terms: string[];
  /** A listing must have at least one of these, unless the list is empty. */
  services: string[];
  /** The range of prices as listings store them, unit and whole dollars in one number. Null for any price. */
  price: { from: number; to: number; edge: Edge | null } | null;
}

/**
 * Set if a bound isn't in whole dollars. Listings at that bound, `mark`, are then compared with the profile's exact
 * price, in cents.
 */
type Edge = { mark: number; most?: number; least?: number };

/** How many of the newest listings a search scans before it uses the index of terms. */
export const mostScanned = 6_000;

/** The `listings` of a search with `findNewest`. It reads only columns of the index, which saves reading the table. */
export const listedPeople = ({ wanted }: Pick<ListingQuery, "wanted">) => Prisma.sql`
  SELECT l.number, l.profile_id AS id, l.terms, l.price FROM person_listings l WHERE l.user_type = ${wanted}::user_type`;

/**
 * SQL condition: the listing `l` fits the query. The caller restricts it to the wanted type. `id` is SQL for
 * the ID of the listing's person. Everything but the exact price can use the index of terms.
 */
export function fits(
  { terms, services, price }: Omit<ListingQuery, "wanted">,
  id = Prisma.sql`l.id`,
): Prisma.Sql {
  const conditions = [
    ...(terms.length > 0 ? [Prisma.sql`l.terms @> ${terms}::text[]`] : []),
    ...(services.length > 0 ? [Prisma.sql`l.terms && ${services}::text[]`] : []),
    ...(price
      ? [
          Prisma.sql`l.price BETWEEN ${price.from} AND ${price.to} AND l.terms && price_bands(${price.from}, ${price.to})`,
        ]
      : []),
    ...(price?.edge
      ? [
          Prisma.sql`(l.price <> ${price.edge.mark} OR EXISTS (
            SELECT FROM profiles priced WHERE priced.id = ${id}
               AND priced.amount_low <= ${price.edge.most ?? highestAmount} AND priced.amount_high >= ${price.edge.least ?? 0}))`,
        ]
      : []),
  ];
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}

const mostTold = 200;

/**
 * The newest people who have started to fit a saved search since `after`, an ISO time. A price change alone
 * isn't a new result. `isMore` means that it stopped at the limit.
 * @param mayShow SQL condition on a profile `p`
 */
export async function findNewcomers(query: ListingQuery, after: string, mayShow: Prisma.Sql) {
  const { wanted, terms, services } = query;
  const people = await db.$queryRaw<{ id: string; full_name: string; service_ids: number[] }[]>`
    SELECT p.id, p.full_name, l.traits::json -> 0 AS service_ids
      FROM person_listings l JOIN profiles p ON p.id = l.profile_id
     WHERE l.user_type = ${wanted}::user_type AND ${fits(query, Prisma.sql`l.profile_id`)} AND l.changed_at > ${after}::timestamptz AND (
       SELECT max(own.since) FILTER (WHERE own.term = '*' OR own.term = ANY (${terms}::text[])) > ${after}::timestamptz
           OR min(own.since) FILTER (WHERE own.term = ANY (${services}::text[])) > ${after}::timestamptz
         FROM unnest(l.terms, l.since) AS own (term, since)) AND ${mayShow}
     ORDER BY l.number DESC LIMIT ${mostTold}`;
  return { people, isMore: people.length === mostTold };
}
