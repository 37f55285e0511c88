import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { type Transaction, transaction } from "~/platform/db.server";
import type { ProjectStatus } from "./project";

export interface OwnProject {
  id: string;
  title: string;
  creatorId: string;
  status: ProjectStatus;
  /** Open or in progress, and not expired: it counts toward the plan. */
  isActive: boolean;
  /** By an admin. */
  isHidden: boolean;
}

/** SQL: their account is not one whose first messages, and so their invitations, wait for an admin. */
export const sendsInvitations = (creator: string) =>
  `((SELECT own.held_at IS NULL FROM users own WHERE own.id = ${creator}) IS TRUE)`;

/**
 * Runs `act` on a project of the actor's, in a transaction; what owners and applicants do to one project waits.
 * Refused: 'not-found' for unknown and other people's.
 */
export async function withOwnProject<Outcome extends { ok: boolean }>(
  actor: Actor,
  projectId: string,
  act: (tx: Transaction, project: OwnProject) => Promise<Outcome>,
): Promise<Outcome | { ok: false; refused: "not-found" }> {
  if (!isId(projectId)) return { ok: false, refused: "not-found" };
  return transaction<Outcome | { ok: false; refused: "not-found" }>(async (tx) => {
    const [project] = await tx.$queryRaw<OwnProject[]>`
      SELECT b.id, b.title, b.creator_id AS "creatorId", b.status::text, is_active_post(b) AS "isActive", b.hidden_at IS NOT NULL AS "isHidden"
        FROM project_briefs b
       WHERE b.id = ${projectId}::uuid AND b.creator_id = ${actor.userId}::uuid FOR NO KEY UPDATE`;
    return project ? act(tx, project) : { ok: false, refused: "not-found" };
  });
}
