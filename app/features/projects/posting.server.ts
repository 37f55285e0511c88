import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Actor } from "~/features/accounts/actor";
import { columnsOf, type Price, wholePrice } from "~/features/catalog/amount";
import { queueHeldRelease, spend } from "~/features/plans/counting.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { db, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { tellApplicantsSoon } from "./announcing.server";
import { isRunning, type NewProject, projectLimits } from "./project";
import { withOwnProject, writeChoices, writeEvent } from "./project.server";
import { rescoreProjectTask } from "./scoring.server";

export type PostOutcome = Outcome<
  "not-creator" | "unconfirmed" | "post-limit" | "unknown-choice",
  { projectId: string }
>;

/** The ID of the project that a form with this key has posted; null if none. */
export async function findPosted(tx: Transaction, actor: Actor, key: string): Promise<string | null> {
  const creatorId_postKey = { creatorId: actor.userId, postKey: key };
  const posted = await tx.projectBrief.findUnique({ where: { creatorId_postKey }, select: { id: true } });
  return posted?.id ?? null;
}

/**
 * Posts a project if the plan has room for another. The plan also determines its expiry. Deletes the draft with the
 * same key. The caller holds `lockPosts`, and has checked that nothing was posted with this key.
 * @returns refused: 'not-creator'; 'unconfirmed' while the actor's address is unconfirmed; 'post-limit';
 * 'unknown-choice' for an ID that isn't in any catalog
 */
export async function writeProject(
  tx: Transaction,
  actor: Actor,
  project: NewProject,
  key: string,
): Promise<PostOutcome> {
  if (!actor.isConfirmed) return { ok: false, refused: "unconfirmed" };
  // The actor may have switched their type since the request began. Switching takes the same lock, so this is final.
  const profile = await tx.profile.findUnique({ where: { id: actor.userId }, select: { userType: true } });
  if (profile?.userType !== "creator") return { ok: false, refused: "not-creator" };
  const projectId = randomUUID();
  const spent = await spend(tx, actor, "post", key, projectId);
  if (spent === "already") throw new Error("a use was counted for a post that doesn't exist");
  if (spent === "limit") return { ok: false, refused: "post-limit" };
  const stored = await tx.$executeRaw`
    INSERT INTO project_briefs (id, creator_id, post_key, title, description, budget_type_id, budget_details,
                                amount_unit, amount_low, amount_high, amount_note, deliverables, start_date, timeline, is_ongoing, brand_link, questions, expires_at)
    SELECT ${projectId}::uuid, ${actor.userId}::uuid, ${key}, ${project.title}, ${project.description}, budget.id,
           ${budgetWords(project)}, ${project.amount?.unit ?? null}::amount_unit, ${project.amount?.low ?? null}::int,
           ${project.amount?.high ?? null}::int, ${project.budgetDetails}, ${project.deliverables}, ${project.startDate}::date, ${project.timeline},
           ${project.isOngoing}, ${project.brandLink}, ${[...project.questions]}::text[], post_expiry(t.name)
      FROM plans_in_force t LEFT JOIN budget_types budget ON budget.id = ${project.budgetTypeId}
     WHERE t.user_id = ${actor.userId}::uuid AND (${project.budgetTypeId}::int IS NULL OR budget.id IS NOT NULL)`;
  if (stored !== 1 || !(await writeChoices(tx, projectId, project)))
    return { ok: false, refused: "unknown-choice" };
  await writeEvent(tx, { projectId, kind: "posted", actorId: actor.userId });
  await tx.briefFile.updateMany({
    where: { draft: { creatorId: actor.userId, key } },
    data: { projectId, draftOf: null },
  });
  await tx.projectDraft.deleteMany({ where: { creatorId: actor.userId, key } });
  // Pro allows more matches for each active post.
  await queueHeldRelease(tx, actor.userId);
  return { ok: true, projectId };
}

/** The brief as the owner wrote it, for editing or copying. Null for someone else's project. */
export async function findOwnBrief(actor: Actor, projectId: string): Promise<NewProject | null> {
  return isId(projectId) ? readBrief(db, actor.userId, projectId) : null;
}

/** What the edit page shows; null for someone else's project. */
export async function findOwnForEdit(
  actor: Actor,
  projectId: string,
): Promise<{ brief: NewProject; version: string; canEdit: boolean; areQuestionsFixed: boolean } | null> {
  const brief = await findOwnBrief(actor, projectId);
  if (!brief) return null;
  const stored = await db.projectBrief.findUniqueOrThrow({
    where: { id: projectId },
    select: { status: true, _count: { select: { applications: true } } },
  });
  const areQuestionsFixed = stored._count.applications > 0;
  return { brief, version: versionOf(brief), canEdit: isRunning(stored), areQuestionsFixed };
}

