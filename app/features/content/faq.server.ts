import type { Tier } from "~/features/plans/plan";
import { listTiers } from "~/features/plans/plan-in-force.server";
import { searchText } from "~/search-text";
import type { ContentFile } from "./content.schema";
import { type FaqTopic, faqTopics } from "./faq";
import { filled } from "./figures";
import { figuresOf } from "./plan-figures";
import { type ProseNode, textOf } from "./prose";

type Answer = ContentFile<"help/faq">;

const answers: readonly Answer[] = Object.values(
  import.meta.glob<Answer>("/content/help/faq/*.md", { eager: true, import: "default" }),
).sort((a, b) => a.order - b.order);

interface Filled {
  answer: Answer;
  searched: string;
}

let kept: { tiers: readonly Tier[]; answers: readonly Filled[] } | undefined;

/** All answers, with the plans' current figures filled in. Cached until `listTiers` reads the plans again. */
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
