import { type Actor, isContributor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { shownName } from "~/features/profiles/profile";
import { hasOpenProfile, isReachableBy } from "~/features/visibility/seeing.server";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, Prisma, readRows } from "~/platform/db.server";
import type { Traits } from "./score";
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
}

const pageSize = 12;

type MatchRow = TraitsRow & {
  id: string;
  created_at: Date;
  person_id: string;
  full_name: string;
  avatar_url: string | null;
  opens: boolean;
};

/**
 * Newest first, paged, without blocked and suspended people.
 * @param before the previous page's `next`
 */
export async function listMatches(
  actor: Actor,
  before: string | null,
): Promise<{ matches: MatchCardView[]; next: string | null }> {
  const [createdAt, id] = readCursor(before);
  const [mine, other] = isContributor(actor)
    ? ["contributor_id", "creator_id"]
    : ["creator_id", "contributor_id"];
  const [rows, viewer, names] = await Promise.all([
    readRows<MatchRow>(
      `discovery-matches-by-${mine}`,
      `SELECT m.id, m.created_at, p.id AS person_id, p.full_name, p.avatar_url, ${hasOpenProfile("p")} AS opens, ${traitColumns}
         FROM matches m JOIN profiles p ON p.id = m.${other}
        WHERE m.${mine} = $1 AND NOT m.held AND (m.created_at, m.id) < ($2::timestamptz, $3::uuid)
          AND ${isReachableBy("$1", "p.id")}
        ORDER BY m.created_at DESC, m.id DESC LIMIT $4`,
      [actor.userId, createdAt, id, pageSize + 1],
    ),
    traitsOfPerson(actor.userId),
    listCatalog(),
  ]);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    matches: shown.map((row) => cardOf(row, viewer, names)),
    next: rows.length > pageSize && last ? cursorOf(last.created_at, last.id) : null,
  };
}

/** Null if it is somebody else's, held or missing, or the other person is hidden. */
export async function findMatch(actor: Actor, matchId: string): Promise<MatchCardView | null> {
  const [row] = await readRows<MatchRow>(
    "discovery-match",
    `SELECT m.id, m.created_at, p.id AS person_id, p.full_name, p.avatar_url, ${hasOpenProfile("p")} AS opens, ${traitColumns}
       FROM matches m JOIN profiles p ON p.id = CASE WHEN m.creator_id = $1 THEN m.contributor_id ELSE m.creator_id END
      WHERE m.id = $2 AND NOT m.held AND $1 IN (m.creator_id, m.contributor_id)
        AND ${isReachableBy("$1", "p.id")}`,
    [actor.userId, matchId],
  );
  return row ? cardOf(row, await traitsOfPerson(actor.userId), await listCatalog()) : null;
}

/** As creator. */
export async function hasHeldMatch(actor: Actor): Promise<boolean> {
  return (await db.match.count({ where: { creatorId: actor.userId, held: true }, take: 1 })) > 0;
}

export async function findMatchWith(viewer: Actor, personId: string): Promise<MatchView | null> {
  if (viewer.userId === personId) return null;
  const rows = await readRows<TraitsRow & { id: string }>(
    "discovery-two-traits",
    `SELECT p.id, ${traitColumns} FROM profiles p WHERE p.id = ANY ($1::uuid[])`,
    [[viewer.userId, personId]],
  );
  const one = rows.find((row) => row.id === viewer.userId);
  const other = rows.find((row) => row.id === personId);
  return one && other ? matchOf(traitsOf(one), traitsOf(other), await listCatalog()) : null;
}

async function traitsOfPerson(personId: string): Promise<Traits> {
  const [row] = await db.$queryRaw<TraitsRow[]>(
    Prisma.sql`SELECT ${Prisma.raw(traitColumns)} FROM profiles p WHERE p.id = ${personId}::uuid`,
  );
  if (!row) throw new Error("no profile for a living session");
  return traitsOf(row);
}

function cardOf(
  row: MatchRow,
  viewer: Traits,
  names: Awaited<ReturnType<typeof listCatalog>>,
): MatchCardView {
  const named = (ids: number[], list: Readonly<Record<number, string>>) =>
    ids.map((id) => list[id]).filter((name) => name !== undefined);
  return {
    matchId: row.id,
    personId: row.person_id,
    name: shownName(row.full_name, row.user_type),
    avatarUrl: row.avatar_url,
    role: row.user_type,
    hasProfile: row.opens,
    skills: named(row.service_ids, names.byId.services),
    tools: named(row.tool_ids, names.byId.tools),
    match: matchOf(viewer, traitsOf(row), names),
  };
}
