import type { ContentFile } from "./content.schema";

export type PageText = ContentFile<"pages">;

const files = import.meta.glob<PageText>("/content/pages/*.md", { eager: true, import: "default" });

/** The words of one of our pages. Throws without its file. */
export function pageText(name: "about" | "careers" | "features"): PageText {
  const file = files[`/content/pages/${name}.md`];
  if (!file) throw new Error(`content/pages/${name}.md is missing`);
  return file;
}