/** Whether the actor's own project can still be edited. Null for someone else's. */
export async function canEditOwn(actor: Actor, projectId: string): Promise<boolean | null> {
  const own = await db.projectBrief.findFirst({
    where: { id: projectId, creatorId: actor.userId },
    select: { status: true },
  });
  return own && isRunning(own);
}

type EditOutcome = Outcome<"not-found" | "wrong-state" | "changed" | "questions-fixed" | "unknown-choice">;

/** A hash of a brief as it's stored. */
const versionOf = (brief: NewProject): string =>
  createHash("sha256").update(JSON.stringify(brief)).digest("base64url").slice(0, 16);

/**
 * Changes an open or running project and notifies its applicants. Does nothing if the brief is unchanged. Refused:
 * 'not-found', 'wrong-state', 'changed' if it was saved after `version`, 'questions-fixed' once someone has applied,
 * because the answers belong to the questions, 'unknown-choice' for an ID that isn't in any catalog.
 */
export async function editProject(
  actor: Actor,
  projectId: string,
  brief: NewProject,
  version?: string,
): Promise<EditOutcome> {
  return withOwnProject<EditOutcome>(actor, projectId, async (tx, project) => {
    const { id } = project;
    if (!isRunning(project)) return { ok: false, refused: "wrong-state" };
    const before = await readBrief(tx, actor.userId, id);
    if (!before || isSameBrief(before, brief)) return { ok: true };
    if (version !== undefined && version !== versionOf(before)) return { ok: false, refused: "changed" };
    if (!isDeepStrictEqual(before.questions, brief.questions) && (await hasApplicants(tx, id)))
      return { ok: false, refused: "questions-fixed" };
    if (brief.budgetTypeId !== null && !(await isBudgetType(tx, brief.budgetTypeId)))
      return { ok: false, refused: "unknown-choice" };
    await tx.projectBrief.update({ where: { id }, data: changesOf(brief) });
    if (!(await writeChoices(tx, id, brief))) return { ok: false, refused: "unknown-choice" };
    const eventId = await writeEvent(tx, { projectId: id, kind: "edited", actorId: actor.userId });
    await tellApplicantsSoon(tx, id, eventId, "edited");
    await addJob(tx, rescoreProjectTask, { projectId: id });
    return { ok: true };
  });
}

const priceOf = ({ amount, budgetDetails }: NewProject): Price => ({ amount, note: budgetDetails });
const budgetWords = (project: NewProject) => wholePrice(priceOf(project), projectLimits.budgetDetails);

/** The columns to update. Services, tools and styles have tables of their own. */
function changesOf(brief: NewProject) {
  const { title, description, budgetTypeId, deliverables, timeline, isOngoing, brandLink } = brief;
  const price = priceOf(brief);
  return {
    ...{ title, description, budgetTypeId, deliverables, timeline, isOngoing, brandLink },
    ...columnsOf(price),
    budgetDetails: budgetWords(brief),
    questions: [...brief.questions],
    startDate: brief.startDate ? new Date(brief.startDate) : null,
  };
}

const hasApplicants = async (tx: Transaction, projectId: string) =>
  (await tx.projectApplication.count({ where: { projectId } })) > 0;
const isBudgetType = async (tx: Transaction, id: number) =>
  (await tx.budgetType.count({ where: { id } })) > 0;

async function readBrief(tx: Transaction, creatorId: string, id: string): Promise<NewProject | null> {
  const [brief] = await tx.$queryRaw<NewProject[]>`
    SELECT b.title, b.description, b.budget_type_id AS "budgetTypeId",
           amount_json(b.amount_unit, b.amount_low, b.amount_high) AS amount,
           coalesce(b.amount_note, b.budget_details) AS "budgetDetails", b.deliverables, to_char(b.start_date, 'YYYY-MM-DD') AS "startDate", b.timeline,
           b.is_ongoing AS "isOngoing", b.brand_link AS "brandLink", b.questions,
           c."serviceIds", c."toolIds", c."styleIds" AS "visualStyleIds"
      FROM project_briefs b CROSS JOIN LATERAL project_choices(b.id) c
     WHERE b.id = ${id}::uuid AND b.creator_id = ${creatorId}::uuid`;
  return brief ? sorted(brief) : null;
}

/** Whether two briefs say the same thing, no matter what order their choices are in. */
export const isSameBrief = (one: NewProject, other: NewProject): boolean =>
  isDeepStrictEqual(sorted(one), sorted(other));

/** Puts lists into one order, so that two briefs can be compared. */
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
