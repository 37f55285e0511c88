import type { ContentFile } from "./content.schema";
import { pageText } from "./pages.server";

export type Job = ContentFile<"careers">;

export const jobs: readonly Job[] = Object.values(
  import.meta.glob<Job>("/content/careers/*.md", { eager: true, import: "default" }),
).sort((one, other) => one.order - other.order);

export const findJob = (id: string | undefined) => jobs.find((job) => job.id === id) ?? null;

/** Where applications go: `applications` in content/pages/careers.md. */
export const applicationsAddress = addressOf(pageText("careers").applications);

function addressOf(given: string | undefined): string {
  if (!given) throw new Error("content/pages/careers.md says no address for applications");
  return given;
}
