import type { ContentFile } from "./content.schema";

type LegalText = ContentFile<"legal">;

const files = import.meta.glob<LegalText>("/content/legal/*.md", { eager: true, import: "default" });

export const privacyPolicy = textCalled("privacy-policy");
export const termsOfService = textCalled("terms-of-service");

function textCalled(id: string): LegalText {
  const found = files[`/content/legal/${id}.md`];
  if (!found) throw new Error(`content/legal has no ${id}.md`);
  return found;
}
