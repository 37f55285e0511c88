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
    ...untoldErrors(reply.html),
    ...otherStylesheet(reply),
  ];
}

/** The header that makes the browser ask early must name what the page then uses. The live frame has none. */
function otherStylesheet({ html, headers }: Reply): string[] {
  const [, linked] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const [, preloaded] = /^<([^>]+)>;rel=preload;as=style$/.exec(String(headers.link ?? "")) ?? [];
  return preloaded === linked || html.includes('class="live-page"')
    ? []
    : [`preloads ${preloaded}, not ${linked}`];
}

/** Errors by which no control or group is described, and summaries that would not take the focus. */
function untoldErrors(html: string): string[] {
  const described = [...html.matchAll(/ aria-describedby="([^"]*)"/g)].flatMap(([, ids = ""]) =>
    ids.split(" "),
  );
  const errors = [...html.matchAll(/ id="([^"]+-error)"/g)].map(([, id = ""]) => id);
  const summaries = html.match(/<div [^>]*class="summary"[^>]*>/g) ?? [];
  return [
    ...errors.filter((id) => !described.includes(id)).map((id) => `describes nothing: ${id}`),
    ...summaries.filter(
      (tag) => !/ role="alert"/.test(tag) || !/ tabindex="-1"/i.test(tag) || !/ autofocus/i.test(tag),
    ),
  ];
}

/** Links of an error summary to fields that the page doesn't have. */
export function lostSummaryLinks(html: string): string[] {
  const summaries = html.match(/<div [^>]*class="summary".*?<\/ul>/gs) ?? [];
  return summaries
    .flatMap((summary) => [...summary.matchAll(/ href="#([^"]*)"/g)].map(([, id = ""]) => id))
    .filter((id) => !html.includes(` id="${id}"`))
    .map((id) => `leads nowhere: #${id}`);
}
