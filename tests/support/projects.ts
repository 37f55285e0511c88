import { randomUUID } from "node:crypto";
import { postProject } from "~/features/projects/posting.server";
import type { NewProject } from "~/features/projects/project";
import type { Person } from "./people";

/** Only a title. */
export const bareProject: NewProject = {
  title: "Edit six episodes",
  description: "",
  budgetTypeId: null,
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

/** Returns its id; the creator's plan must have room. */
export async function makeProject(creator: Person, details: Partial<NewProject> = {}): Promise<string> {
  const posted = await postProject(creator, { ...bareProject, ...details }, randomUUID());
  if (!posted.ok) throw new Error(`not posted: ${posted.refused}`);
  return posted.projectId;
}
