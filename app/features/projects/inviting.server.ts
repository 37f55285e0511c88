import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { keepRoles } from "~/features/profiles/saving.server";
import { readStanding } from "~/features/visibility/seeing.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { db } from "~/platform/db.server";
import { notifyInvited, notifyOwner } from "./announcing.server";
import { invitationsADay } from "./project";
import { withOwnProject, writeEvent } from "./project.server";

export type InviteOutcome = Outcome<
  "not-found" | "hidden" | "closed" | "applied" | "invited" | "daily-limit"
>;

/**
 * Invites a contributor to apply to the actor's own open project, once per person and project. Only the invited person
 * sees the invitation. If the actor's first messages are held for an admin, it's held, too, and no one is notified.
 * Idempotent. Refused: 'hidden' if an admin has hidden the actor's profile, 'not-found' for someone else's project and
 * for people the actor couldn't find in searches, 'closed', 'applied', 'invited' with a different note, 'daily-limit'.
 */
export async function invite(
  actor: Actor,
  projectId: string,
  contributorId: string,
  note: string,
): Promise<InviteOutcome> {
  if (!isId(contributorId)) return { ok: false, refused: "not-found" };
  return withOwnProject<InviteOutcome>(actor, projectId, async (tx, project) => {
    // The project's lock doesn't cover invitations to the creator's other projects, which count toward the same daily
    // limit.
    await keepRoles(tx, [contributorId], `invites:${actor.userId}`);
    const [now] = await tx.$queryRaw<
      { canBeFound: boolean; applied: boolean; invitedWith: string | null; today: number; isHeld: boolean }[]
    >`
      SELECT EXISTS (SELECT FROM findable(viewer.id, p.id)) AND p.user_type = 'contributor' AS "canBeFound",
             EXISTS (SELECT FROM project_applications a WHERE a.project_id = ${projectId}::uuid AND a.contributor_id = p.id) AS applied,
             (SELECT i.note FROM project_invitations i WHERE i.project_id = ${projectId}::uuid AND i.contributor_id = p.id) AS "invitedWith",
             (SELECT count(*)::int FROM project_invitations i JOIN project_briefs b ON b.id = i.project_id
               WHERE b.creator_id = viewer.id AND i.created_at > now() - interval '24 hours') AS today,
             NOT EXISTS (SELECT FROM sends_invitations(viewer.id)) AS "isHeld"
        FROM profiles p CROSS JOIN (SELECT ${actor.userId}::uuid AS id) viewer WHERE p.id = ${contributorId}::uuid`;
    if ((await readStanding(tx, actor.userId)).isProfileHidden) return { ok: false, refused: "hidden" };
    if (!now?.canBeFound) return { ok: false, refused: "not-found" };
    if (now.applied) return { ok: false, refused: "applied" };
    if (now.invitedWith === note) return { ok: true };
    if (now.invitedWith !== null) return { ok: false, refused: "invited" };
    if (project.status !== "open" || !project.isActive || project.isHidden)
      return { ok: false, refused: "closed" };
    if (now.today >= invitationsADay) return { ok: false, refused: "daily-limit" };
    await tx.projectInvitation.create({ data: { projectId: project.id, contributorId, note } });
    const event = { projectId: project.id, kind: "invited", actorId: actor.userId, contributorId } as const;
    const eventId = await writeEvent(tx, event);
    if (!now.isHeld) await notifyInvited(tx, project, actor, contributorId, note, eventId);
    return { ok: true };
  });
}

/** Declines an invitation. Idempotent. Refused: 'not-found' if there's none, 'applied' if they've already applied. */
export async function declineInvitation(
  actor: Actor,
  projectId: string,
): Promise<Outcome<"not-found" | "applied">> {
  if (!isId(projectId)) return { ok: false, refused: "not-found" };
  return transactionBy(actor, async (tx) => {
    const [invitation] = await tx.$queryRaw<{ declined: boolean; applied: boolean }[]>`
      SELECT i.declined_at IS NOT NULL AS declined,
             EXISTS (SELECT FROM project_applications a
                      WHERE a.project_id = i.project_id AND a.contributor_id = i.contributor_id) AS applied
        FROM project_invitations i JOIN project_briefs b ON b.id = i.project_id
       WHERE i.project_id = ${projectId}::uuid AND i.contributor_id = ${actor.userId}::uuid
         AND EXISTS (SELECT FROM reachable(i.contributor_id, b.creator_id))
         FOR UPDATE OF i`;
    if (!invitation) return { ok: false, refused: "not-found" };
    if (invitation.applied) return { ok: false, refused: "applied" };
    if (invitation.declined) return { ok: true };
    const key = { projectId, contributorId: actor.userId };
    await tx.projectInvitation.update({
      where: { projectId_contributorId: key },
      data: { declinedAt: new Date() },
    });
    const eventId = await writeEvent(tx, { ...key, kind: "invitation_declined", actorId: actor.userId });
    await notifyOwner(tx, projectId, actor, "invitation-declined", eventId);
    return { ok: true };
  });
}

export interface InvitedView {
  contributorId: string;
  name: string;
  invitedAt: string;
  state: "waiting" | "applied" | "declined";
}

/** Converts rows of `people_invited` or `open_invitations`, whose times are PostgreSQL's text. */
export const withIsoTimes = <Row extends { invitedAt: string }>(rows: Row[] | null): Row[] =>
  (rows ?? []).map((row) => ({ ...row, invitedAt: new Date(row.invitedAt).toISOString() }));

export interface InvitableProject {
  projectId: string;
  title: string;
  state: "free" | "invited" | "applied";
}

/**
 * The actor's open projects, newest first, at most 50. Each says whether this contributor has already applied or been
 * invited.
 */
export async function listInvitable(actor: Actor, contributorId: string): Promise<InvitableProject[]> {
  return db.$queryRaw<InvitableProject[]>`
    SELECT b.id AS "projectId", b.title,
           CASE WHEN EXISTS (SELECT FROM project_applications a
                              WHERE a.project_id = b.id AND a.contributor_id = ${contributorId}::uuid) THEN 'applied'
                WHEN EXISTS (SELECT FROM project_invitations i
                              WHERE i.project_id = b.id AND i.contributor_id = ${contributorId}::uuid) THEN 'invited'
                ELSE 'free' END AS state
      FROM project_briefs b WHERE b.creator_id = ${actor.userId}::uuid AND takes_applications(b)
     ORDER BY b.created_at DESC LIMIT 50`;
}

export interface InvitationView {
  projectId: string;
  title: string;
  creatorName: string;
  note: string;
  invitedAt: string;
}
