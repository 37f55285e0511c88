import { db, readRows } from "~/platform/db.server";
import { byRank, rankOf, scoreOf, type Traits } from "./score";
import { type TraitsRow, traitColumns, traitsOf } from "./traits.server";

export interface DeckState {
  filter: number[];
  lowSeq: bigint;
  highSeq: bigint;
}

export interface Viewer {
  userId: string;
  traits: Traits;
  deck: DeckState | null;
}

/** Each scan that finds too few is followed by one four times as large. */
const firstChunk = 400;
const largestChunk = 12_800;
/** Cards that end a filling. */
const targetCount = 60;
/** Per scan and source, which keeps a filling short. */
const sourceCap = 240;
export const passReturnsAfterDays = 30;
/** Expired passes per scan, oldest first. */
const expiredPassLimit = 2_000;

/** SQL. */
export const hasLiked = (one: string, other: string) =>
  `((SELECT s.liked FROM swipes s WHERE s.actor_id = ${one} AND s.target_id = ${other}) IS TRUE)`;

/** SQL: when, in milliseconds; null without a Like. */
export const likedAt = (one: string, other: string) =>
  `(SELECT (extract(epoch FROM s.created_at) * 1000)::float8
      FROM swipes s WHERE s.actor_id = ${one} AND s.target_id = ${other} AND s.liked)`;

/** 0 means any service, for a viewer who named none. */
function filterOf(traits: Traits): number[] {
  return traits.serviceIds.length > 0 ? [...traits.serviceIds].sort((a, b) => a - b) : [0];
}

/**
 * Adds the next cards to a viewer's deck: people listed since the last filling, older listings not yet scanned, and
 * expired passes. Listing numbers only grow, in commit order, and `lowSeq` to `highSeq` is the scanned range, so
 * no one is scanned twice or missed.
 * @returns how many cards were added; 0 if no one is left
 */
export async function fillDeck(viewer: Viewer): Promise<number> {
  const filter = filterOf(viewer.traits);
  let deck = viewer.deck;
  if (!deck || deck.filter.join() !== filter.join()) deck = await startDeck(viewer.userId, filter);
  let added = 0;
  for (let chunk = firstChunk; ; chunk = Math.min(chunk * 4, largestChunk)) {
    const found = await scan(viewer, deck, filter, chunk);
    const hasChanges =
      found.people.length > 0 || found.lowSeq !== deck.lowSeq || found.highSeq !== deck.highSeq;
    if (hasChanges) added += await addCards(viewer, deck, found);
    deck = { ...deck, lowSeq: found.lowSeq, highSeq: found.highSeq };
    if (added >= targetCount || found.isEnd) return added;
  }
}

/** Restarts a deck at the newest listing. Keeps only the cards of people who like the viewer. */
async function startDeck(viewerId: string, filter: number[]): Promise<DeckState> {
  const [row] = await db.$queryRaw<{ high: bigint }[]>`
    WITH gone AS (DELETE FROM deck_cards WHERE viewer_id = ${viewerId}::uuid AND NOT likes_you)
    INSERT INTO decks (viewer_id, filter, low_seq, high_seq, updated_at)
    SELECT ${viewerId}::uuid, ${filter}::int[], top.seq + 1, top.seq, now()
      FROM (SELECT coalesce(max(seq), 0) AS seq FROM (
              SELECT (SELECT seq FROM profile_listings WHERE user_type = 'creator' AND service_id = 0 ORDER BY seq DESC LIMIT 1) AS seq
              UNION ALL
              SELECT (SELECT seq FROM profile_listings WHERE user_type = 'contributor' AND service_id = 0 ORDER BY seq DESC LIMIT 1)
            ) newest) top
    ON CONFLICT (viewer_id) DO UPDATE
      SET filter = excluded.filter, low_seq = excluded.low_seq, high_seq = excluded.high_seq, next_position = 0, updated_at = now()
    RETURNING high_seq AS high`;
  const high = BigInt(row?.high ?? 0);
  return { filter, lowSeq: high + 1n, highSeq: high };
}

type ScanRow = TraitsRow & {
  seq: string | null;
  person_id: string | null;
  liked_at: number | null;
  points: number;
  source: "head" | "tail" | "passed";
};
type Bounds = { head_seq: string | null; head_count: number; tail_seq: string | null; tail_count: number };

export interface FoundPerson {
  personId: string;
  traits: Traits;
  /** In milliseconds; null if they do not like the viewer. */
  likedAt: number | null;
  /** Of their priority. */
  points: number;
}

