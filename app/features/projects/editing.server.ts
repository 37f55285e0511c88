import { isDeepStrictEqual } from "node:util";
import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { db, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { tellApplicantsSoon } from "./announcing.server";
import { writeChoices } from "./choices.server";
import { writeEvent } from "./history.server";
import { type OwnProject, withOwnProject } from "./owning.server";
import type { NewProject } from "./project";
import { rescoreProjectTask } from "./scoring.server";

/** What the owner has written, to edit it or to post it again as a copy; null for another's project. */
export async function findOwnBrief(actor: Actor, projectId: string): Promise<NewProject | null> {
  return isId(projectId) ? readBrief(db, actor.userId, projectId) : null;
}

/** What the edit page shows; null for another's project. */
export async function findOwnForEdit(
  actor: Actor,
  projectId: string,
): Promise<{ brief: NewProject; canEdit: boolean; areQuestionsFixed: boolean } | null> {
  const brief = await findOwnBrief(actor, projectId);
  if (!brief) return null;
  const { status, _count } = await db.projectBrief.findUniqueOrThrow({
    where: { id: projectId },
    select: { status: true, _count: { select: { applications: true } } },
  });
  return { brief, canEdit: isEditable(status), areQuestionsFixed: _count.applications > 0 };
}

export const isEditable = (status: OwnProject["status"]) => status === "open" || status === "in_progress";

export type EditOutcome =
  | { ok: true }
  | { ok: false; refused: "not-found" | "wrong-state" | "questions-fixed" | "unknown-choice" };

/**
 * Changes an open project or one in progress, and tells its applicants; the same again changes nothing. Refused:
 * 'wrong-state', 'questions-fixed' once someone has applied, since the answers belong to the questions,
 * 'unknown-choice' for an id that no catalog has.
 */
export async function editProject(actor: Actor, projectId: string, brief: NewProject): Promise<EditOutcome> {
  return withOwnProject<EditOutcome>(actor, projectId, async (tx, { id, status }) => {
    if (!isEditable(status)) return { ok: false, refused: "wrong-state" };
    const before = await readBrief(tx, actor.userId, id);
    if (!before || isDeepStrictEqual(before, sorted(brief))) return { ok: true };
    if (!isDeepStrictEqual(before.questions, brief.questions) && (await hasApplicants(tx, id)))
      return { ok: false, refused: "questions-fixed" };
    if (brief.budgetTypeId !== null && !(await isBudgetType(tx, brief.budgetTypeId)))
      return { ok: false, refused: "unknown-choice" };
    await tx.projectBrief.update({ where: { id }, data: columnsOf(brief) });
    if (!(await writeChoices(tx, id, brief))) return { ok: false, refused: "unknown-choice" };
    const eventId = await writeEvent(tx, { projectId: id, kind: "edited", actorId: actor.userId });
    await tellApplicantsSoon(tx, id, eventId, "edited");
    await addJob(tx, rescoreProjectTask, { projectId: id });
    return { ok: true };
  });
}

/** All but the choices, which have tables of their own. */
function columnsOf(brief: NewProject) {
  const { title, description, budgetTypeId, budgetDetails, deliverables, timeline, isOngoing, brandLink } =
    brief;
  return {
    ...{ title, description, budgetTypeId, budgetDetails, deliverables, timeline, isOngoing, brandLink },
    questions: [...brief.questions],
    startDate: brief.startDate ? new Date(brief.startDate) : null,
  };
}

const hasApplicants = async (tx: Transaction, projectId: string) =>
  (await tx.projectApplication.count({ where: { projectId } })) > 0;
const isBudgetType = async (tx: Transaction, id: number) =>
  (await tx.budgetType.count({ where: { id } })) > 0;

/** One query. */
async function readBrief(tx: Transaction, creatorId: string, id: string): Promise<NewProject | null> {
  const [brief] = await tx.$queryRaw<NewProject[]>`
    SELECT b.title, b.description, b.budget_type_id AS "budgetTypeId", b.budget_details AS "budgetDetails",
           b.deliverables, to_char(b.start_date, 'YYYY-MM-DD') AS "startDate", b.timeline,
           b.is_ongoing AS "isOngoing", b.brand_link AS "brandLink", b.questions,
           ARRAY(SELECT service_id FROM project_brief_services WHERE project_id = b.id) AS "serviceIds",
           ARRAY(SELECT tool_id FROM project_brief_tools WHERE project_id = b.id) AS "toolIds",
           ARRAY(SELECT visual_style_id FROM project_brief_visual_styles WHERE project_id = b.id) AS "visualStyleIds"
      FROM project_briefs b WHERE b.id = ${id}::uuid AND b.creator_id = ${creatorId}::uuid`;
  return brief ? sorted(brief) : null;
}

/** So that two briefs can be compared. */
function sorted(brief: NewProject): NewProject {
  const unique = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);
  return {
    ...brief,
    questions: [...brief.questions],
    serviceIds: unique(brief.serviceIds),
    toolIds: unique(brief.toolIds),
    visualStyleIds: unique(brief.visualStyleIds),
  };
}
