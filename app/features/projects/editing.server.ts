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

const isEditable = (status: OwnProject["status"]) => status === "open" || status === "in_progress";

export type EditOutcome =
  | { ok: true }
  | { ok: false; refused: "not-found" | "wrong-state" | "questions-fixed" | "unknown-choice" };

/**
 * Changes an open project or one in progress, and tells its applicants; the same again changes nothing. Refused:
 * 'wrong-state', 'questions-fixed' once somebody has applied, since the answers belong to the questions,
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

async function readBrief(tx: Transaction, creatorId: string, id: string): Promise<NewProject | null> {
  const row = await tx.projectBrief.findFirst({
    where: { id, creatorId },
    select: {
      title: true,
      description: true,
      budgetTypeId: true,
      budgetDetails: true,
      deliverables: true,
      startDate: true,
      timeline: true,
      isOngoing: true,
      brandLink: true,
      questions: true,
      services: { select: { serviceId: true } },
      tools: { select: { toolId: true } },
      visualStyles: { select: { visualStyleId: true } },
    },
  });
  if (!row) return null;
  const { services, tools, visualStyles, startDate, ...brief } = row;
  return sorted({
    ...brief,
    startDate: startDate?.toISOString().slice(0, 10) ?? null,
    serviceIds: services.map(({ serviceId }) => serviceId),
    toolIds: tools.map(({ toolId }) => toolId),
    visualStyleIds: visualStyles.map(({ visualStyleId }) => visualStyleId),
  });
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
