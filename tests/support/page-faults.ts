import { HtmlValidate, StaticConfigLoader } from "html-validate";
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

/** Lists errors in a page's markup. Empty unless it's a page. */
export async function faultsOf(reply: Reply): Promise<string[]> {
  if (!reply.headers["content-type"]?.startsWith("text/html") || reply.html === "") return [];
  const { results } = await checker.validateString(reply.html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}