interface Found {
  people: FoundPerson[];
  lowSeq: bigint;
  highSeq: bigint;
  isEnd: boolean;
}

async function scan(viewer: Viewer, deck: DeckState, filter: number[], chunk: number): Promise<Found> {
  const wanted = viewer.traits.userType === "creator" ? "contributor" : "creator";
  const rows = await readRows<ScanRow & Bounds>("discovery-scan-listings", scanText, [
    viewer.userId,
    wanted,
    filter,
    deck.highSeq.toString(),
    deck.lowSeq.toString(),
    chunk,
  ]);
  const bounds = rows[0];
  if (!bounds) throw new Error("the scan always returns its bounds");
  const people = rows.filter((row) => row.person_id !== null);
  // Includes blocked people: they are part of the scanned range.
  const of = (source: ScanRow["source"]) => rows.filter((row) => row.source === source);
  const [head, tail] = [of("head"), of("tail")];
  // If the cap cut the results, the range ends at the last one taken.
  const highSeq = head.length === sourceCap ? maxSeq(head) : BigInt(bounds.head_seq ?? deck.highSeq);
  const lowSeq = tail.length === sourceCap ? minSeq(tail) : BigInt(bounds.tail_seq ?? deck.lowSeq);
  const isEnd =
    bounds.head_count < chunk &&
    bounds.tail_count < chunk &&
    head.length < sourceCap &&
    tail.length < sourceCap;
  return {
    people: people.map((row) => ({
      personId: row.person_id as string,
      traits: traitsOf(row),
      likedAt: row.liked_at,
      points: row.points,
    })),
    lowSeq,
    highSeq,
    isEnd,
  };
}

const maxSeq = (rows: ScanRow[]) =>
  rows.reduce((most, row) => (BigInt(row.seq ?? 0) > most ? BigInt(row.seq ?? 0) : most), 0n);
const minSeq = (rows: ScanRow[]) =>
  rows.reduce(
    (least, row) => (BigInt(row.seq ?? 0) < least ? BigInt(row.seq ?? 0) : least),
    BigInt(rows[0]?.seq ?? 0),
  );

/**
 * $1 viewer, $2 wanted type, $3 services, $4 high, $5 low, $6 chunk. Reads one primary-key range per service; the
 * union of each one's top n contains the overall top n. Scalar subqueries look people up by key: PostgreSQL turns
 * EXISTS into joins, which would read a long swipe history in full.
 */
const scanText = `
WITH head AS MATERIALIZED (
  SELECT DISTINCT l.seq, l.profile_id FROM unnest($3::int[]) AS f(service_id) CROSS JOIN LATERAL (
    SELECT seq, profile_id FROM profile_listings
     WHERE user_type = $2::user_type AND service_id = f.service_id AND seq > $4::bigint
     ORDER BY seq LIMIT $6) l
   ORDER BY seq LIMIT $6
), tail AS MATERIALIZED (
  SELECT DISTINCT l.seq, l.profile_id FROM unnest($3::int[]) AS f(service_id) CROSS JOIN LATERAL (
    SELECT seq, profile_id FROM profile_listings
     WHERE user_type = $2::user_type AND service_id = f.service_id AND seq < $5::bigint
     ORDER BY seq DESC LIMIT $6) l
   ORDER BY seq DESC LIMIT $6
), bounds AS (
  SELECT (SELECT max(seq) FROM head) AS head_seq, (SELECT count(*)::int FROM head) AS head_count,
         (SELECT min(seq) FROM tail) AS tail_seq, (SELECT count(*)::int FROM tail) AS tail_count
), fresh AS (
  (SELECT 'head' AS source, h.seq, h.profile_id FROM head h
    WHERE (SELECT true FROM swipes s WHERE s.actor_id = $1 AND s.target_id = h.profile_id) IS NULL
    ORDER BY h.seq LIMIT ${sourceCap})
  UNION ALL
  (SELECT 'tail', t.seq, t.profile_id FROM tail t
    WHERE (SELECT true FROM swipes s WHERE s.actor_id = $1 AND s.target_id = t.profile_id) IS NULL
    ORDER BY t.seq DESC LIMIT ${sourceCap})
  UNION ALL
  (SELECT 'passed', NULL::bigint, o.target_id FROM (
      SELECT s.target_id, s.created_at FROM swipes s
       WHERE s.actor_id = $1 AND NOT s.liked AND s.created_at < now() - interval '${passReturnsAfterDays} days'
       ORDER BY s.created_at LIMIT ${expiredPassLimit}) o
    WHERE (SELECT true FROM deck_cards c WHERE c.viewer_id = $1 AND c.person_id = o.target_id) IS NULL
      AND (SELECT true FROM profile_listings l
            WHERE l.profile_id = o.target_id AND l.user_type = $2::user_type AND l.service_id = ANY ($3::int[]) LIMIT 1)
    ORDER BY o.created_at LIMIT ${sourceCap})
)
SELECT bounds.*, fresh.source, fresh.seq, p.id AS person_id, ${traitColumns},
       likes.at AS liked_at,
       (SELECT n FROM priority_points(p.id, likes.at IS NOT NULL AND $2::user_type = 'creator')) AS points
  FROM bounds LEFT JOIN fresh ON true
  LEFT JOIN profiles p ON p.id = fresh.profile_id AND p.id <> $1 AND NOT EXISTS (SELECT FROM blocked_between($1, p.id))
       AND NOT EXISTS (SELECT FROM matched($1, p.id))
 -- OFFSET 0: priority_points is inlined with a column, not with a sub-select.
 -- People who liked the viewer while their pass still counted were not dealt then.
 CROSS JOIN LATERAL (SELECT CASE WHEN fresh.source = 'passed' THEN ${likedAt("p.id", "$1")} END AS at OFFSET 0) likes`;

