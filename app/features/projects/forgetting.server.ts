import type { Transaction } from "~/platform/db.server";
import { tellApplicantsSoon } from "./announcing.server";
import { writeEvent } from "./project.server";

/** Whether someone who leaves has projects that others applied for, or applications that others decided about. */
export async function areProjectsKept(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ kept: boolean }[]>`
    SELECT EXISTS (SELECT FROM project_briefs b
                    WHERE b.creator_id = ${userId}::uuid AND EXISTS (SELECT FROM project_applicants(b.id)))
        OR EXISTS (SELECT FROM project_applications
                    WHERE contributor_id = ${userId}::uuid AND status IN ('accepted', 'declined')) AS kept`;
  return row?.kept === true;
}

/**
 * Gives what others keep to a nameless account, without links and work samples: projects that someone has applied for,
 * canceled if they were not over, and applications that were decided. All else goes with the account.
 */
export async function forgetInProjects(tx: Transaction, userId: string, namelessId: string): Promise<void> {
  const kept = await tx.$queryRaw<{ id: string; wasOpen: boolean }[]>`
    WITH kept AS (
      SELECT b.id, b.status IN ('open', 'in_progress') AS "wasOpen" FROM project_briefs b
       WHERE b.creator_id = ${userId}::uuid AND EXISTS (SELECT FROM project_applicants(b.id)) FOR NO KEY UPDATE
    ), named AS (
      UPDATE project_briefs b
         SET creator_id = ${namelessId}::uuid, brand_link = NULL, post_key = NULL, updated_at = now(),
             status = CASE WHEN kept."wasOpen" THEN 'cancelled'::project_status ELSE b.status END
        FROM kept WHERE b.id = kept.id
    )
    SELECT * FROM kept`;
  await tx.projectInvitation.deleteMany({ where: { projectId: { in: kept.map(({ id }) => id) } } });
  await tx.$executeRaw`
    UPDATE project_applications SET private_note = ''
     WHERE project_id = ANY (${kept.map(({ id }) => id)}::uuid[]) AND private_note <> ''`;
  await tx.$executeRaw`
    UPDATE project_applications
       SET contributor_id = ${namelessId}::uuid, portfolio_link = NULL, sample_ids = '{}', private_note = '', percent = 0
     WHERE contributor_id = ${userId}::uuid AND status IN ('accepted', 'declined')`;
  await tx.$executeRaw`
    UPDATE project_events e SET contributor_id = ${namelessId}::uuid
     WHERE contributor_id = ${userId}::uuid
       AND EXISTS (SELECT FROM project_applications a
                    WHERE a.project_id = e.project_id AND a.contributor_id = ${namelessId}::uuid)`;
  await tx.$executeRaw`DELETE FROM project_events WHERE contributor_id = ${userId}::uuid`;
  for (const { id: projectId, wasOpen } of kept) {
    if (!wasOpen) continue;
    const eventId = await writeEvent(tx, { projectId, kind: "cancelled", actorId: null });
    await tellApplicantsSoon(tx, projectId, eventId, "cancelled");
  }
}
