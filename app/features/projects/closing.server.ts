import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { lockPosts, spend } from "~/features/plans/counting.server";
import { lastUseWords } from "~/features/plans/plan";
import { queueHeldRelease } from "~/features/plans/releasing-held.server";
import type { Transaction } from "~/platform/db.server";
import { tellApplicantsSoon } from "./announcing.server";
import { writeEvent } from "./history.server";
import { type OwnProject, withOwnProject } from "./owning.server";
import type { ProjectView } from "./viewing.server";

export type CloseOutcome = { ok: true } | { ok: false; refused: "not-found" | "wrong-state" };
export type ReopenOutcome = CloseOutcome | { ok: false; refused: "post-limit" | "not-creator" };

/** Completes a project in progress; again changes nothing. Refused: 'not-found', 'wrong-state'. */
export async function completeProject(actor: Actor, projectId: string): Promise<CloseOutcome> {
  return close(actor, projectId, "completed", ["in_progress"]);
}

/** Cancels an open project or one in progress; again changes nothing. Refused: 'not-found', 'wrong-state'. */
export async function cancelProject(actor: Actor, projectId: string): Promise<CloseOutcome> {
  return close(actor, projectId, "cancelled", ["open", "in_progress"]);
}

async function close(
  actor: Actor,
  projectId: string,
  to: "completed" | "cancelled",
  from: readonly OwnProject["status"][],
): Promise<CloseOutcome> {
  return withOwnProject<CloseOutcome>(actor, projectId, async (tx, project) => {
    if (project.status === to) return { ok: true };
    if (!from.includes(project.status)) return { ok: false, refused: "wrong-state" };
    await tx.projectBrief.update({ where: { id: project.id }, data: { status: to } });
    const eventId = await writeEvent(tx, { projectId, kind: to, actorId: actor.userId });
    await tellApplicantsSoon(tx, projectId, eventId, to);
    return { ok: true };
  });
}

/**
 * Opens a completed or canceled project again, or resumes it if someone was accepted, with a new expiry. Applications
 * that were pending are again. Again changes nothing. Refused: 'not-found', 'not-creator' for someone who has become a contributor,
 * 'post-limit'.
 */
export async function reopenProject(actor: Actor, projectId: string): Promise<ReopenOutcome> {
  return withOwnProject<ReopenOutcome>(actor, projectId, async (tx, project) => {
    if (project.status === "open" || project.status === "in_progress") return { ok: true };
    const accepted = await tx.projectApplication.count({ where: { projectId, status: "accepted" } });
    const renewed = await renew(tx, actor, project);
    if (typeof renewed === "object") return renewed;
    const status = accepted > 0 ? "in_progress" : "open";
    await tx.projectBrief.update({ where: { id: project.id }, data: { status } });
    const eventId = await writeEvent(tx, { projectId, kind: "reopened", actorId: actor.userId });
    await tellApplicantsSoon(tx, projectId, eventId, "reopened");
    return { ok: true };
  });
}

/**
 * Gives an open project or one in progress the plan's whole time again; one that had expired needs room in the plan,
 * and one that has not is refused while more posts are active than the plan allows, as after a downgrade. Refused: 'not-found', 'wrong-state',
 * 'not-creator', 'post-limit'.
 */
export async function extendProject(actor: Actor, projectId: string): Promise<ReopenOutcome> {
  return withOwnProject<ReopenOutcome>(actor, projectId, async (tx, project) => {
    if (project.status !== "open" && project.status !== "in_progress")
      return { ok: false, refused: "wrong-state" };
    const renewed = await renew(tx, actor, project);
    if (typeof renewed === "object") return renewed;
    if (renewed === "renewed") await writeEvent(tx, { projectId, kind: "extended", actorId: actor.userId });
    return { ok: true };
  });
}

/**
 * For the owner, before they extend or reopen a project: whether the plan has no room for that, or that this takes the
 * last post. Null if there is nothing to say. Decides nothing.
 */
export function openingOf({
  status,
  isExpired,
  expiresAt,
  posts,
}: Pick<ProjectView, "status" | "isExpired" | "expiresAt" | "posts">): OpeningView | null {
  const isRunning = status === "open" || status === "in_progress";
  if (!posts || posts.limit === null || (isRunning && expiresAt === null)) return null;
  const { used, limit, resets } = posts;
  const isCounted = isRunning && !isExpired;
  const isFull = isCounted ? used > limit : used >= limit;
  if (isFull) return { isFull, words: `You have ${used} of ${limit} active posts. ${resets}` };
  return isCounted || used < limit - 1 ? null : { isFull, words: lastUseWords("post", resets) };
}

export interface OpeningView {
  isFull: boolean;
  words: string;
}

/** 'unchanged' if it has the plan's whole time already, as after a double click. */
async function renew(
  tx: Transaction,
  actor: Actor,
  project: OwnProject,
): Promise<"renewed" | "unchanged" | { ok: false; refused: "post-limit" | "not-creator" }> {
  await lockPosts(tx, actor);
  // A switch of their type waits for the same lock. No plan limits what a contributor opens.
  const profile = await tx.profile.findUnique({ where: { id: actor.userId }, select: { userType: true } });
  if (actor.userType !== "creator" || profile?.userType !== "creator")
    return { ok: false, refused: "not-creator" };
  if (!project.isActive) {
    // Each opening is a use of its own; the project's lock keeps a resend from counting.
    const spent = await spend(tx, actor, "post", `again:${randomUUID()}`, project.id);
    if (spent === "limit") return { ok: false, refused: "post-limit" };
    await queueHeldRelease(tx, actor.userId);
  }
  const [done] = await tx.$queryRaw<{ allowed: boolean; renewed: boolean }[]>`
    WITH room AS MATERIALIZED (
      SELECT use.name, is_unlimited(use.post_limit) OR use.posts_used <= use.post_limit AS allowed
        FROM usage_in_force use WHERE use.user_id = ${actor.userId}::uuid
    ), renewed AS (
      UPDATE project_briefs b SET expires_at = post_expiry(room.name), updated_at = now() FROM room
       WHERE b.id = ${project.id}::uuid AND room.allowed
         AND (b.expires_at < coalesce(post_expiry(room.name) - interval '1 minute', 'infinity')
              OR b.expires_at IS NULL AND NOT ${project.isActive})
      RETURNING b.id
    )
    SELECT allowed, EXISTS (SELECT FROM renewed) AS renewed FROM room`;
  if (!done?.allowed) return { ok: false, refused: "post-limit" };
  return done.renewed ? "renewed" : "unchanged";
}
