import { type Actor, isContributor } from "~/features/accounts/actor";
import { type Catalog, namesOf, startingWith } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { type LastMessage, lineOf } from "~/features/messaging/inbox.server";
import type { MessageUse } from "~/features/messaging/message";
import { lastUseWords, resetWords, type UsageView, unlimited, usesLeft } from "~/features/plans/plan";
import { type CoverView, coverViewOf } from "~/features/portfolio/cover";
import { foremostViews, type SampleRow } from "~/features/portfolio/listing.server";
import { type FramedSample, framed } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { isApproved } from "~/features/visibility/standing";
import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows, writeRows } from "~/platform/db.server";
import { pageOf } from "~/platform/paging.server";
import type { Traits } from "./score";
import {
  type BriefRow,
  type DeckView,
  type LeadingBrief,
  leadingBrief,
  type MatchView,
  matchOf,
} from "./showing.server";

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
  /** The viewer hasn't opened it, and neither side has written. */
  isNew: boolean;
  /** One of them has written to the other. */
  isWritten: boolean;
}

export interface ListedMatch extends MatchCardView {
  location: string;
  /** Up to four, the cover first; none without a profile. */
  work: FramedSample[];
  brief: LeadingBrief | null;
  /** Their conversation; null until either has written. */
  talk: { conversationId: string; lastLine: string; lastIsMine: boolean; lastAt: string } | null;
}

export const matchFilters = ["new", "unwritten"] as const;
export type MatchFilter = (typeof matchFilters)[number];

const pageSize = 6;

type TalkRow = { id: string; at: string; isMine: boolean } & LastMessage;

type MatchRow = {
  traits: Traits;
  id: string;
  source: "swipe" | "application";
  createdAt: string;
  otherId: string;
  fullName: string;
  avatarUrl: string | null;
  opens: boolean;
  seen: boolean;
  written: boolean;
};

type ListedRow = Omit<MatchRow, "written"> & {
  location: string;
  talk: TalkRow | null;
  work: SampleRow[] | null;
  brief: BriefRow | null;
};

type HeldView = Pick<MatchCardView, "personId" | "name" | "avatarUrl">;

type HeldRow = HeldView & { total: number };

/**
 * The actor's matches, newest first, one page at a time. Leaves out blocked and suspended people. `held`: the matches
 * that wait for room in a plan, longest held first, with their total; null except on the unfiltered first page.
 * @param before the previous page's `next`; null for the first page
 * @param filter only new matches, or only those without a message
 */
export async function listMatches(
  actor: Actor,
  before: string | null,
  filter: MatchFilter | null = null,
): Promise<{
  matches: ListedMatch[];
  /** The actor's own work, which is shown next to that of a new match. */
  ownCover: CoverView;
  next: string | null;
  held: { people: HeldView[]; count: number } | null;
}> {
  const [createdAt, id] = readCursor(before);
  const [row] = await readRows<{
    matches: ListedRow[];
    viewer: Traits;
    own: SampleRow[];
    briefs: BriefRow[];
    held: HeldRow[] | null;
  }>("discovery-matches", matchesText, [
    ...[actor.userId, createdAt, id, filter],
    createdAt === "infinity" && !filter,
  ]);
  if (!row) throw new Error("a query of subqueries returned no row");
  const { matches, viewer, held } = row;
  const names = await listCatalog();
  const { rows: shown, next } = pageOf(matches, pageSize, (row) => cursorOf(new Date(row.createdAt), row.id));
  // If the profile isn't open, its work isn't shown here either.
  const samples = await foremostViews([
    ...shown.flatMap(({ opens, work }) => (opens && work) || []),
    ...row.own,
  ]);
  const ownCover = coverViewOf(actor.userId, viewer.styleIds, samples.get(actor.userId));
  return {
    matches: shown.map(({ talk, brief, ...match }) => ({
      ...cardOf({ ...match, written: talk !== null }, viewer, names),
      location: match.location,
      work: (samples.get(match.otherId) ?? []).map(framed),
      brief: match.opens ? leadingBrief(brief) : null,
      talk: talk && {
        conversationId: talk.id,
        lastLine: lineOf(talk),
        lastIsMine: talk.isMine,
        lastAt: talk.at,
      },
    })),
    ownCover: orReference(ownCover, row.briefs),
    next,
    held: held && {
      people: held.map(({ total: _, ...person }) => person),
      count: held[0]?.total ?? 0,
    },
  };
}

