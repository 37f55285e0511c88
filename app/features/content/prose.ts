/** What Markdown becomes at build time: plain data, which React renders and escapes. */
export type ProseNode = string | ProseElement;

export interface ProseElement {
  tag: ProseTag;
  /** A heading's id, made from its words. */
  id?: string;
  href?: string;
  /** For an ordered list that doesn't start with 1. */
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

/** Only the text; each block ends with a line break. */
export function textOf(nodes: readonly ProseNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      const text = textOf(node.children ?? []);
      return inline.includes(node.tag) || text.endsWith("\n") ? text : `${text}\n`;
    })
    .join("");
}
