import type { Amount } from "~/features/catalog/amount";
import { fits, type ListingQuery, listedPeople, mostScanned } from "~/features/profiles/listings.server";
import { db, Prisma, readRows } from "~/platform/db.server";
import { findNewest } from "~/platform/newest.server";
import { byRank, likerPosition, lowestPercent, rankOf, scoreOf, type Traits } from "./score";

export interface DeckState {
  filter: number[];
  lowSeq: number;
  highSeq: number;
}

export interface Viewer {
  userId: string;
  traits: Traits;
  deck: DeckState | null;
}

/** Stop filling after this many new cards. */
const targetCount = 60;
/** How many people one scan may take from each source, so that filling a deck stays fast. */
const mostFound = 240;
/** Cards on a page. Repeated in `next_in_deck`. */
export const cardsShown = 3;
export const passReturnsAfterDays = 30;
/** Expired passes per scan, oldest first. */
const mostPassed = 2_000;

/**
 * The viewer's services, which a stored deck is filled for. [0] if the viewer hasn't chosen any, which means all
 * services.
 */
function filterOf(traits: Traits): number[] {
  return traits.serviceIds.length > 0 ? [...traits.serviceIds].sort((a, b) => a - b) : [0];
}

const queryOf = ({ traits }: Viewer): ListingQuery => ({
  wanted: traits.userType === "creator" ? "contributor" : "creator",
  terms: [],
  services: traits.serviceIds.map((id) => `s${id}`),
  price: null,
});

/**
 * Adds the next cards to a viewer's stored deck: people listed since the last time, older listings that
 * haven't been scanned yet, and people whose pass has expired. Listing numbers only grow; everything from
 * `lowSeq` to `highSeq` has been scanned.
 * @returns whether it added cards or another tab did; false if no one is left
 */
export async function fillDeck(viewer: Viewer): Promise<boolean> {
  const filter = filterOf(viewer.traits);
  let deck = viewer.deck;
  if (!deck || deck.filter.join() !== filter.join()) deck = await startDeck(viewer, filter);
  let added = 0;
  for (;;) {
    const scanned = await scan(viewer, deck);
    const hasChanges =
      scanned.people.length > 0 || scanned.lowSeq !== deck.lowSeq || scanned.highSeq !== deck.highSeq;
    const placed = hasChanges ? await addCards(viewer, deck, scanned) : 0;
    // Another tab has filled the deck in the meantime.
    if (scanned.people.length > 0 && placed === 0) return true;
    added += placed;
    deck = { ...deck, lowSeq: scanned.lowSeq, highSeq: scanned.highSeq };
    if (added >= targetCount || scanned.isEnd) return added > 0;
  }
}

/**
 * SQL for the highest listing number that's settled: all listings up to it are committed. A number is
 * assigned at the end of its transaction, so listings older than a minute are committed. Newer ones are
 * scanned again next time.
 */
const settled = (query: ListingQuery) => Prisma.sql`coalesce((
  SELECT number FROM person_listings
   WHERE user_type = ${query.wanted}::user_type AND changed_at < now() - interval '1 minute' ORDER BY number DESC LIMIT 1), 0)`;

/** Empties the deck except for people who like the viewer, and starts over at the newest listing. */
async function startDeck(viewer: Viewer, filter: number[]): Promise<DeckState> {
  const [row] = await db.$queryRaw<{ high: bigint }[]>`
    WITH gone AS (DELETE FROM deck_cards WHERE viewer_id = ${viewer.userId}::uuid AND NOT likes_you)
    INSERT INTO decks (viewer_id, filter, low_seq, high_seq, updated_at)
    SELECT ${viewer.userId}::uuid, ${filter}::int[], top.number + 1, top.number, now()
      FROM (SELECT ${settled(queryOf(viewer))} AS number) top
    ON CONFLICT (viewer_id) DO UPDATE
      SET filter = excluded.filter, low_seq = excluded.low_seq, high_seq = excluded.high_seq, next_position = 0, updated_at = now()
    RETURNING high_seq AS high`;
  const high = Number(row?.high ?? 0);
  return { filter, lowSeq: high + 1, highSeq: high };
}

