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

/** Lists errors in a page's markup, and pictures that load too early. Empty unless it's a page. */
export async function faultsOf(reply: Reply): Promise<string[]> {
  if (!reply.headers["content-type"]?.startsWith("text/html") || reply.html === "") return [];
  const { results } = await checker.validateString(reply.html);
  return [
    ...results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ...earlyPicturesIn(reply.html),
  ];
}

/** Only a page's first pictures may load before they're scrolled to. */
function earlyPicturesIn(html: string): string[] {
  const pictures = html.match(/<img [^>]*loading="[^>]*>/g) ?? [];
  const firstLazy = pictures.findIndex((picture) => picture.includes('loading="lazy"'));
  return (firstLazy < 0 ? [] : pictures.slice(firstLazy)).filter((picture) =>
    picture.includes('loading="eager"'),
  );
}
