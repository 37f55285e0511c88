import type { Transaction } from "~/platform/db.server";

/** Projects of theirs that are not over; they are to be completed or canceled first. */
export function countOpenProjects(tx: Transaction, userId: string): Promise<number> {
  return tx.projectBrief.count({ where: { creatorId: userId, status: { in: ["open", "in_progress"] } } });
}

/** Applications of theirs that someone whom they can reach has yet to decide about; they are to be withdrawn first. */
export async function countPendingApplications(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
     WHERE a.contributor_id = ${userId}::uuid AND a.status = 'pending'
       AND EXISTS (SELECT FROM reachable(a.contributor_id, b.creator_id))`;
  return row?.count ?? 0;
}

/** Withdraws what is still pending, to people whom they cannot reach, and tells no one. */
export async function withdrawTheRest(tx: Transaction, userId: string): Promise<void> {
  await lockCountsOf(tx, userId);
  await tx.$executeRaw`
    WITH withdrawn AS (
      UPDATE project_applications SET status = 'withdrawn', stage = 'new', decided_at = now(), updated_at = now()
       WHERE contributor_id = ${userId}::uuid AND status = 'pending' RETURNING project_id
    )
    INSERT INTO project_events (project_id, kind, actor_id, contributor_id)
    SELECT project_id, 'withdrawn', ${userId}::uuid, ${userId}::uuid FROM withdrawn`;
}

/** Those that they have not answered by applying. */
export async function dropInvitations(tx: Transaction, userId: string): Promise<void> {
  await tx.projectInvitation.deleteMany({ where: { contributorId: userId } });
}

/** The counts of all projects they applied to, in one order: two contributors may share several. */
export async function lockCountsOf(tx: Transaction, contributorId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM project_application_counts
     WHERE project_id IN (SELECT project_id FROM project_applications WHERE contributor_id = ${contributorId}::uuid)
     ORDER BY project_id FOR NO KEY UPDATE`;
}
