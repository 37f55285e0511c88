import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import ts from "typescript";
import { screens } from "./screens.ts";
import { look, type Taking, tour, viewOf } from "./touring.ts";

const file = "texts/texts.md";

const usage = `npm run texts -- [options]

Writes what people can read into ${file}, each text once, under the screen or file it's in: first what every screen and
email shows, then the texts in the code that no screen showed, such as errors, toasts, push messages, CSV headers and
what commands print.

  --url <url>   uses a running demo instead of starting one
  --code        only the texts in the code`;

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    code: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** What kind of text it is, such as a heading, a button or a line of code, and the text. */
type Text = [kind: string, text: string];

/** Keeps each text once, under the first screen or file where it occurs. */
class Texts {
  readonly #seen = new Set<string>();
  readonly #parts = new Map<string, string[]>();

  add(place: string, found: readonly Text[]): void {
    for (const [kind, given] of found) {
      const text = given.replace(/\s+/g, " ").trim();
      if (!/\p{L}{2}/u.test(text) || this.#seen.has(text)) continue;
      this.#seen.add(text);
      const lines = this.#parts.get(place) ?? [];
      this.#parts.set(place, [...lines, `- ${kind}: ${text}`]);
    }
  }

  get count(): number {
    return this.#seen.size;
  }

  toString(): string {
    return [...this.#parts].map(([place, lines]) => `## ${place}\n\n${lines.join("\n")}\n`).join("\n");
  }
}

/**
 * Runs in the page. Returns its title and description, the texts of its blocks, and the attributes that people read.
 */
function readPage(): Text[] {
  for (const lineBreak of document.querySelectorAll("br")) lineBreak.replaceWith(" ");
  const texts: Text[] = [["title", document.title]];
  const description = document.querySelector("meta[name=description]")?.getAttribute("content");
  if (description) texts.push(["description", description]);
  const inline = new Set(
    "A ABBR B BDI BR CODE EM I KBD MARK Q S SMALL SPAN STRONG SUB SUP TIME WBR".split(" "),
  );
  const isInline = (element: Element): boolean =>
    (inline.has(element.tagName) || element instanceof SVGElement) && [...element.children].every(isInline);
  const kinds: Record<string, string> = {
    BUTTON: "button",
    LABEL: "label",
    LEGEND: "label",
    OPTION: "option",
    SUMMARY: "button",
    A: "link",
    TH: "column",
    FIGCAPTION: "caption",
  };
  const kindOf = ({ tagName, className }: Element) => {
    if (/^H[1-6]$/.test(tagName)) return "heading";
    return kinds[tagName] ?? (String(className).includes("hint") ? "hint" : "text");
  };
  const walk = (element: Element) => {
    if (["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT"].includes(element.tagName)) return;
    for (const name of ["alt", "aria-label", "placeholder", "data-pending"]) {
      const value = element.getAttribute(name);
      if (value) texts.push([name, value]);
    }
    const children = [...element.children];
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (
      children.every(isInline) ||
      (hasText && !["BODY", "MAIN", "DIV", "SECTION"].includes(element.tagName))
    )
      texts.push([kindOf(element), element.textContent ?? ""]);
    else if (hasText)
      for (const node of element.childNodes)
        if (node.nodeType === 3) texts.push([kindOf(element), node.textContent ?? ""]);
    for (const child of children)
      if (!isInline(child) || child.querySelector("[alt],[aria-label]")) walk(child);
  };
  walk(document.body);
  return texts;
}

async function readScreens(taking: Taking, texts: Texts): Promise<void> {
  for (const screen of screens) {
    const view = viewOf(screen.onlyNarrow ? 360 : 1280, true);
    const read = async (page: Page) => {
      // tsx makes named functions call this, which pages don't have.
      await page.evaluate("globalThis.__name ??= (named) => named");
      texts.add(`${screen.name} ${new URL(page.url()).pathname}`, await page.evaluate(readPage));
      return [];
    };
    await look(taking, screen, view, ["light"], read).catch((error: Error) =>
      console.log(`${screen.name} not read: ${error.message.split("\n")[0]}`),
    );
  }
}

const folders = ["app", "dev", "prisma/seed", "sandbox", "scripts"];
const isSource = (path: string) =>
  /\.(tsx?|mjs)$/.test(path) && !/\.(test|d)\.tsx?$|generated|documents|postgres\/|programs\//.test(path);

/**
 * Whether a text has words with spaces between them, and isn't SQL, a list of classes, a selector, a path or code.
 */
function isProse(text: string): boolean {
  const line = text.trim();
  return (
    /\p{L}['’]?\p{L}*[,.:;]? +\S*\p{L}/u.test(line) &&
    !/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|FROM|WHERE|AND|OR|JOIN|LEFT|ORDER|CREATE|VALUES|RETURNING|SET|CASE|EXISTS|NOT|CROSS|LOCK|ON|ALTER|DROP|NULL)\b/.test(
      line,
    ) &&
    !/[{};]\s|=>|\([a-z-]+: |\w\/\w+ \w+\/|::|^[a-z0-9-]+( [a-z0-9:[\]-]+)+$|^[./#]|\$\d|^M\d|var\(|^--|<\/?[a-z]+/.test(
      line,
    )
  );
}

function calleeOf(node: ts.Node): string {
  if (ts.isNewExpression(node)) return `new ${node.expression.getText()}`;
  return ts.isCallExpression(node) ? node.expression.getText() : "";
}

/** Lists the texts in a source file, with `…` instead of each value. */
function readSource(path: string, source: string): Text[] {
  const texts: Text[] = [];
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const add = (node: ts.Node, text: string) => {
    if (!isProse(text)) return;
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    texts.push([`line ${line + 1}`, text]);
  };
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    // Skips SQL, and texts that are only logged.
    if (ts.isTaggedTemplateExpression(node) || /^(log|new \w*Error)\b/.test(calleeOf(node))) return;
    if (ts.isJsxAttribute(node) && /^(className|d|points|viewBox|href|rel|sizes)$/.test(node.name.getText()))
      return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const text = node.children
        .map((child) =>
          ts.isJsxText(child) ? child.text : ts.isJsxExpression(child) && child.expression ? "…" : " ",
        )
        .join("");
      add(node, text);
    }
    if (ts.isStringLiteralLike(node)) add(node, node.text);
    if (ts.isTemplateExpression(node))
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(""));
    ts.forEachChild(node, walk);
  };
  walk(tree);
  return texts;
}

async function readCode(texts: Texts): Promise<void> {
  for (const folder of folders)
    for (const name of (await readdir(folder, { recursive: true })).filter(isSource).sort()) {
      const path = join(folder, name);
      texts.add(path, readSource(path, await readFile(path, "utf8")));
    }
}

/** @returns the exit code */
async function main(): Promise<number> {
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const texts = new Texts();
  if (!options.code) await tour(options.url, (taking) => readScreens(taking, texts));
  const shown = texts.count;
  await readCode(texts);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `# Texts\n\n${texts}`);
  console.log(`${file}: ${shown} texts on screens, ${texts.count - shown} more in the code`);
  return 0;
}

process.exitCode = await main();
