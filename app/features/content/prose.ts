/** What Markdown becomes at build: plain data, which React renders and escapes. */
export type ProseNode = string | ProseElement;

export interface ProseElement {
  tag: ProseTag;
  /** Of a heading, from its words. */
  id?: string;
  href?: string;
  /** Of an ordered list that does not begin with 1. */
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

/** The words alone, without marks. */
export function textOf(nodes: readonly ProseNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : textOf(node.children ?? []))).join("");
}
