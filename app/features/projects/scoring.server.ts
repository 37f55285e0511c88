import { scoreOf, type Traits } from "~/features/discovery/score";
import { jobDb, Prisma, type Transaction, transaction } from "~/platform/db.server";
import { projectTraits } from "./project";

export type ProjectTraitsRow = {
  service_ids: number[];
  style_ids: number[];
  tool_ids: number[];
  budget_details: string;
};

/** SQL: for a row `b` of project_briefs. */
export const projectTraitColumns = `
  b.budget_details,
  ARRAY(SELECT service_id FROM project_brief_services WHERE project_id = b.id ORDER BY service_id) AS service_ids,
  ARRAY(SELECT visual_style_id FROM project_brief_visual_styles WHERE project_id = b.id ORDER BY visual_style_id) AS style_ids,
  ARRAY(SELECT tool_id FROM project_brief_tools WHERE project_id = b.id ORDER BY tool_id) AS tool_ids`;

export function traitsOfProject(row: ProjectTraitsRow) {
  return projectTraits({
    serviceIds: row.service_ids,
    styleIds: row.style_ids,
    toolIds: row.tool_ids,
    budgetDetails: row.budget_details,
  });
}

/** Stores how these contributors match the project, so that the database can sort their applications. */
export async function scoreApplications(
  tx: Transaction,
  projectId: string,
  contributorIds: readonly string[],
): Promise<void> {
  const [project] = await tx.$queryRaw<ProjectTraitsRow[]>`
    SELECT ${Prisma.raw(projectTraitColumns)} FROM project_briefs b WHERE b.id = ${projectId}::uuid`;
  if (!project) return;
  const people = await tx.$queryRaw<(Traits & { id: string })[]>`
    SELECT p.id, traits.* FROM unnest(${[...contributorIds]}::uuid[]) AS p (id) CROSS JOIN LATERAL person_traits(p.id) traits`;
  const percents = people.map((row) => scoreOf(traitsOfProject(project), row)?.percent ?? 0);
  await tx.$executeRaw`
    UPDATE project_applications a SET percent = scored.percent, scored_at = now()
      FROM unnest(${people.map(({ id }) => id)}::uuid[], ${percents}::int[]) AS scored (id, percent)
     WHERE a.project_id = ${projectId}::uuid AND a.contributor_id = scored.id`;
}

export const rescoreProjectTask = "projects:rescore";
const batch = 500;

/** The job: all of a project's, after it was edited. */
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

/** The job: pending applications of contributors who have changed their profile since they were scored. */
export async function rescoreChangedProfiles(): Promise<void> {
  const stale = await jobDb.$queryRaw<{ projectId: string; contributorIds: string[] }[]>`
    SELECT a.project_id AS "projectId", array_agg(a.contributor_id) AS "contributorIds"
      FROM profiles p JOIN project_applications a ON a.contributor_id = p.id
     WHERE p.updated_at > now() - interval '1 day' AND p.user_type = 'contributor'
       AND a.status = 'pending' AND a.scored_at < p.updated_at
     GROUP BY 1`;
  for (const { projectId, contributorIds } of stale)
    await transaction((tx) => scoreApplications(tx, projectId, contributorIds));
}
