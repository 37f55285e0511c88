import type { Actor } from "~/features/accounts/actor";
import { withdrawFromDecks } from "~/features/discovery/swiping.server";
import { unsaveEverywhere } from "~/features/favorites/saving.server";
import { lockPosts } from "~/features/plans/counting.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { logRole } from "~/features/profiles/drafting.server";
import { lockProfile, setRole } from "~/features/profiles/saving.server";
import {
  countOpenProjects,
  countPendingApplications,
  dropInvitations,
  withdrawTheRest,
} from "~/features/projects/closing.server";
import { db, type Transaction, transaction } from "~/platform/db.server";

type Role = "creator" | "contributor";

export type SwitchObstacle = "plan-runs" | "open-projects" | "pending-applications";

export type SwitchOutcome = { ok: true } | { ok: false; refused: SwitchObstacle | "no-type" };

const otherRole = (role: Role): Role => (role === "creator" ? "contributor" : "creator");

/** Null if nothing prevents the switch. */
async function obstacleOf(tx: Transaction, userId: string, role: Role): Promise<SwitchObstacle | null> {
  if (role === "contributor")
    return (await countPendingApplications(tx, userId)) > 0 ? "pending-applications" : null;
  if ((await countOpenProjects(tx, userId)) > 0) return "open-projects";
  const plan = await findSubscription(userId);
  const isPaid = plan && plan.plan !== "free" && plan.periodEnd.getTime() > Date.now();
  return plan?.subscriptionId || isPaid ? "plan-runs" : null;
}

/** For the page before the switch. Null for a member without a type. */
export async function findSwitch(
  actor: Pick<Actor, "userId" | "userType">,
): Promise<{ from: Role; to: Role; obstacle: SwitchObstacle | null } | null> {
  if (!actor.userType) return null;
  const obstacle = await obstacleOf(db, actor.userId, actor.userType);
  return { from: actor.userType, to: otherRole(actor.userType), obstacle };
}

/**
 * Makes a creator a contributor, or the other way around, all or nothing: their swipes, matches, invitations,
 * applications to people whom they cannot reach, and entries in decks and favorites end; conversations stay, and a new
 * contributor is queued for review. Sent again, it changes nothing. Refused: 'no-type', and the obstacles.
 * @param to the type that the page offered
 */
export async function switchRole(actor: Actor, to: Role): Promise<SwitchOutcome> {
  const { userId } = actor;
  const done = await transaction<SwitchOutcome & { changed?: true }>(async (tx) => {
    // Blocks concurrent posts; the profile comes last, as when a profile is saved.
    await lockPosts(tx, actor);
    const { userType: from } = await lockProfile(tx, userId);
    if (!from) return { ok: false, refused: "no-type" };
    if (from === to) return { ok: true };
    const obstacle = await obstacleOf(tx, userId, from);
    if (obstacle) return { ok: false, refused: obstacle };
    await withdrawFromDecks(tx, userId);
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