export interface FoundPerson {
  personId: string;
  traits: Traits;
  /** In milliseconds since 1970; null if they don't like the viewer. */
  likedAt: number | null;
  /** Priority points. */
  points: number;
  hasWork: boolean;
}

interface Found {
  people: FoundPerson[];
  lowSeq: number;
  highSeq: number;
  isEnd: boolean;
}

async function scan(viewer: Viewer, deck: DeckState): Promise<Found> {
  const query = queryOf(viewer);
  const own = Prisma.sql`${viewer.userId}::uuid`;
  // Includes suspended and hidden people, because a scan never comes back to them. Their cards aren't shown until
  // they're visible again.
  const isNeeded = Prisma.sql`(SELECT true FROM deck_cards c WHERE c.viewer_id = ${own} AND c.person_id = l.id) IS NULL
    AND NOT EXISTS (SELECT FROM blocked_between(${own}, l.id)) AND NOT EXISTS (SELECT FROM matched(${own}, l.id))`;
  const isFresh = Prisma.sql`(SELECT true FROM swipes s WHERE s.actor_id = ${own} AND s.target_id = l.id) IS NULL AND ${isNeeded}`;
  const newer = await scanNewer(viewer, deck, { isNeeded, isFresh });
  const older =
    deck.lowSeq === 0
      ? { found: [], further: null }
      : await findNewest({
          listings: listedPeople(query),
          fits: fits(query),
          mayShow: isFresh,
          below: deck.lowSeq,
          most: mostFound,
          enough: targetCount,
          scanned: mostScanned,
        });
  const foundIds = [...newer.ids, ...newer.returned, ...older.found.map(({ id }) => id)];
  return {
    people: foundIds.length > 0 ? await readFound(viewer.userId, [...new Set(foundIds)]) : [],
    lowSeq: older.further ?? 0,
    highSeq: Math.max(deck.highSeq, Math.min(newer.end ?? Infinity, newer.settled)),
    isEnd: older.further === null && (newer.end === null || newer.ids.length === 0),
  };
}

interface Newer {
  ids: string[];
  /** People whose pass has expired. */
  returned: string[];
  /** The listing number where a limit stopped the scan; null if it reached the newest listing. */
  end: number | null;
  settled: number;
}

async function scanNewer(
  viewer: Viewer,
  { highSeq }: DeckState,
  { isNeeded, isFresh }: { isNeeded: Prisma.Sql; isFresh: Prisma.Sql },
): Promise<Newer> {
  const query = queryOf(viewer);
  const [row] = await db.$queryRaw<Newer[]>`
    WITH scanned AS MATERIALIZED (
      ${listedPeople(query)} AND l.number > ${highSeq} ORDER BY l.number LIMIT ${mostScanned}
    ), newer AS MATERIALIZED (
      SELECT l.id, l.number FROM scanned l WHERE ${fits(query)} AND ${isFresh} ORDER BY l.number LIMIT ${mostFound}
    ), passed AS MATERIALIZED (
      SELECT s.target_id AS id FROM swipes s
       WHERE s.actor_id = ${viewer.userId}::uuid AND NOT s.liked
         AND s.created_at < now() - make_interval(days => ${passReturnsAfterDays})
       ORDER BY s.created_at LIMIT ${mostPassed}
    )
    SELECT ARRAY(SELECT id FROM newer) AS ids,
           ARRAY(SELECT l.id FROM passed JOIN LATERAL (
                   SELECT l.profile_id AS id, l.terms, l.price FROM person_listings l
                    WHERE l.profile_id = passed.id AND l.user_type = ${query.wanted}::user_type OFFSET 0) l ON true
                  WHERE ${fits(query)} AND ${isNeeded} LIMIT ${mostFound}) AS returned,
           (CASE WHEN (SELECT count(*) FROM newer) = ${mostFound} THEN (SELECT max(number) FROM newer)
                 WHEN (SELECT count(*) FROM scanned) = ${mostScanned} THEN (SELECT max(number) FROM scanned) END)::float8 AS end,
           ${settled(query)}::float8 AS settled`;
  if (!row) throw new Error("a query without FROM returns a row");
  return row;
}

