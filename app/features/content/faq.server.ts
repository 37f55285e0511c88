import type { Tier } from "~/features/plans/plan";
import { listTiers } from "~/features/plans/tiers.server";
import type { ContentFile } from "./content.schema";
import { type FaqTopic, faqTopics, longestSearch } from "./faq";
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

/** With the figures that plans have now. */
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

/** In their order: those of a topic whose question or answer contains `search`, whatever its case. */
export async function findAnswers({
  topic,
  search,
}: {
  topic: FaqTopic | null;
  search: string;
}): Promise<Answer[]> {
  const wanted = tidySearch(search).toLowerCase();
  return (await listFilled())
    .filter(({ answer, searched }) => isOfTopic(answer, topic) && searched.includes(wanted))
    .map(({ answer }) => answer);
}

const isOfTopic = ({ category }: Answer, topic: FaqTopic | null) =>
  topic === null || category === faqTopics[topic];

/** As the page shows it again. */
export const tidySearch = (typed: string) => oneLine(typed).slice(0, longestSearch).trim();

/** Without marks, as one line. */
export function plainText(nodes: readonly ProseNode[]): string {
  return oneLine(nodes.map((node) => textOf([node])).join(" "));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