/**
 * $1 viewer, $2 and $3 the last row of the previous page, $4 filter, $5 whether to read held matches. Reads one row
 * more than a page, and the card details only for these rows.
 */
const matchesText = `
SELECT (SELECT coalesce(json_agg(card ORDER BY card."createdAt" DESC, card.id DESC), '[]') FROM (
         SELECT m.id, m.source, m."createdAt", m."otherId", p.full_name AS "fullName", p.avatar_url AS "avatarUrl", p.location,
                EXISTS (SELECT FROM open_profile(p.id)) AS opens, m.seen, theirs.traits,
                (SELECT to_json(last) FROM last_written($1, p.id) last) AS talk,
                (SELECT json_agg(own) FROM foremost_samples(ARRAY[p.id], 4) own) AS work,
                CASE WHEN p.user_type = 'creator' THEN (SELECT briefs -> 0 FROM leading_briefs(ARRAY[p.id])) END AS brief
           FROM (SELECT m.* FROM match_sides m
                  WHERE m."viewerId" = $1 AND NOT m.held AND (m."createdAt", m.id) < ($2::timestamptz, $3::uuid)
                    AND EXISTS (SELECT FROM reachable($1, m."otherId"))
                    AND ($4::text IS NULL OR NOT EXISTS (SELECT FROM have_written($1, m."otherId")))
                    AND ($4::text IS DISTINCT FROM 'new' OR NOT m.seen)
                  ORDER BY m."createdAt" DESC, m.id DESC LIMIT 7) m
           JOIN profiles p ON p.id = m."otherId" CROSS JOIN LATERAL compared_traits(p.id) theirs) card) AS matches,
       (SELECT traits FROM compared_traits($1)) AS viewer,
       (SELECT coalesce(json_agg(own), '[]') FROM foremost_samples(ARRAY[$1::uuid], 1) own) AS own,
       (SELECT briefs FROM leading_briefs(ARRAY[$1::uuid])) AS briefs,
       CASE WHEN $5 THEN (SELECT coalesce(json_agg(held), '[]') FROM held_matches($1) held) END AS held`;

/** What the page of a match shows, read in one statement. */
export interface MatchPage extends MatchCardView {
  cover: CoverView;
  ownCover: CoverView;
  source: MatchRow["source"];
  offer: DeckView["saving"];
  messages: MessageUse | null;
}

/** Null if the match is missing, held or someone else's, or if the viewer can't reach the other person. */
export async function findMatch(actor: Actor, matchId: string): Promise<MatchPage | null> {
  const [row] = await readRows<MatchRow & CoversRow & Pick<MatchPage, "offer" | "messages">>(
    "discovery-match",
    `SELECT c.*, theirs.traits, (SELECT traits FROM compared_traits($1)) AS viewer,
            (SELECT coalesce(json_agg(own), '[]') FROM foremost_samples(ARRAY[$1::uuid, c."otherId"], 4) own) AS work,
            (SELECT briefs FROM leading_briefs(ARRAY[$1::uuid, c."otherId"])) AS briefs,
            (SELECT to_json(offer) FROM saving_offer($1, ARRAY[c."otherId"]) offer) AS offer,
            (SELECT to_json(use) FROM message_use($1, c."otherId") use) AS messages
       FROM match_cards($1) c CROSS JOIN LATERAL compared_traits(c."otherId") theirs WHERE c.id = $2`,
    [actor.userId, matchId],
  );
  if (!row) return null;
  return {
    ...cardOf(row, row.viewer, await listCatalog()),
    ...(await coversOf(actor, row)),
    source: row.source,
    offer: row.offer,
    messages: row.messages,
  };
}

type CoversRow = Pick<MatchRow, "otherId" | "opens" | "traits"> & {
  viewer: Traits;
  work: SampleRow[];
  briefs: BriefRow[];
};

/** Both people's work. If the other person's profile isn't open, a drawn pattern stands in for theirs. */
async function coversOf(actor: Actor, { otherId, opens, traits, viewer, work, briefs }: CoversRow) {
  const samples = await foremostViews(work.filter(({ profileId }) => opens || profileId === actor.userId));
  const cover = coverViewOf(otherId, traits.styleIds, samples.get(otherId));
  const ownCover = coverViewOf(actor.userId, viewer.styleIds, samples.get(actor.userId));
  return { cover: opens ? orReference(cover, briefs) : cover, ownCover: orReference(ownCover, briefs) };
}

