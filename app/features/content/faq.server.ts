import type { Tier } from "~/features/plans/plan";
import { listTiers } from "~/features/plans/plan-in-force.server";
import { searchText } from "~/search-text";
import type { ContentFile } from "./content.schema";
import { type FaqTopic, faqTopics } from "./faq";
import { filled } from "./figures";
import { figuresOf } from "./plan-figures";
import { type ProseElement, type ProseNode, textOf } from "./prose";

type Answer = ContentFile<"help/faq">;

const answers: readonly Answer[] = Object.values(
  import.meta.glob<Answer>("/content/help/faq/*.md", { eager: true, import: "default" }),
).sort((a, b) => a.order - b.order);

interface Filled {
  answer: Answer;
  searched: string;
}

let kept: { tiers: readonly Tier[]; answers: readonly Filled[] } | undefined;

/** All answers, with the plans' current figures filled in. Cached until a plan changes. */
async function listFilled(): Promise<readonly Filled[]> {
  const tiers = await listTiers();
  if (kept?.tiers !== tiers) {
    const figures = figuresOf(tiers);
    kept = {
      tiers,
      answers: answers.map((answer) => {
        const body = filled(answer.body, figures);
        const searched = oneLine(`${answer.question} ${plainText(body)}`).toLowerCase();
        return { answer: { ...answer, body }, searched };
      }),
    };
  }
  return kept.answers;
}

/**
 * A topic's questions and answers, in their usual order. `search` keeps those that contain it, in the question or the
 * answer, ignoring case.
 */
export async function findAnswers({
  topic,
  search,
}: {
  topic: FaqTopic | null;
  search: string;
}): Promise<Answer[]> {
  const wanted = searchText(search).toLowerCase();
  return (await listFilled())
    .filter(({ answer, searched }) => isOfTopic(answer, topic) && searched.includes(wanted))
    .map(({ answer }) => answer);
}

/** The questions with these IDs, in their usual order. */
export function questionsOf(ids: readonly string[]): { id: string; question: string }[] {
  return answers.filter(({ id }) => ids.includes(id)).map(({ id, question }) => ({ id, question }));
}

const isOfTopic = ({ category }: Answer, topic: FaqTopic | null) =>
  topic === null || category === faqTopics[topic];

/** The text without its formatting, on one line. */
export function plainText(nodes: readonly ProseNode[]): string {
  return oneLine(nodes.map((node) => textOf([node])).join(" "));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

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
