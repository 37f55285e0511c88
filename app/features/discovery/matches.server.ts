import { type Actor, isContributor } from "~/features/accounts/actor";
import { type Catalog, namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { lastUseWords, resetWords, type UsageView, unlimited, usesLeft } from "~/features/plans/plan";
import { type CoverView, coverViewOf } from "~/features/portfolio/cover";
import { foremostOf, foremostViews, listForemost, type SampleRow } from "~/features/portfolio/listing.server";
import { shownName } from "~/features/profiles/profile";
import { isApproved } from "~/features/visibility/standing";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, readRows } from "~/platform/db.server";
import { type MatchView, matchOf } from "./showing.server";
import { type TraitsRow, traitColumns, traitsOf } from "./traits.server";

export interface MatchCardView {
  matchId: string;
  personId: string;
  name: string;
  avatarUrl: string | null;
  role: "creator" | "contributor";
  skills: string[];
  tools: string[];
  /** False for a contributor whose approval was withdrawn. */
  hasProfile: boolean;
  match: MatchView | null;
  cover: CoverView;
  /** Neither opened nor written to. */
  isNew: boolean;
  /** Either has written to the other. */
  isWritten: boolean;
}

export const matchFilters = ["new", "unwritten"] as const;
export type MatchFilter = (typeof matchFilters)[number];

const pageSize = 12;

type MatchRow = TraitsRow & {
  id: string;
  source: "swipe" | "application";
  created_at: Date;
  person_id: string;
  full_name: string;
  avatar_url: string | null;
  opens: boolean;
  seen: boolean;
  written: boolean;
  viewer: TraitsRow;
};

type Side = "creator" | "contributor";

/** SQL: of a match `m` with the other person's profile `p`, and the viewer, $1. */
const matchColumns = (seen: string) => `
  m.id, m.source, m.created_at, p.id AS person_id, p.full_name, p.avatar_url, EXISTS (SELECT FROM open_profile(p.id)) AS opens,
  ${seen} IS NOT NULL AS seen, EXISTS (SELECT FROM have_written($1::uuid, p.id)) AS written, ${traitColumns},
  (SELECT to_json(own) FROM (SELECT ${traitColumns} FROM profiles p WHERE p.id = $1) own) AS viewer`;

/**
 * Newest first, paged, without blocked and suspended people.
 * @param before the previous page's `next`
 * @param filter only new ones, or only those without a message
 */
export async function listMatches(
  actor: Actor,
  before: string | null,
  filter: MatchFilter | null = null,
): Promise<{ matches: MatchCardView[]; next: string | null }> {
  const [createdAt, id] = readCursor(before);
  const [mine, other]: Side[] = isContributor(actor)
    ? ["contributor", "creator"]
    : ["creator", "contributor"];
  const rows = await readRows<MatchRow>(
    `discovery-matches-by-${mine}`,
    `SELECT ${matchColumns(`m.${mine}_seen_at`)}
         FROM matches m JOIN profiles p ON p.id = m.${other}_id
        WHERE m.${mine}_id = $1 AND NOT m.held AND (m.created_at, m.id) < ($2::timestamptz, $3::uuid)
          AND EXISTS (SELECT FROM reachable($1, p.id))
          AND ($5::text IS NULL OR NOT EXISTS (SELECT FROM have_written($1::uuid, p.id)))
          AND ($5::text IS DISTINCT FROM 'new' OR m.${mine}_seen_at IS NULL)
        ORDER BY m.created_at DESC, m.id DESC LIMIT $4`,
    [actor.userId, createdAt, id, pageSize + 1, filter],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    matches: await cardsOf(shown),
    next: rows.length > pageSize && last ? cursorOf(last.created_at, last.id) : null,
  };
}

/** With the actor's own cover, and what made it. Null if it is someone else's, held or missing, or the other person is hidden. */
export async function findMatch(
  actor: Actor,
  matchId: string,
): Promise<(MatchCardView & { ownCover: CoverView; source: MatchRow["source"] }) | null> {
  // The samples come along: the page has as many statements as a page may.
  const [row] = await readRows<MatchRow & { work: SampleRow[] }>(
    "discovery-match",
    `SELECT ${matchColumns("CASE WHEN m.creator_id = $1 THEN m.creator_seen_at ELSE m.contributor_seen_at END")},
            ${foremostOf("ARRAY[$1::uuid, p.id]")} AS work
       FROM matches m JOIN profiles p ON p.id = CASE WHEN m.creator_id = $1 THEN m.contributor_id ELSE m.creator_id END
      WHERE m.id = $2 AND NOT m.held AND $1 IN (m.creator_id, m.contributor_id)
        AND EXISTS (SELECT FROM reachable($1, p.id))`,
    [actor.userId, matchId],
  );
  if (!row) return null;
  const samples = await foremostViews(
    row.work.filter(({ profile_id }) => row.opens || profile_id === actor.userId),
  );
  return {
    ...cardOf(row, await listCatalog(), samples),
    source: row.source,
    ownCover: coverViewOf(actor.userId, row.viewer.style_ids, samples.get(actor.userId)),
  };
}

