import type { ContentFile } from "./content.schema";

export type TeamMember = ContentFile<"team">;

export const team: readonly TeamMember[] = Object.values(
  import.meta.glob<TeamMember>("/content/team/*.md", { eager: true, import: "default" }),
).sort((one, other) => one.order - other.order);

export const findTeamMember = (id: string | undefined) => team.find((member) => member.id === id) ?? null;
