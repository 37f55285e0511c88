import { randomUUID } from "node:crypto";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { lockPosts } from "~/features/plans/counting.server";
import { announceDueDeclines, tellDeclined } from "~/features/projects/announcing.server";
import { findChosen } from "~/features/projects/applicants.server";
import { findPosted, type PostOutcome, writeProject } from "~/features/projects/posting.server";
import type { NewProject } from "~/features/projects/project";
import { db } from "~/platform/db.server";
import type { Person } from "./people";

/** A project with only a title. */
export const bareProject: NewProject = {
  title: "Edit six episodes",
  description: "",
  budgetTypeId: null,
  amount: null,
  budgetDetails: "",
  deliverables: "",
  startDate: null,
  timeline: "",
  isOngoing: false,
  brandLink: null,
  serviceIds: [],
  toolIds: [],
  visualStyleIds: [],
  questions: [],
};

/** A project with every field filled in. */
export async function makeFullProject(): Promise<NewProject> {
  const first = { take: 2, orderBy: { id: "asc" }, select: { id: true } } as const;
  const [services, tools, styles, budget] = await Promise.all([
    db.service.findMany(first),
    db.tool.findMany(first),
    db.visualStyle.findMany(first),
    db.budgetType.findFirstOrThrow(),
  ]);
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  return {
    title: "Edit <twelve> episodes",
    description: "Line one\nLine two",
    budgetTypeId: budget.id,
    amount: { unit: "project", low: 80_000, high: 90_000 },
    budgetDetails: "$900 in all",
    deliverables: "Twelve files",
    startDate: "2027-02-28",
    timeline: "Six weeks",
    isOngoing: true,
    brandLink: "https://example.com/channel",
    serviceIds: ids(services),
    toolIds: ids(tools),
    visualStyleIds: ids(styles),
    questions: ["Which reel are you proud of?", "When can you start?"],
  };
}

/** Posts a project without a draft. Posting again with the same key returns the same project. */
export const postProject = (actor: Actor, project: NewProject, key: string) =>
  transactionBy<PostOutcome>(actor, async (tx) => {
    await lockPosts(tx, actor);
    const projectId = await findPosted(tx, actor, key);
    return projectId ? { ok: true, projectId } : writeProject(tx, actor, project, key);
  });

/** Posts a project and returns its ID. The creator's plan must have room for it. */
export async function makeProject(creator: Person, details: Partial<NewProject> = {}): Promise<string> {
  const posted = await postProject(creator, { ...bareProject, ...details }, randomUUID());
  if (!posted.ok) throw new Error(`not posted: ${posted.refused}`);
  return posted.projectId;
}

/** The chosen applications, as `findChosen` returns them; empty for someone else's project. */
export const findApplicants = async (...chosen: Parameters<typeof findChosen>) =>
  (await findChosen(...chosen))?.applicants ?? [];

/** Announces the declines of the project's applications, which jobs would do after ten minutes. */
export async function announceNow(projectId: string): Promise<void> {
  await db.projectApplication.updateMany({
    where: { projectId, stage: "declining" },
    data: { announceAt: new Date() },
  });
  await announceDueDeclines(projectId);
  const { _min, _max } = await db.projectEvent.aggregate({
    where: { projectId, kind: "declined" },
    _min: { id: true },
    _max: { id: true },
  });
  if (_min.id && _max.id) await tellDeclined(projectId, String(_min.id), String(_max.id));
}
