import type { ContentFile } from "./content.schema";
import { plainText } from "./faq.server";
import type { ProseElement } from "./prose";

type SafetyDocument = ContentFile<"safety">;

const documents: readonly SafetyDocument[] = Object.values(
  import.meta.glob<SafetyDocument>("/content/safety/*.md", { eager: true, import: "default" }),
).sort((a, b) => a.order - b.order);

export const safetyQuestions: readonly ContentFile<"safety/questions">[] = Object.values(
  import.meta.glob<ContentFile<"safety/questions">>("/content/safety/questions/*.md", {
    eager: true,
    import: "default",
  }),
).sort((a, b) => a.order - b.order);

export const templates = documents.filter((document) => document.as === "docx");

export const guide = documentOf("best-practices-guide");
export const guidelines = documentOf("community-guidelines");

/** The safety guide's tips: each numbered heading with the paragraph below it. */
export const tips = guide.body.flatMap((node, index) => {
  const next = guide.body[index + 1];
  if (!isElement(node) || node.tag !== "h2" || !isElement(next)) return [];
  const [, title] = /^\d+\. (.*)$/.exec(plainText([node])) ?? [];
  return title ? [{ title, text: plainText([next]) }] : [];
});

function documentOf(id: string): SafetyDocument {
  const document = documents.find((document) => document.id === id);
  if (!document) throw new Error(`content/safety has no ${id}.md`);
  return document;
}

function isElement(node: SafetyDocument["body"][number] | undefined): node is ProseElement {
  return typeof node === "object";
}
