import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { isLiveFrame } from "./page-text";
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

/** Lists errors in a page's markup, and a preload of a stylesheet that it doesn't use. Empty unless it's a page. */
export async function faultsOf(reply: Reply): Promise<string[]> {
  if (!reply.headers["content-type"]?.startsWith("text/html") || reply.html === "") return [];
  const { results } = await checker.validateString(reply.html);
  return [
    ...results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ...otherStylesheet(reply),
  ];
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
