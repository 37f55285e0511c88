import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { shownName } from "~/features/profiles/profile";
import { isId } from "~/ids";
import type { Prisma, Transaction } from "~/platform/db.server";
import { pageOf } from "~/platform/paging.server";
import type { NewProject, ProjectStatus } from "./project";

export interface OwnProject {
  id: string;
  title: string;
  creatorId: string;
  status: ProjectStatus;
  /** Open or in progress, and not expired, so it counts toward the plan. */
  isActive: boolean;
  /** Hidden by an admin. */
  isHidden: boolean;
}

/**
 * Runs `act` on the actor's own project, in a transaction that holds the project's lock. Everything that owners do to a
 * project takes that lock, and applying waits for it. Refused: 'not-found' for unknown projects and those of other
 * people.
 */
export async function withOwnProject<Result extends { ok: boolean }>(
  actor: Actor,
  projectId: string,
  act: (tx: Transaction, project: OwnProject) => Promise<Result>,
): Promise<Result | { ok: false; refused: "not-found" }> {
  if (!isId(projectId)) return { ok: false, refused: "not-found" };
  return transactionBy<Result | { ok: false; refused: "not-found" }>(actor, async (tx) => {
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
  /** Null if no person did it, as with an expiry. */
  actorId: string | null;
  /** The contributor whose application or invitation it's about. */
  contributorId?: string;
  note?: string;
}

/**
 * Adds a line to a project's history. Call it in the transaction of the change. Returns the event's ID, which
 * notifications use in their keys.
 */
export async function writeEvent(tx: Transaction, event: NewEvent): Promise<string> {
  const { id } = await tx.projectEvent.create({ data: event, select: { id: true } });
  return String(id);
}

export interface EventView {
  id: string;
  kind: NewEvent["kind"];
  /** The contributor whose application or invitation it's about; null if it's about the project itself. */
  contributor: { id: string; name: string; isViewer: boolean } | null;
  note: string;
  at: string;
}

/**
 * How many events one page shows. Two SQL functions repeat this number: `history_for_owner` and
 * `history_for_applicant`.
 */
export const eventsShown = 6;

/** A row of `history_for_owner` or `history_for_applicant`. */
export type EventRow = Pick<EventView, "id" | "kind" | "note" | "at"> & {
  contributorId: string | null;
  fullName: string | null;
};

/**
 * The ID of the event to continue before. If `before` is null or malformed, an ID above all others, so the history
 * starts with the newest event.
 */
export const historyBefore = (before: string | null) =>
  /^\d{1,18}$/.test(before ?? "") ? before : "9223372036854775807";

/** A page of a project's history, newest first. */
export function historyOf(rows: EventRow[], viewer: Actor): { events: EventView[]; next: string | null } {
  const page = pageOf(rows, eventsShown, ({ id }) => id);
  return {
    events: page.rows.map(({ contributorId, fullName, at, ...row }) => ({
      ...row,
      contributor: contributorId
        ? {
            id: contributorId,
            name: shownName(fullName ?? "", "contributor"),
            isViewer: contributorId === viewer.userId,
          }
        : null,
      at: new Date(at).toISOString(),
    })),
    next: page.next,
  };
}

type Choices = Pick<NewProject, "serviceIds" | "toolIds" | "visualStyleIds">;

/**
 * Replaces a project's services, tools and styles. False if an ID isn't in any catalog; the caller must then roll back.
 */
export async function writeChoices(tx: Transaction, projectId: string, choices: Choices): Promise<boolean> {
  const services = [...new Set(choices.serviceIds)];
  const tools = [...new Set(choices.toolIds)];
  const styles = [...new Set(choices.visualStyleIds)];
  await tx.projectBriefService.deleteMany({ where: { projectId } });
  await tx.projectBriefTool.deleteMany({ where: { projectId } });
  await tx.projectBriefVisualStyle.deleteMany({ where: { projectId } });
  const stored = await tx.$queryRaw<object[]>`
    WITH chosen_services AS (
      INSERT INTO project_brief_services (project_id, service_id)
      SELECT ${projectId}::uuid, id FROM services WHERE id = ANY(${services}::int[]) RETURNING 1
    ), chosen_tools AS (
      INSERT INTO project_brief_tools (project_id, tool_id)
      SELECT ${projectId}::uuid, id FROM tools WHERE id = ANY(${tools}::int[]) RETURNING 1
    ), chosen_styles AS (
      INSERT INTO project_brief_visual_styles (project_id, visual_style_id)
      SELECT ${projectId}::uuid, id FROM visual_styles WHERE id = ANY(${styles}::int[]) RETURNING 1
    )
    SELECT FROM chosen_services UNION ALL SELECT FROM chosen_tools UNION ALL SELECT FROM chosen_styles`;
  return stored.length === services.length + tools.length + styles.length;
}
