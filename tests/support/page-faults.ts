import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { namelessControls, wordsRunTogether } from "./page-text";
import type { Reply } from "./request";

/** On its own, the checker rebuilds its rules for each page, which takes two thirds of its time. */
class RulesBuiltOnce extends StaticConfigLoader {
  private rules: ReturnType<StaticConfigLoader["getConfigFor"]> | undefined;
  override getConfigFor(handle: string) {
    this.rules ??= super.getConfigFor(handle);
    return this.rules;
  }
}

/** Uses the same rules as the W3C's Nu checker. */
const checker = new HtmlValidate(new RulesBuiltOnce({ root: true, extends: ["html-validate:standard"] }));

/** Lists what's wrong with a page for machines and text browsers. Empty if the response isn't a page. */
export async function faultsOf(reply: Reply): Promise<string[]> {
  if (!reply.headers["content-type"]?.startsWith("text/html") || reply.html === "") return [];
  const { results } = await checker.validateString(reply.html);
  return [
    ...results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ...wordsRunTogether(reply.html).map((words) => `run together: ${words}`),
    ...namelessControls(reply.html).map((control) => `without text: ${control}`),
    ...unlinkedNotes(reply.html),
    ...cuttingControls(reply.html).map((control) => `cuts what is pasted: ${control}`),
    ...otherStylesheet(reply),
    ...headingFaults(reply.html),
  ];
}

const isLiveFrame = (html: string) => html.includes('class="live-page"');

/** Reports the number of h1 headings unless it's one. */
function headingFaults(html: string): string[] {
  const headings = html.match(/<h1[\s>].*?<\/h1>/gs) ?? [];
  return headings.length === 1 || isLiveFrame(html)
    ? []
    : [`headings of the first level: ${headings.length}`];
}

/**
 * Compares the stylesheet that a header makes the browser preload with the one that the page uses. Live frames have
 * none.
 */
function otherStylesheet({ html, headers }: Reply): string[] {
  const [, linked] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const [, preloaded] = /^<([^>]+)>;rel=preload;as=style$/.exec(String(headers.link ?? "")) ?? [];
  return preloaded === linked || isLiveFrame(html) ? [] : [`preloads ${preloaded}, not ${linked}`];
}

/**
 * Finds fields that cut off text, except those for passwords and codes. All other text is kept, counted and refused
 * with an explanation.
 */
function cuttingControls(html: string): string[] {
  return [...html.matchAll(/<(?:input|textarea)\b[^>]* maxlength=[^>]*>/gi)]
    .map(([control]) => control)
    .filter((control) => !/ type="password"| autocomplete="one-time-code"/i.test(control));
}

/** Finds hints and errors that no control or group refers to, and error summaries that can't take the focus. */
function unlinkedNotes(html: string): string[] {
  const described = [...html.matchAll(/ aria-describedby="([^"]*)"/g)].flatMap(([, ids = ""]) =>
    ids.split(" "),
  );
  const notes = [...html.matchAll(/ id="([^"]+-(?:hint|error))"/g)].map(([, id = ""]) => id);
  const summaries = html.match(/<div [^>]*class="error-summary"[^>]*>/g) ?? [];
  return [
    ...notes.filter((id) => !described.includes(id)).map((id) => `describes nothing: ${id}`),
    ...summaries.filter(
      (tag) => !/ role="alert"/.test(tag) || !/ tabindex="-1"/i.test(tag) || !/ autofocus/i.test(tag),
    ),
  ];
}
