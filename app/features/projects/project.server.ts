import type { Actor } from "~/features/accounts/actor";
import { shownName } from "~/features/profiles/profile";
import { isId } from "~/ids";
import { type Prisma, readRows, type Transaction, transaction } from "~/platform/db.server";
import type { NewProject, ProjectStatus } from "./project";

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

/**
 * Runs `act` on the actor's project in a transaction that serializes everything owners and applicants do to it.
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

interface NewEvent {
  projectId: string;
  kind: Prisma.ProjectEventUncheckedCreateInput["kind"];
  /** Null for the product itself. */
  actorId: string | null;
  /** Whose application or invitation it is about. */
  contributorId?: string;
  note?: string;
}

/** In the transaction of the change. Returns the event's id, used in keys of its notifications. */
export async function writeEvent(tx: Transaction, event: NewEvent): Promise<string> {
  const { id } = await tx.projectEvent.create({ data: event, select: { id: true } });
  return String(id);
}

export interface EventView {
  id: string;
  kind: NewEvent["kind"];
  /** Whose application or invitation it is about; null for the project's own. */
  contributor: { id: string; name: string; isViewer: boolean } | null;
  note: string;
  at: string;
}

const pageSize = 6;

/** $1 viewer, $2 project, $3 the previous page's last id, $4 most lines. The owner reads everything. */
const ownersText = `
SELECT e.id, e.kind::text, e.contributor_id AS "contributorId", p.full_name AS "fullName", e.note, e.created_at AS at
  FROM project_briefs b JOIN project_events e ON e.project_id = b.id
  LEFT JOIN profiles p ON p.id = e.contributor_id
 WHERE b.id = $2 AND b.creator_id = $1 AND e.id < $3::bigint
   AND (e.contributor_id IS NULL OR EXISTS (SELECT FROM reachable_or_removed($1, e.contributor_id)))
 ORDER BY e.id DESC LIMIT $4`;

/** As above, for someone who has applied: the project's own lines and theirs. */
const applicantsText = `
SELECT e.id, e.kind::text, e.contributor_id AS "contributorId", NULL AS "fullName", e.note, e.created_at AS at
  FROM (SELECT * FROM (SELECT * FROM project_events WHERE project_id = $2 AND contributor_id IS NULL AND id < $3::bigint
                        ORDER BY id DESC LIMIT $4) general
         UNION ALL
        SELECT * FROM (SELECT * FROM project_events WHERE project_id = $2 AND contributor_id = $1 AND id < $3::bigint
                        ORDER BY id DESC LIMIT $4) own) e
 WHERE EXISTS (SELECT FROM project_applications a WHERE a.project_id = $2 AND a.contributor_id = $1)
 ORDER BY e.id DESC LIMIT $4`;

type EventRow = Pick<EventView, "id" | "kind" | "note"> & {
  contributorId: string | null;
  fullName: string | null;
  at: Date;
};

/**
 * Newest first, paged. The owner reads all of it, someone who has applied the project's lines and their own, no one
 * else anything.
 * @param before the previous page's `next`
 */
export async function listEvents(
  viewer: Actor,
  project: { id: string; isOwn: boolean },
  before: string | null,
): Promise<{ events: EventView[]; next: string | null }> {
  const from = /^\d{1,18}$/.test(before ?? "") ? before : "9223372036854775807";
  const rows = await readRows<EventRow>(
    `projects-events-of-${project.isOwn ? "owner" : "applicant"}`,
    project.isOwn ? ownersText : applicantsText,
    [viewer.userId, project.id, from, pageSize + 1],
  );
  const shown = rows.slice(0, pageSize);
  return {
    events: shown.map(({ contributorId, fullName, at, ...row }) => ({
      ...row,
      contributor: contributorId
        ? {
            id: contributorId,
            name: shownName(fullName ?? "", "contributor"),
            isViewer: contributorId === viewer.userId,
          }
        : null,
      at: at.toISOString(),
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** For an admin's decision: only its owner and those who applied see it. False if it is hidden already, or gone. */
export async function hideProject(tx: Transaction, projectId: string): Promise<boolean> {
  const { count } = await tx.projectBrief.updateMany({
    where: { id: projectId, hiddenAt: null },
    data: { hiddenAt: new Date() },
  });
  return count === 1;
}

/** False if it is not hidden. */
export async function unhideProject(tx: Transaction, projectId: string): Promise<boolean> {
  const { count } = await tx.projectBrief.updateMany({
    where: { id: projectId, hiddenAt: { not: null } },
    data: { hiddenAt: null },
  });
  return count === 1;
}

/** For an admin's decision: the project's owner no longer sees what is in it. False if it is hidden already, or gone. */
export async function hideApplication(tx: Transaction, applicationId: string): Promise<boolean> {
  const { count } = await tx.projectApplication.updateMany({
    where: { id: applicationId, hiddenAt: null },
    data: { hiddenAt: new Date() },
  });
  return count === 1;
}

/** False if it is not hidden. */
export async function unhideApplication(tx: Transaction, applicationId: string): Promise<boolean> {
  const { count } = await tx.projectApplication.updateMany({
    where: { id: applicationId, hiddenAt: { not: null } },
    data: { hiddenAt: null },
  });
  return count === 1;
}

type Choices = Pick<NewProject, "serviceIds" | "toolIds" | "visualStyleIds">;

/** Replaces a project's services, tools and styles. False if an id is in no catalog. */
export async function writeChoices(tx: Transaction, projectId: string, choices: Choices): Promise<boolean> {
  const services = [...new Set(choices.serviceIds)];
  const tools = [...new Set(choices.toolIds)];
  const styles = [...new Set(choices.visualStyleIds)];
  await tx.projectBriefService.deleteMany({ where: { projectId } });
  await tx.projectBriefTool.deleteMany({ where: { projectId } });
  await tx.projectBriefVisualStyle.deleteMany({ where: { projectId } });
  const stored =
    (await tx.$executeRaw`
      INSERT INTO project_brief_services (project_id, service_id)
      SELECT ${projectId}::uuid, id FROM services WHERE id = ANY(${services}::int[])`) +
    (await tx.$executeRaw`
      INSERT INTO project_brief_tools (project_id, tool_id)
      SELECT ${projectId}::uuid, id FROM tools WHERE id = ANY(${tools}::int[])`) +
    (await tx.$executeRaw`
      INSERT INTO project_brief_visual_styles (project_id, visual_style_id)
      SELECT ${projectId}::uuid, id FROM visual_styles WHERE id = ANY(${styles}::int[])`);
  return stored === services.length + tools.length + styles.length;
}