/** A creator who has no samples is represented by a reference from a brief that accepts applications. */
function orReference(cover: CoverView, briefs: readonly BriefRow[]): CoverView {
  if (cover.picture) return cover;
  const own = briefs.find(({ creatorId }) => creatorId === cover.personId);
  const [reference] = own?.pictures ?? [];
  if (!reference) return cover;
  const { name: _of, ...picture } = reference;
  return { ...cover, picture };
}

/**
 * Marks a match as opened, so it isn't new to the actor anymore. Does nothing to someone else's match.
 * @returns how many of their new matches stay new
 */
export async function seeMatch(actor: Actor, matchId: string): Promise<number> {
  if (actor.newMatches === 0) return 0;
  const seen = await writeRows(
    "discovery-see-match",
    `UPDATE matches SET creator_seen_at = CASE WHEN creator_id = $1 THEN now() ELSE creator_seen_at END,
                        contributor_seen_at = CASE WHEN contributor_id = $1 THEN now() ELSE contributor_seen_at END
      WHERE id = $2 AND NOT held
        AND (creator_id = $1 AND creator_seen_at IS NULL OR contributor_id = $1 AND contributor_seen_at IS NULL)
      RETURNING id`,
    [actor.userId, matchId],
  );
  return Math.max(0, actor.newMatches - seen.length);
}

/** A match that waits for room in the creator's plan, and the work of both people. */
export interface HeldMatch {
  name: string;
  avatarUrl: string | null;
  cover: CoverView;
  ownCover: CoverView;
}

/** The creator's newest match that waits for room in their plan. Null for contributors, whose plan doesn't matter. */
export async function findHeldMatch(actor: Actor): Promise<HeldMatch | null> {
  const [row] = await readRows<CoversRow & Pick<HeldMatch, "name" | "avatarUrl">>(
    "discovery-held-match",
    `SELECT p.id AS "otherId", p.full_name AS name, p.avatar_url AS "avatarUrl",
            EXISTS (SELECT FROM open_profile(p.id)) AS opens, theirs.traits,
            (SELECT traits FROM compared_traits($1)) AS viewer,
            (SELECT coalesce(json_agg(own), '[]') FROM foremost_samples(ARRAY[$1::uuid, p.id], 1) own) AS work,
            (SELECT briefs FROM leading_briefs(ARRAY[$1::uuid, p.id])) AS briefs
       FROM (SELECT m.contributor_id FROM matches m
              WHERE m.creator_id = $1 AND m.held AND EXISTS (SELECT FROM findable($1, m.contributor_id))
              ORDER BY m.created_at DESC, m.id DESC LIMIT 1) m
       JOIN profiles p ON p.id = m.contributor_id CROSS JOIN LATERAL compared_traits(p.id) theirs`,
    [actor.userId],
  );
  return row ? { name: row.name, avatarUrl: row.avatarUrl, ...(await coversOf(actor, row)) } : null;
}

/** A match that waited for room in the actor's plan. */
export interface WaitedMatch extends Pick<MatchCardView, "personId" | "name" | "avatarUrl"> {
  /** The match is still waiting. */
  isHeld: boolean;
  about: string[];
}

/**
 * The actor's held matches, and those that were made since a payment. A match that never waited is left out: it was
 * made at the same moment as the second Like.
 */
export async function listWaited(actor: Actor, since: Date): Promise<WaitedMatch[]> {
  const rows = await readRows<MatchRow & { viewer: Traits; held: boolean; location: string }>(
    "discovery-waited",
    `SELECT m.id, m.source, m."createdAt", m."otherId", m.held, m.seen, true AS opens, false AS written,
            p.full_name AS "fullName", p.avatar_url AS "avatarUrl", p.location, theirs.traits,
            (SELECT traits FROM compared_traits($1)) AS viewer
       FROM match_sides m JOIN profiles p ON p.id = m."otherId" CROSS JOIN LATERAL compared_traits(p.id) theirs
      WHERE m."viewerId" = $1 AND m.source = 'swipe' AND EXISTS (SELECT FROM findable($1, p.id))
        AND (m.held OR m."createdAt" >= $2 AND NOT EXISTS (
             SELECT FROM swipes s WHERE s.created_at > m."createdAt" - interval '1 second'
                AND (s.actor_id = $1 AND s.target_id = p.id OR s.actor_id = p.id AND s.target_id = $1)))
      ORDER BY m.held, m."createdAt", m.id LIMIT 12`,
    [actor.userId, since],
  );
  const names = await listCatalog();
  return rows.map((row) => {
    const { personId, name, avatarUrl, match, skills } = cardOf(row, row.viewer, names);
    const about = [match && `${match.percent}%`, skills[0], row.location];
    return {
      ...{ personId, name, avatarUrl, isHeld: row.held },
      about: about.filter((text): text is string => Boolean(text)),
    };
  });
}

