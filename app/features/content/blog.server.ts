import type { ContentFile } from "./content.schema";

/** Newest first. */
export const posts: readonly ContentFile<"blog">[] = Object.values(
  import.meta.glob<ContentFile<"blog">>("/content/blog/*.md", { eager: true, import: "default" }),
).sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id));