/** Cards go below those of earlier fillings; within one, the best score first. */
const positionsPerFilling = 1_000_000n;

async function addCards(viewer: Viewer, deck: DeckState, found: Found): Promise<number> {
  const cards = placeCards(viewer.traits, found.people);
  const likers = found.people.filter(({ likedAt }) => likedAt !== null).map(({ personId }) => personId);
  // Two tabs may fill at once: only the one whose range is still current adds its cards.
  return db.$executeRaw`
    WITH moved AS (
      UPDATE decks SET low_seq = ${found.lowSeq}, high_seq = ${found.highSeq}, updated_at = now(),
                       next_position = next_position + ${positionsPerFilling}
       WHERE viewer_id = ${viewer.userId}::uuid AND low_seq = ${deck.lowSeq} AND high_seq = ${deck.highSeq}
         AND filter = ${deck.filter}::int[]
      RETURNING next_position - ${positionsPerFilling} AS start)
    INSERT INTO deck_cards (viewer_id, person_id, position, likes_you)
    SELECT ${viewer.userId}::uuid, card.person_id,
           CASE WHEN card.position < 0 THEN 0 ELSE moved.start END + card.position, card.person_id = ANY (${likers}::uuid[])
      FROM moved, unnest(${cards.map((card) => card.personId)}::uuid[], ${cards.map((card) => card.position)}::bigint[])
             AS card (person_id, position)
    ON CONFLICT DO NOTHING`;
}

/**
 * The best first, by score, as [person, position] pairs. Those who like the viewer come above all others and below
 * undone ones: highest rank first, then the earliest Like. Other positions count from 0.
 */
export function placeCards(viewer: Traits, people: FoundPerson[]): { personId: string; position: bigint }[] {
  const ranked = people.map(({ traits, ...person }) => ({
    ...person,
    percent: scoreOf(viewer, traits)?.percent ?? lowestPercent,
  }));
  ranked.sort((a, b) => byRank(a, b) || (a.personId < b.personId ? -1 : 1));
  return ranked.map(({ personId, likedAt, percent, points }, place) => ({
    personId,
    position: likedAt === null ? BigInt(place) : likerPosition(rankOf(percent, points), likedAt),
  }));
}

/** Of people with too little to compare. */
export const lowestPercent = 60;

/** Below zero: above all other cards. Leaves room for a time in milliseconds within each rank. */
export const likerPosition = (rank: number, likedAt: number) =>
  -BigInt(rank) * 10_000_000_000_000n + BigInt(Math.floor(likedAt));

/** Tells the two kinds of empty deck apart. */
export async function isAnybodyListed(viewer: Viewer): Promise<boolean> {
  const wanted = viewer.traits.userType === "creator" ? "contributor" : "creator";
  const rows = await readRows<Record<string, never>>("discovery-anybody-listed", anybodyListedText, [
    wanted,
    filterOf(viewer.traits),
  ]);
  return rows.length > 0;
}

/** $1 wanted type, $2 services. */
const anybodyListedText = `
SELECT FROM unnest($2::int[]) AS f(service_id)
 WHERE (SELECT true FROM profile_listings WHERE user_type = $1::user_type AND service_id = f.service_id LIMIT 1) LIMIT 1`;
