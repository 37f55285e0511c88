import { type Actor, isContributor } from "~/features/accounts/actor";
import { endRequestsBetween } from "~/features/messaging/connecting.server";
import { lockPair } from "~/features/messaging/connections.server";
import { findPlan, planOf } from "~/features/plans/reading.server";
import { db, readRows, transaction } from "~/platform/db.server";
import { announceMatch, claimMatchSlot, type Sides, withdrawHeld } from "./matching.server";

export interface HeldView {
  personId: string;
  name: string;
  avatarUrl: string | null;
}

const shown = 12;

/** As creator or contributor, longest waiting first, and their total. */
export async function listHeld(actor: Actor): Promise<{ people: HeldView[]; count: number }> {
  const [mine, other] = isContributor(actor)
    ? ["contributor_id", "creator_id"]
    : ["creator_id", "contributor_id"];
  const rows = await readRows<{
    id: string;
    full_name: string;
    avatar_url: string | null;
    total: number;
  }>(
    `discovery-held-by-${mine}`,
    `SELECT p.id, p.full_name, p.avatar_url, (count(*) OVER ())::int AS total
       FROM matches m JOIN profiles p ON p.id = m.${other}
      WHERE m.${mine} = $1 AND m.held AND EXISTS (SELECT FROM findable($1, p.id))
      ORDER BY m.created_at, m.id LIMIT ${shown}`,
    [actor.userId],
  );
  return {
    people: rows.map((row) => ({ personId: row.id, name: row.full_name, avatarUrl: row.avatar_url })),
    count: rows[0]?.total ?? 0,
  };
}

/** When a creator's plan has room for matches again, as a sentence; '' if the plan could not be read. */
export async function findMatchResets(creator: Actor): Promise<string> {
  const plan = await findPlan(creator);
  return plan?.usage.find((use) => use.kind === "match")?.resets ?? "";
}

/** The job after a change that may make room for a person, on either side. */
export async function releaseHeldOf(personId: string): Promise<void> {
  const creators = await db.$queryRaw<Creator[]>`
    SELECT u.id AS "userId", coalesce(u.time_zone, 'UTC') AS "timeZone" FROM users u
     WHERE u.id IN (SELECT m.creator_id FROM matches m
                     WHERE m.held AND ${personId}::uuid IN (m.creator_id, m.contributor_id))
       AND EXISTS (SELECT FROM open_account(u.id))`;
  for (const creator of creators) await releaseHeld(creator);
}

type Creator = Pick<Actor, "userId" | "timeZone">;

const batch = 200;

/** Run by a timer, for room that no transaction made, such as a plan changed by hand. Safe to run concurrently. */
export async function releaseAllHeld(): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const creators = await db.$queryRaw<Creator[]>`
      SELECT u.id AS "userId", coalesce(u.time_zone, 'UTC') AS "timeZone" FROM users u
       WHERE u.id > ${after}::uuid AND EXISTS (SELECT FROM open_account(u.id))
         AND EXISTS (SELECT 1 FROM matches m WHERE m.creator_id = u.id AND m.held)
       ORDER BY u.id LIMIT ${batch}`;
    for (const creator of creators) await releaseHeld(creator);
    const last = creators.at(-1);
    if (!last || creators.length < batch) return;
    after = last.userId;
  }
}

/** Oldest first, until the plan is full. */
async function releaseHeld(creator: Creator): Promise<void> {
  const { usage } = await planOf(creator);
  const matches = usage.find((use) => use.kind === "match");
  if (matches && matches.limit !== null && matches.used >= matches.limit) return;
  const waiting = await db.$queryRawUnsafe<{ id: string; contributor_id: string }[]>(
    `SELECT m.id, m.contributor_id FROM matches m JOIN profiles p ON p.id = m.contributor_id
      WHERE m.creator_id = $1::uuid AND m.held AND EXISTS (SELECT FROM findable($1::uuid, p.id))
      ORDER BY m.created_at, m.id LIMIT 100`,
    creator.userId,
  );
  for (const match of waiting)
    if ((await release(creator, match.id, match.contributor_id)) === "limit") return;
}

/** Under its pair's lock. Does nothing if the Like was undone meanwhile. */
async function release(
  creator: Creator,
  matchId: string,
  contributorId: string,
): Promise<"made" | "gone" | "limit"> {
  return transaction(async (tx) => {
    await lockPair(tx, creator.userId, contributorId);
    const [held] = await tx.$queryRaw<
      { name: string; email: string; creator: string; creator_email: string }[]
    >`
      SELECT p.full_name AS name, u.email, c.full_name AS creator, cu.email AS creator_email
        FROM matches m
        JOIN profiles p ON p.id = m.contributor_id JOIN users u ON u.id = p.id
        JOIN profiles c ON c.id = m.creator_id JOIN users cu ON cu.id = c.id
       WHERE m.id = ${matchId}::uuid AND m.held`;
    if (!held) return "gone";
    if (!(await claimMatchSlot(tx, creator, contributorId))) return "limit";
    await tx.$executeRaw`UPDATE matches SET held = false, created_at = now() WHERE id = ${matchId}::uuid`;
    const sides: Sides = [
      { userId: creator.userId, name: held.creator, email: held.creator_email },
      { userId: contributorId, name: held.name, email: held.email },
    ];
    await withdrawHeld(tx, matchId, sides);
    await announceMatch(tx, matchId, sides);
    await endRequestsBetween(tx, creator.userId, contributorId);
    return "made";
  });
}
