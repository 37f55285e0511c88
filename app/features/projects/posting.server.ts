import { randomUUID } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { lockPosts, spend } from "~/features/plans/counting.server";
import { queueHeldRelease } from "~/features/plans/releasing-held.server";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { writeChoices } from "./choices.server";
import { writeEvent } from "./history.server";
import type { NewProject } from "./project";

export type PostOutcome =
  | { ok: true; projectId: string }
  | { ok: false; refused: "not-creator" | "unconfirmed" | "post-limit" | "unknown-choice" };

type Written = PostOutcome | { ok: false; refused: "posted-before" };

/**
 * Posts a project if the plan has room for another; its expiry follows from the plan. A draft with this key is gone.
 * @param key created with the form: a resend posts nothing more and returns the same project
 * @returns refused: 'not-creator'; 'unconfirmed' while the actor's address is; 'post-limit'; 'unknown-choice' for an id that no catalog has
 */
export async function postProject(actor: Actor, project: NewProject, key: string): Promise<PostOutcome> {
  if (actor.userType !== "creator") return { ok: false, refused: "not-creator" };
  const posted = await transaction<Written>(async (tx) => {
    await lockPosts(tx, actor);
    return writeProject(tx, actor, project, key);
  });
  if (posted.ok || posted.refused !== "posted-before") return posted as PostOutcome;
  const projectId = await findPosted(db, actor, key);
  if (!projectId) throw new Error("a use was counted for a post that is not there");
  return { ok: true, projectId };
}

/** The project that the form with this key has posted. */
export async function findPosted(tx: Transaction, actor: Actor, key: string): Promise<string | null> {
  const creatorId_postKey = { creatorId: actor.userId, postKey: key };
  const posted = await tx.projectBrief.findUnique({ where: { creatorId_postKey }, select: { id: true } });
  return posted?.id ?? null;
}

/** Like postProject, in the transaction of a caller that holds `lockPosts`. */
export async function writeProject(
  tx: Transaction,
  actor: Actor,
  project: NewProject,
  key: string,
): Promise<Written> {
  if (!actor.isConfirmed) return { ok: false, refused: "unconfirmed" };
  // They may have switched since the request began, under the same lock.
  const profile = await tx.profile.findUnique({ where: { id: actor.userId }, select: { userType: true } });
  if (profile?.userType !== "creator") return { ok: false, refused: "not-creator" };
  const projectId = randomUUID();
  const spent = await spend(tx, actor, "post", key, projectId);
  if (spent === "already") return { ok: false, refused: "posted-before" };
  if (spent === "limit") return { ok: false, refused: "post-limit" };
  const stored = await tx.$executeRaw`
    INSERT INTO project_briefs (id, creator_id, post_key, title, description, budget_type_id, budget_details,
                                deliverables, start_date, timeline, is_ongoing, brand_link, questions, expires_at)
    SELECT ${projectId}::uuid, ${actor.userId}::uuid, ${key}, ${project.title}, ${project.description}, budget.id,
           ${project.budgetDetails}, ${project.deliverables}, ${project.startDate}::date, ${project.timeline},
           ${project.isOngoing}, ${project.brandLink}, ${[...project.questions]}::text[], post_expiry(t.name)
      FROM plans_in_force t LEFT JOIN budget_types budget ON budget.id = ${project.budgetTypeId}
     WHERE t.user_id = ${actor.userId}::uuid AND (${project.budgetTypeId}::int IS NULL OR budget.id IS NOT NULL)`;
  if (stored !== 1 || !(await writeChoices(tx, projectId, project)))
    return { ok: false, refused: "unknown-choice" };
  await writeEvent(tx, { projectId, kind: "posted", actorId: actor.userId });
  await tx.$executeRaw`
    UPDATE brief_files SET project_id = ${projectId}::uuid, draft_of = NULL
     WHERE draft_of = (SELECT creator_id FROM project_drafts
                        WHERE creator_id = ${actor.userId}::uuid AND key = ${key}::uuid)`;
  await tx.projectDraft.deleteMany({ where: { creatorId: actor.userId, key } });
  // On Pro, each active post makes room for more matches.
  await queueHeldRelease(tx, actor.userId);
  return { ok: true, projectId };
}