/** What a profile shows about the viewer and its owner. */
export interface Meeting {
  /** Null if there is too little to compare. */
  match: MatchView | null;
  /** How many swipes are left today; null if the viewer may not swipe the person. */
  swiping: SwipesLeft | null;
  /** Only for a viewer who's a creator; null on their own profile. */
  saving: DeckView["saving"] | null;
  /** The viewer has already been counted as a visitor today. */
  isViewCounted: boolean;
}

interface SwipesLeft {
  hasRoom: boolean;
  /** Shown next to the buttons. Null without a limit. */
  words: string | null;
}

type MeetingRow = {
  viewer: Traits;
  person: Traits;
  canSwipe: boolean;
  swipes: number;
  swipesPerDay: number;
} & Pick<Meeting, "saving" | "isViewCounted">;

/** $1 viewer, $2 person, $3 the viewer's time zone. `canSwipe` is true for everyone a deck could show. */
const meetingText = `
SELECT viewer.traits AS viewer, person.traits AS person, swiping.swipes, swiping."swipesPerDay",
       person.traits ->> 'userType' <> viewer.traits ->> 'userType' AND EXISTS (SELECT FROM may_be_dealt($1, $2)) AS "canSwipe",
       (SELECT to_json(offer) FROM saving_offer($1, ARRAY[$2::uuid]) offer) AS saving,
       EXISTS (SELECT FROM view_of_today($1, $2)) AS "isViewCounted"
  FROM compared_traits($1) viewer CROSS JOIN compared_traits($2) person CROSS JOIN swiping_of($1, $3) swiping`;

/** On the viewer's own profile, everything is null or false. */
export async function findMeeting(viewer: Actor, personId: string): Promise<Meeting> {
  const none = { match: null, swiping: null, saving: null, isViewCounted: false };
  if (viewer.userId === personId) return none;
  const [row] = await readRows<MeetingRow>("discovery-meeting", meetingText, [
    viewer.userId,
    personId,
    viewer.timeZone,
  ]);
  if (!row) return none;
  const mayDecide =
    viewer.userType !== null && (!isContributor(viewer) || isApproved(viewer.contributorStatus));
  const limit = !isContributor(viewer) && row.swipesPerDay < unlimited ? row.swipesPerDay : null;
  return {
    match: matchOf(row.viewer, row.person, await listCatalog()),
    swiping: mayDecide && row.canSwipe ? swipesLeft({ used: row.swipes, limit }, viewer.timeZone) : null,
    saving: row.saving,
    isViewCounted: row.isViewCounted,
  };
}

function swipesLeft(use: Pick<UsageView, "used" | "limit">, timeZone: string): SwipesLeft {
  const left = usesLeft(use);
  if (left === null) return { hasRoom: true, words: null };
  const resets = resetWords("swipe", "free", timeZone);
  if (left === 0)
    return { hasRoom: false, words: `You've used all ${use.limit} of today's swipes. ${resets}` };
  const words = `${left} of ${use.limit} swipes left today`;
  return { hasRoom: true, words: left === 1 ? `${words} · ${lastUseWords("swipe", resets)}` : words };
}

function cardOf(row: MatchRow, viewer: Traits, names: Catalog): MatchCardView {
  const { traits } = row;
  return {
    matchId: row.id,
    personId: row.otherId,
    name: shownName(row.fullName, traits.userType),
    avatarUrl: row.avatarUrl,
    role: traits.userType,
    hasProfile: row.opens,
    skills: namesOf(startingWith(traits.serviceIds, viewer.serviceIds), names.byId.services),
    tools: namesOf(startingWith(traits.toolIds, viewer.toolIds), names.byId.tools),
    match: matchOf(viewer, traits, names),
    isNew: !row.seen && !row.written,
    isWritten: row.written,
  };
}
