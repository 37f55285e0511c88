import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { db, Prisma } from "~/platform/db.server";

export type SortOutcome = { ok: true } | { ok: false; refused: "not-found" | "decided" };

/**
 * Shortlists or archives a pending application of an own project, or makes it new again. The applicant never learns.
 * Refused: 'not-found', 'decided' for one that no longer waits.
 */
export async function sortApplication(
  actor: Actor,
  projectId: string,
  contributorId: string,
  stage: "new" | "shortlisted" | "archived",
): Promise<SortOutcome> {
  return change(
    actor,
    projectId,
    contributorId,
    Prisma.sql`stage = ${stage}::application_stage`,
    Prisma.sql`a.status = 'pending'`,
  );
}

/** Stores the owner's private note on an applicant; an empty one removes it. Refused: 'not-found'. */
export async function writePrivateNote(
  actor: Actor,
  projectId: string,
  contributorId: string,
  note: string,
): Promise<SortOutcome> {
  return change(actor, projectId, contributorId, Prisma.sql`private_note = ${note}`, Prisma.sql`true`);
}

async function change(
  actor: Actor,
  projectId: string,
  contributorId: string,
  set: Prisma.Sql,
  condition: Prisma.Sql,
): Promise<SortOutcome> {
  if (!isId(projectId) || !isId(contributorId)) return { ok: false, refused: "not-found" };
  const isHere = Prisma.sql`a.project_id = ${projectId}::uuid AND a.contributor_id = ${contributorId}::uuid
    AND a.status <> 'withdrawn' AND b.id = a.project_id AND b.creator_id = ${actor.userId}::uuid
    AND EXISTS (SELECT FROM reachable(b.creator_id, a.contributor_id)) AND a.hidden_at IS NULL`;
  const changed = await db.$executeRaw`
    UPDATE project_applications a SET ${set}, updated_at = now() FROM project_briefs b
     WHERE ${isHere} AND ${condition}`;
  if (changed === 1) return { ok: true };
  const there = await db.$queryRaw<object[]>`
    SELECT FROM project_applications a, project_briefs b WHERE ${isHere}`;
  return { ok: false, refused: there.length > 0 ? "decided" : "not-found" };
}
