import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { Lexer, type MarkedToken, type Token } from "marked";
import sharp from "sharp";
import type { Plugin } from "vite";
import { parse } from "yaml";
import { z } from "zod";
import { type ContentFile, type Folder, frontMatter } from "../app/features/content/content.schema.ts";
import { unknownFigure } from "../app/features/content/figures.ts";
import { type ProseElement, type ProseNode, type ProseTag, textOf } from "../app/features/content/prose.ts";

/** The only folder whose texts may contain placeholders for plans' figures. */
const filledFolder: Folder = "help/faq";

/** Thrown if a file in content/ breaks a rule. */
export class ContentError extends Error {}

/**
 * Reads and checks each Markdown file in content/ at build time, and turns it into a module that exports a
 * `ContentFile`.
 */
export function content(): Plugin {
  let root = "";
  return {
    name: "content",
    enforce: "pre",
    configResolved: (config) => {
      root = config.root;
    },
    async load(id) {
      const path = relative(root, id);
      if (!/^content\/.*\.md$/.test(path)) return null;
      const file = await parseContent(path, await readFile(id, "utf8"), root);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(file))});`;
    },
  };
}

/**
 * Reads and checks a Markdown file of content/.
 * @param path from the repository's root: "content/blog/a-first-brief.md"
 * @param root the folder that contains public/, which has the pictures
 * @throws ContentError for anything that the folder's schema refuses, HTML, an unknown figure, a picture without
 * alternative text or without a file, a malformed link, and a heading that repeats another or skips a level
 */
export async function parseContent(path: string, text: string, root: string): Promise<ContentFile<Folder>> {
  const fail = (words: string): never => {
    throw new ContentError(`${path}: ${words}`);
  };
  const folder = dirname(path).replace(/^content\//, "");
  const id = basename(path, ".md");
  if (!(folder in frontMatter)) fail("content.schema.ts doesn't know this folder");
  const [, yaml, markdown = ""] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? fail("start with the fields, between two lines of ---");
  const given = frontMatter[folder as Folder].safeParse(readYaml(yaml ?? "", fail));
  if (!given.success) return fail(z.prettifyError(given.error));
  const above = textsIn(given.data).find((line) => /[{}]/.test(line));
  if (above) fail(`figures only work in the text, not in the fields above it: '${above}'`);
  const body = await new Prose(root, fail, folder === filledFolder).blocks(new Lexer().lex(markdown));
  const words = textOf(body).split(/\s+/).filter(Boolean).length;
  return { ...given.data, id, words, body } as ContentFile<Folder>;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

function readYaml(text: string, fail: (words: string) => never): unknown {
  try {
    return parse(text);
  } catch (error) {
    return fail(String(error));
  }
}

class Prose {
  #ids = new Set<string>();
  #depth = 1;

  constructor(
    private root: string,
    private fail: (words: string) => never,
    private hasFigures: boolean,
  ) {}

  async blocks(tokens: readonly Token[]): Promise<ProseNode[]> {
    const nodes: ProseNode[] = [];
    for (const token of tokens) nodes.push(...(await this.node(token as MarkedToken)));
    return nodes;
  }

  async node(token: MarkedToken): Promise<ProseNode[]> {
    switch (token.type) {
      case "space":
      case "def":
        return [];
      case "escape":
        return [token.text];
      case "text":
        return token.tokens ? this.blocks(token.tokens) : [this.checked(token.text)];
      case "codespan":
        return [{ tag: "code", children: [token.text] }];
      case "code":
        return [{ tag: "pre", children: [{ tag: "code", children: [token.text] }] }];
      case "br":
      case "hr":
        return [{ tag: token.type }];
      case "paragraph":
        return [await this.element("p", token.tokens)];
      case "blockquote":
      case "strong":
      case "em":
      case "del":
        return [await this.element(token.type, token.tokens)];
      case "heading":
        return [this.heading(token.depth, await this.blocks(token.tokens))];
      case "list": {
        const items = await Promise.all(token.items.map((item) => this.element("li", item.tokens)));
        const start = typeof token.start === "number" && token.start !== 1 ? { start: token.start } : {};
        return [{ tag: token.ordered ? "ol" : "ul", ...start, children: items }];
      }
      case "link":
        return [{ ...(await this.element("a", token.tokens)), href: this.address(token.href) }];
      case "image":
        return [await this.picture(token.href, token.text)];
      case "table": {
        const row = async (tag: "th" | "td", cells: { tokens: Token[] }[]): Promise<ProseElement> => ({
          tag: "tr",
          children: await Promise.all(cells.map((cell) => this.element(tag, cell.tokens))),
        });
        const rows = await Promise.all(token.rows.map((cells) => row("td", cells)));
        const head: ProseElement = { tag: "thead", children: [await row("th", token.header)] };
        return [{ tag: "table", children: [head, { tag: "tbody", children: rows }] }];
      }
      default:
        return this.fail(`${token.type} isn't allowed in content: ${token.raw.trim()}`);
    }
  }

  async element(tag: ProseTag, tokens: readonly Token[]): Promise<ProseElement> {
    return { tag, children: await this.blocks(tokens) };
  }

  /** Levels begin with 2, because the page's title is its only h1. */
  heading(depth: number, children: ProseNode[]): ProseElement {
    const words = textOf(children);
    if (depth < 2 || depth > 4 || depth > this.#depth + 1)
      this.fail(`'${words}' is a heading of level ${depth} after one of level ${this.#depth}`);
    this.#depth = depth;
    const id = words
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
    if (this.#ids.has(id)) this.fail(`two headings say '${words}'`);
    this.#ids.add(id);
    return { tag: `h${depth as 2 | 3 | 4}`, id, children };
  }

  /** Text that looks like Markdown, HTML or an unfilled figure is a mistake. */
  checked(text: string): string {
    const found = /\]\(|\]\[|&#?\w+;/.exec(text);
    if (found) this.fail(`there's a '${found[0]}' in the text: ${text}`);
    const unknown = this.hasFigures ? unknownFigure(text) : /[{}]/.exec(text)?.[0];
    if (unknown) this.fail(`'${unknown}' isn't a figure you can use in this folder: ${text}`);
    return text;
  }

  address(href: string): string {
    if (!/^(\/(?!\/)|#|https:\/\/|mailto:)/.test(href))
      this.fail(`a link has to start with /, #, https:// or mailto:, and this one is ${href || "empty"}`);
    return href;
  }

  async picture(src: string, alt: string): Promise<ProseElement> {
    if (!alt.trim()) this.fail(`the picture ${src} needs a description`);
    if (!/^\/pictures\/[\w.-]+$/.test(src)) this.fail(`the picture ${src} isn't in public/pictures`);
    const size = await sharp(join(this.root, "public", src))
      .metadata()
      .catch(() => null);
    if (!size) return this.fail(`can't find the picture ${src}`);
    return { tag: "img", src, alt, width: size.width, height: size.height };
  }
}
