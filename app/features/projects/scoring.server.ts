import { readTraits } from "~/features/discovery/finding.server";
import { scoreOf, type Traits } from "~/features/discovery/score";
import { jobDb, type Transaction, transaction } from "~/platform/db.server";
import { type ProjectChoices, projectTraits } from "./project";

/**
 * How well a contributor matches a project, from 0 to 100. Each application stores it, so that the database can sort by
 * it.
 */
export const percentOf = (project: ProjectChoices, offered: Traits): number =>
  scoreOf(projectTraits(project), offered)?.percent ?? 0;

async function scoreApplications(
  tx: Transaction,
  projectId: string,
  contributorIds: readonly string[],
): Promise<void> {
  const [project] = await tx.$queryRaw<ProjectChoices[]>`
    SELECT c.*, amount_json(b.amount_unit, b.amount_low, b.amount_high) AS amount
      FROM project_briefs b CROSS JOIN LATERAL project_choices(b.id) c WHERE b.id = ${projectId}::uuid`;
  if (!project) return;
  const people = await readTraits(tx, contributorIds);
  const percents = people.map(({ traits }) => percentOf(project, traits));
  await tx.$executeRaw`
    UPDATE project_applications a SET percent = scored.percent, scored_at = now()
      FROM unnest(${people.map(({ id }) => id)}::uuid[], ${percents}::int[]) AS scored (id, percent)
     WHERE a.project_id = ${projectId}::uuid AND a.contributor_id = scored.id`;
}

export const rescoreProjectTask = "projects:rescore";
const batch = 500;

/** The job that scores all of a project's applications again after an edit. */
export async function rescoreProject(projectId: string): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const page = await jobDb.projectApplication.findMany({
      where: { projectId, contributorId: { gt: after } },
      orderBy: { contributorId: "asc" },
      take: batch,
      select: { contributorId: true },
    });
    const ids = page.map(({ contributorId }) => contributorId);
    await transaction((tx) => scoreApplications(tx, projectId, ids));
    const last = ids.at(-1);
    if (ids.length < batch || !last) return;
    after = last;
  }
}

/**
 * The job that scores pending applications again if their contributor has changed their profile since. It looks two
 * weeks back, in case it couldn't run for days.
 */
export async function rescoreChangedProfiles(): Promise<void> {
  const stale = await jobDb.$queryRaw<{ projectId: string; contributorIds: string[] }[]>`
    SELECT a.project_id AS "projectId", array_agg(a.contributor_id) AS "contributorIds"
      FROM profiles p JOIN project_applications a ON a.contributor_id = p.id
     WHERE p.updated_at > now() - interval '14 days' AND p.user_type = 'contributor'
       AND a.status = 'pending' AND a.scored_at < p.updated_at
     GROUP BY 1`;
  for (const { projectId, contributorIds } of stale)
    await transaction((tx) => scoreApplications(tx, projectId, contributorIds));
}
