import type { ContentFile } from "./content.schema";
import { type FaqTopic, faqTopics, longestSearch } from "./faq";
import { type ProseNode, textOf } from "./prose";

type Answer = ContentFile<"help/faq">;

const answers: readonly Answer[] = Object.values(
  import.meta.glob<Answer>("/content/help/faq/*.md", { eager: true, import: "default" }),
).sort((a, b) => a.order - b.order);

const searched = answers.map(({ question, body }) => oneLine(`${question} ${plainText(body)}`).toLowerCase());

/** In their order: those of a topic whose question or answer contains `search`, whatever its case. */
export function findAnswers({ topic, search }: { topic: FaqTopic | null; search: string }): Answer[] {
  const wanted = tidySearch(search).toLowerCase();
  return answers.filter(
    ({ category }, index) =>
      (topic === null || category === faqTopics[topic]) && searched[index]?.includes(wanted),
  );
}

/** As the page shows it again. */
export const tidySearch = (typed: string) => oneLine(typed).slice(0, longestSearch).trim();

/** Without marks, as one line. */
export function plainText(nodes: readonly ProseNode[]): string {
  return oneLine(nodes.map((node) => textOf([node])).join(" "));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