/**
 * The actor has opened a match's page: it is no longer new to them. Does nothing to someone else's.
 * @returns how many of their new matches stay new
 */
export async function seeMatch(
  actor: Pick<Actor, "userId" | "newMatches">,
  matchId: string,
): Promise<number> {
  if (actor.newMatches === 0) return 0;
  const seen = await db.$executeRaw`
    UPDATE matches SET creator_seen_at = CASE WHEN creator_id = ${actor.userId}::uuid THEN now() ELSE creator_seen_at END,
                       contributor_seen_at = CASE WHEN contributor_id = ${actor.userId}::uuid THEN now() ELSE contributor_seen_at END
     WHERE id = ${matchId}::uuid AND NOT held
       AND (creator_id = ${actor.userId}::uuid AND creator_seen_at IS NULL
         OR contributor_id = ${actor.userId}::uuid AND contributor_seen_at IS NULL)`;
  return Math.max(0, actor.newMatches - seen);
}

/** As creator. */
export async function hasHeldMatch(actor: Actor): Promise<boolean> {
  return (await db.match.count({ where: { creatorId: actor.userId, held: true }, take: 1 })) > 0;
}

/** What two people have to do with each other. */
export interface Meeting {
  /** Null if there is too little to compare. */
  match: MatchView | null;
  /** Whether the viewer may Like or pass the person, and what is left of today's swipes; null if not. */
  swiping: SwipesLeft | null;
}

interface SwipesLeft {
  hasRoom: boolean;
  /** What to say of it beside the buttons. Null without a limit. */
  words: string | null;
}

type MeetingRow = TraitsRow & {
  id: string;
  can_swipe: boolean;
  swipes: number;
  swipes_per_day: number;
};

/** No one meets themselves. */
export async function findMeeting(viewer: Actor, personId: string): Promise<Meeting> {
  if (viewer.userId === personId) return { match: null, swiping: null };
  const rows = await readRows<MeetingRow>("discovery-meeting", meetingText, [
    viewer.userId,
    personId,
    viewer.timeZone,
  ]);
  const one = rows.find((row) => row.id === viewer.userId);
  const other = rows.find((row) => row.id === personId);
  if (!one || !other) return { match: null, swiping: null };
  const mayDecide =
    viewer.userType !== null && (!isContributor(viewer) || isApproved(viewer.contributorStatus));
  const limit = !isContributor(viewer) && one.swipes_per_day < unlimited ? one.swipes_per_day : null;
  return {
    match: matchOf(traitsOf(one), traitsOf(other), await listCatalog()),
    swiping: mayDecide && other.can_swipe ? swipesLeft({ used: one.swipes, limit }, viewer.timeZone) : null,
  };
}

function swipesLeft(use: Pick<UsageView, "used" | "limit">, timeZone: string): SwipesLeft {
  const left = usesLeft(use);
  if (left === null) return { hasRoom: true, words: null };
  const resets = resetWords("swipe", "free", timeZone);
  if (left === 0)
    return { hasRoom: false, words: `You have used all ${use.limit} swipes of today. ${resets}` };
  const words = `${left} of ${use.limit} swipes left today`;
  return { hasRoom: true, words: left === 1 ? `${words} · ${lastUseWords("swipe", resets)}` : words };
}

/** $1 viewer, $2 person, $3 the viewer's time zone. The same people as in a deck. */
const meetingText = `
SELECT p.id, ${traitColumns}, tier.swipes_per_day,
       coalesce((SELECT n FROM swipes_today($1::uuid, $3)), 0) AS swipes,
       p.id = $2 AND p.user_type IS DISTINCT FROM (SELECT v.user_type FROM profiles v WHERE v.id = $1)
         AND EXISTS (SELECT FROM findable($1::uuid, p.id)) AND NOT EXISTS (SELECT FROM swiped($1::uuid, p.id))
         AND NOT EXISTS (SELECT FROM matched($1::uuid, p.id)) AS can_swipe
  FROM profiles p JOIN plans_in_force tier ON tier.user_id = $1
 WHERE p.id IN ($1, $2)`;

async function cardsOf(rows: MatchRow[]): Promise<MatchCardView[]> {
  const [names, samples] = await Promise.all([
    listCatalog(),
    // Of open profiles only, as on them.
    listForemost(
      rows.filter(({ opens }) => opens).map(({ person_id }) => person_id),
      1,
    ),
  ]);
  return rows.map((row) => cardOf(row, names, samples));
}

function cardOf(
  row: MatchRow,
  names: Catalog,
  samples: Awaited<ReturnType<typeof listForemost>>,
): MatchCardView {
  return {
    matchId: row.id,
    personId: row.person_id,
    name: shownName(row.full_name, row.user_type),
    avatarUrl: row.avatar_url,
    role: row.user_type,
    hasProfile: row.opens,
    skills: namesOf(row.service_ids, names.byId.services),
    tools: namesOf(row.tool_ids, names.byId.tools),
    match: matchOf(traitsOf(row.viewer), traitsOf(row), names),
    cover: coverViewOf(row.person_id, row.style_ids, samples.get(row.person_id)),
    isNew: !row.seen && !row.written,
    isWritten: row.written,
  };
}