/** A person's traits as their listing stores them: a tuple without field names. */
export type ListedTraits = {
  user_type: Traits["userType"];
  /** Missing in a listing that was last written before amounts existed. */
  traits: [number[], number[], number[], string | null, string, string, (Amount | null)?];
};

export function traitsOf({ user_type, traits }: ListedTraits): Traits {
  const [serviceIds, styleIds, toolIds, experience, availability, priceRange, amount = null] = traits;
  return { userType: user_type, serviceIds, styleIds, toolIds, experience, availability, priceRange, amount };
}

export type FoundRow = ListedTraits & {
  id: string;
  liked_at: number | null;
  points: number;
  has_work: boolean;
};

async function readFound(viewerId: string, people: readonly string[]): Promise<FoundPerson[]> {
  const rows = await readRows<FoundRow>("discovery-dealt-cards", "SELECT * FROM dealt_cards($1, $2)", [
    viewerId,
    people,
  ]);
  return rows.map(foundPerson);
}

export function foundPerson({ id, liked_at, points, has_work, ...listed }: FoundRow): FoundPerson {
  return { personId: id, traits: traitsOf(listed), likedAt: liked_at, points, hasWork: has_work };
}

/** Each scan's cards get a range of positions after those of earlier scans. */
const positionsPerScan = 1_000_000n;

async function addCards(viewer: Viewer, deck: DeckState, scanned: Found): Promise<number> {
  const cards = placeCards(viewer.traits, scanned.people);
  const likers = scanned.people.filter(({ likedAt }) => likedAt !== null).map(({ personId }) => personId);
  // If two tabs fill the deck concurrently, the first one moves the scanned range, so the second one's update matches
  // no row and adds nothing.
  return db.$executeRaw`
    WITH moved AS (
      UPDATE decks SET low_seq = ${scanned.lowSeq}, high_seq = ${scanned.highSeq}, updated_at = now(),
                       next_position = next_position + ${positionsPerScan}
       WHERE viewer_id = ${viewer.userId}::uuid AND low_seq = ${deck.lowSeq} AND high_seq = ${deck.highSeq}
         AND filter = ${deck.filter}::int[]
      RETURNING next_position - ${positionsPerScan} AS start)
    INSERT INTO deck_cards (viewer_id, person_id, position, likes_you)
    SELECT ${viewer.userId}::uuid, card.person_id,
           CASE WHEN card.position < 0 THEN 0 ELSE moved.start END + card.position, card.person_id = ANY (${likers}::uuid[])
      FROM moved, unnest(${cards.map((card) => card.personId)}::uuid[], ${cards.map((card) => card.position)}::bigint[])
             AS card (person_id, position)
    ON CONFLICT DO NOTHING`;
}

/**
 * Sorts people by rank and assigns deck positions; lower ones are shown first. People who like the viewer get negative
 * positions, with the earliest Like first at equal ranks. Everyone else counts from 0.
 */
export function placeCards(viewer: Traits, people: FoundPerson[]): { personId: string; position: bigint }[] {
  const ranked = people.map(({ traits, ...person }) => ({
    ...person,
    percent: scoreOf(viewer, traits)?.percent ?? lowestPercent,
  }));
  ranked.sort((a, b) => byRank(a, b) || (a.personId < b.personId ? -1 : 1));
  return ranked.map(({ personId, likedAt, ...rank }, place) => ({
    personId,
    position: likedAt === null ? BigInt(place) : likerPosition(rankOf(rank), likedAt),
  }));
}

/** Whether anyone fits the viewer at all. If so, an empty deck means that everyone has been swiped. */
export async function isAnyoneListed(viewer: Viewer): Promise<boolean> {
  const query = queryOf(viewer);
  const rows = await db.$queryRaw<
    unknown[]
  >`SELECT 1 FROM (${listedPeople(query)} AND ${fits(query)} LIMIT 1) anyone`;
  return rows.length > 0;
}
