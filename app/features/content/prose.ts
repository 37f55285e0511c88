/** What the build turns Markdown into: plain data, which React renders and escapes, so content can't inject HTML. */
export type ProseNode = string | ProseElement;

export interface ProseElement {
  tag: ProseTag;
  /** A heading's ID, made from its text. */
  id?: string;
  href?: string;
  /** For an ordered list that doesn't begin with 1. */
  start?: number;
  src?: string;
  alt?: string;
  width?: number;
  height?: number;
  children?: ProseNode[];
}

export type ProseTag =
  | "p"
  | "h2"
  | "h3"
  | "h4"
  | "ul"
  | "ol"
  | "li"
  | "blockquote"
  | "pre"
  | "code"
  | "em"
  | "strong"
  | "del"
  | "a"
  | "img"
  | "br"
  | "hr"
  | "table"
  | "thead"
  | "tbody"
  | "tr"
  | "th"
  | "td";

const inline: readonly ProseTag[] = ["a", "code", "em", "strong", "del"];

/** Just the text. Every block ends with a line break. */
export function textOf(nodes: readonly ProseNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      const text = textOf(node.children ?? []);
      return inline.includes(node.tag) || text.endsWith("\n") ? text : `${text}\n`;
    })
    .join("");
}

interface Chapter {
  title: string;
  id?: string;
  body: ProseNode[];
}

/** Splits a text at its second-level headings. What comes before the first one has no title. */
export function chaptersOf(nodes: readonly ProseNode[]): Chapter[] {
  const chapters: Chapter[] = [{ title: "", body: [] }];
  for (const node of nodes) {
    if (typeof node !== "string" && node.tag === "h2")
      chapters.push({ title: textOf([node]).trim(), id: node.id, body: [] });
    else chapters.at(-1)?.body.push(node);
  }
  return chapters;
}
