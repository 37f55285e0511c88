import type { Transaction } from "~/platform/db.server";
import type { NewProject } from "./project";

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
