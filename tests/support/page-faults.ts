import { HtmlValidate } from "html-validate";
import { namelessControls, wordsRunTogether } from "./page-text";
import type { Reply } from "./request";

/** As in the Nu checker. */
const checker = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });

/** For machines and text browsers; empty if the response is no page. */
export async function faultsOf(reply: Reply): Promise<string[]> {
  if (!reply.headers["content-type"]?.startsWith("text/html") || reply.html === "") return [];
  const { results } = await checker.validateString(reply.html);
  return [
    ...results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ...wordsRunTogether(reply.html).map((words) => `run together: ${words}`),
    ...namelessControls(reply.html).map((control) => `without text: ${control}`),
  ];
}
