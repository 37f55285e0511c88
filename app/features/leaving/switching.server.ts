import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { endMatchesOf, listMatchedCreators } from "~/features/discovery/ending.server";
import { withdrawFromDecks } from "~/features/discovery/swiping.server";
import { listSavers, unsaveEverywhere } from "~/features/favorites/saving.server";
import { lockPosts, lockUses } from "~/features/plans/counting.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { logRole } from "~/features/profiles/drafting.server";
import { lockProfile, setRole } from "~/features/profiles/saving.server";
import { dropInvitations, withdrawTheRest } from "~/features/projects/closing.server";
import type { Outcome } from "~/outcome";
import { db, type Transaction } from "~/platform/db.server";

import { switchEveryDays } from "./type-switch";

type Role = "creator" | "contributor";

export type SwitchObstacle = "switched-recently" | "plan-runs" | "open-projects" | "pending-applications";

export type SwitchOutcome = Outcome<SwitchObstacle | "no-type">;

interface Situation {
  from: Role | null;
  switchedAt: Date | null;
  openProjects: number;
  pendingApplications: number;
  /** How many matches the switch would end. */
  matches: number;
}

async function readSituation(tx: Transaction, userId: string): Promise<Situation> {
  const [row] = await tx.$queryRaw<Situation[]>`
    SELECT p.user_type AS "from", p.type_switched_at AS "switchedAt", work.open_projects AS "openProjects",
           work.pending_applications AS "pendingApplications",
           (SELECT count(*)::int FROM matches m WHERE p.id IN (m.creator_id, m.contributor_id) AND NOT m.held) AS matches
      FROM profiles p CROSS JOIN LATERAL unfinished_work(p.id) work WHERE p.id = ${userId}::uuid`;
  if (!row) throw new Error("a live session has no profile");
  return row;
}

/** What prevents the switch; null if nothing does. */
async function obstacleOf(userId: string, situation: Situation): Promise<SwitchObstacle | null> {
  if (nextSwitch(situation.switchedAt)) return "switched-recently";
  if (situation.from === "contributor")
    return situation.pendingApplications > 0 ? "pending-applications" : null;
  if (situation.openProjects > 0) return "open-projects";
  const plan = await findSubscription(userId);
  const isPaid = plan && plan.plan !== "free" && plan.periodEnd.getTime() > Date.now();
  return plan?.subscriptionId || isPaid ? "plan-runs" : null;
}

/** When an account that has switched may do so again; null if it may now. */
function nextSwitch(switchedAt: Date | null): Date | null {
  const next = switchedAt && new Date(switchedAt.getTime() + switchEveryDays * 86_400_000);
  return next && next.getTime() > Date.now() ? next : null;
}

/**
 * What the page that offers the switch shows. Null for a member without a type. `opensAt` is in ISO 8601, for
 * 'switched-recently'.
 */
export async function findSwitch({ userId }: Actor) {
  const situation = await readSituation(db, userId);
  const { from, switchedAt, matches } = situation;
  if (!from) return null;
  const opensAt = nextSwitch(switchedAt)?.toISOString() ?? null;
  const to: Role = from === "creator" ? "contributor" : "creator";
  return { from, to, obstacle: await obstacleOf(userId, situation), opensAt, matches };
}

/**
 * Turns a creator into a contributor or vice versa, all or nothing. Ends their swipes, matches, invitations,
 * applications to people they can't reach, and entries in decks and favorites. When a match ends, the other
 * person is notified, and a creator gets back the use that it took. Conversations stay, and a new contributor
 * is queued for review. Allowed once in 30 days: messages and swipes are counted only for creators, so a
 * creator at a limit could otherwise get around it. Repeating a switch changes nothing. Refused: 'no-type',
 * and the obstacles.
 * @param to the type that the page offered
 */
export async function switchRole(actor: Actor, to: Role): Promise<SwitchOutcome> {
  const { userId } = actor;
  const done = await transactionBy<SwitchOutcome & { changed?: true }>(actor, async (tx) => {
    // Blocks concurrent posts. The profile is locked last, in the same order as when a profile is saved, so the two
    // can't deadlock.
    await lockPosts(tx, actor);
    const { fullName } = await lockProfile(tx, userId);
    const situation = await readSituation(tx, userId);
    if (!situation.from) return { ok: false, refused: "no-type" };
    if (situation.from === to) return { ok: true };
    const obstacle = await obstacleOf(userId, situation);
    if (obstacle) return { ok: false, refused: obstacle };
    await lockUses(tx, [...(await listMatchedCreators(tx, userId)), ...(await listSavers(tx, userId))]);
    await withdrawFromDecks(tx, userId);
    await endMatchesOf(tx, userId, fullName);
    await unsaveEverywhere(tx, userId);
    await dropInvitations(tx, userId);
    await withdrawTheRest(tx, userId);
    await setRole(tx, userId, to);
    return { ok: true, changed: true };
  });
  if (!done.ok) return done;
  if (done.changed) logRole(userId, to, actor.address);
  return { ok: true };
}
