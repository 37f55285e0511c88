import type { ReactNode } from "react";
import type { Clock } from "~/ui/clock";
import { type Place, render } from "./rendering";
import { textOf } from "./request";

const inline = new Set(["span", "b", "i", "em", "strong", "small", "s", "wbr", "abbr", "time", "label"]);
const skipped = new Set(["source", "picture", "br"]);
/** What a person can't perceive, or finds in the text next to it. Generated IDs are left out, too. */
const unsaid =
  /^(class|id|for|style|title|datetime|draggable|method|aria-described\w+|aria-hidden|decoding|loading)$|^data-(?!pending)/;

/**
 * What a part of a page says and offers, in order, with one line for each block: `[words](link)`, `[words]{button}`,
 * `{field}`, and `(words)` for those that only screen readers and text browsers get. Attributes that change what people
 * can do follow in the same way, such as `open`, `hidden` and `aria-current`.
 */
export function outline(part: ReactNode, clock?: Clock, place?: Place): string[] {
  return outlineOf(render(part, clock, place).html);
}

/** The same for HTML that has been rendered. */
export function outlineOf(html: string): string[] {
  const lines: string[] = [];
  const ends: string[] = [];
  let line = "";
  const endLine = () => {
    const words = line.replaceAll("()", "").replace(/\s+/g, " ").trim();
    if (words) lines.push(words);
    line = "";
  };
  const shown = html.replace(/<svg\b.*?<\/svg>|<!--.*?-->/gs, "");
  for (const [, text, close, name = "", attributes = ""] of shown.matchAll(
    /([^<]+)|<(\/?)([\w-]+)((?: [\w-]+(?:="[^"]*")?)*) ?\/?>/g,
  )) {
    if (text !== undefined) line += text.replace(/&#?\w+;/g, textOf);
    else if (skipped.has(name)) continue;
    else if (inline.has(name) && name !== "wbr") {
      const mark = close ? ends.pop() : markOf(attributes);
      if (!close) ends.push(mark ? ")" : "");
      line += mark ?? "";
    } else if (name === "a" || name === "button" || name === "option") {
      if (!close) ends.push(factsOf(name, attributes));
      line += close ? `]${ends.pop()}` : "[";
    } else if (/^(input|textarea|select|img|video|audio|iframe)$/.test(name)) {
      if (!close) line += `${factsOf(name, attributes)} `;
    } else {
      endLine();
      const facts = close ? "" : factsOf(name, attributes);
      line += facts && `${name}${facts} `;
    }
  }
  endLine();
  return lines;
}

const markOf = (attributes: string) => (/class="[^"]*visually-hidden/.test(attributes) ? "(" : "");

function factsOf(name: string, attributes: string): string {
  const given = [...attributes.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g)].flatMap(([, key = "", value = ""]) => {
    if (
      unsaid.test(key) ||
      value.startsWith(":R") ||
      (key === "type" && value === "submit") ||
      (key === "alt" && !value)
    )
      return [];
    return [[key.replace("data-", ""), value.replace(/&#?\w+;/g, textOf)] as const];
  });
  const link = name === "a" ? "href" : "src";
  const target = given.find(([key]) => key === link)?.[1];
  const rest = given
    .filter(([key]) => key !== link && key !== "width" && key !== "height")
    .map(([key, value]) => (value ? `${key}=${value}` : key));
  return (target === undefined ? "" : `(${target})`) + (rest.length > 0 ? `{${rest.join(", ")}}` : "");
}

/** The lines that one outline has and the other doesn't: first those that are gone (`-`), then the new ones (`+`). */
export function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...without(before, after).map((line) => `- ${line}`),
    ...without(after, before).map((line) => `+ ${line}`),
  ];
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
