import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { ContentFile, Folder } from "../app/features/content/content.schema";
import type { ProseNode } from "../app/features/content/prose";
import { parseContent } from "./content";

const root = fileURLToPath(new URL("..", import.meta.url));
const paths = readdirSync(join(root, "content"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md") && path !== "README.md")
  .map((path) => `content/${path}`)
  .sort();

describe("content", () => {
  const files = new Map<string, ContentFile<Folder>>();
  beforeAll(async () => {
    for (const path of paths)
      files.set(path, await parseContent(path, readFileSync(join(root, path), "utf8"), root));
  });

  test("every link points to an existing page", () => {
    const pages = addresses();
    const broken = [...files].flatMap(([path, file]) =>
      linksOf(file).flatMap((link) => {
        if (/^(https|mailto):/.test(link)) return [];
        const [pathname = "", anchor] = link.replace(/\?[^#]*/, "").split("#");
        const target = pathname ? files.get(fileOf(pathname)) : file;
        const isThere = !pathname || pages.some((page) => page.test(pathname));
        const isContent = /^\/(blog|careers|team)\/[^/.]+$/.test(pathname);
        const hasAnchor = !anchor || !target || idsOf(target.body).includes(anchor);
        return isThere && hasAnchor && (target || !isContent) ? [] : [`${path}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test("people named in posts exist, and titles are unique within a folder", () => {
    for (const [path, file] of files)
      if ("author" in file) expect([path, files.has(`content/team/${file.author}.md`)]).toEqual([path, true]);
    const titles = [...files].map(
      ([path, file]) => `${dirname(path)}: ${"title" in file ? file.title : file.id}`,
    );
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});

describe("refuses a file with", () => {
  const post = {
    title: "A title",
    description: "What a reader finds here, in a sentence or two.",
    date: "2026-11-23",
    author: "mara-lindqvist",
    category: "Creator Tips",
  };
  const question = { question: "What is it?", category: "General", order: 1 };
  const parse = (text: string, fields: object = post, path = "content/blog/a-post.md") =>
    parseContent(
      path,
      `---\n${Object.entries(fields)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join("")}---\n${text}`,
      root,
    );

  test.each<[string, string, object | undefined, string | undefined]>([
    ["2026-11-23", "Text.", { ...post, date: "23 November 2026" }, undefined],
    ["2026-11-23", "Text.", { ...post, date: "2026-02-30" }, undefined],
    ["description", "Text.", { ...post, description: "Too short" }, undefined],
    ["YAMLParseError", "Text.", { ...post, title: '"One" and two' }, undefined],
    ["category", "Text.", { ...post, category: "Gossip" }, undefined],
    ["colour", "Text.", { ...post, colour: "red" }, undefined],
    ["example.com", "Text.", { email: "ada@matchcut.com" }, "content/team/ada.md"],
    ["know this folder", "Text.", undefined, "content/gossip/a-post.md"],
    ["needs a description", "![](/pictures/cut.svg)", undefined, undefined],
    ["find the picture", "![A cut](/pictures/absent.svg)", undefined, undefined],
    ["in public/pictures", "![A cut](https://example.com/cut.svg)", undefined, undefined],
    ["a link has to start with", "[plans](pricing)", undefined, undefined],
    ["a link has to start with", "[plans](//example.com)", undefined, undefined],
    ["a link has to start with", "[plans](javascript:alert)", undefined, undefined],
    ["in the text: [plans][pricing]", "[plans][pricing]", undefined, undefined],
    ["html", "<b>Bold</b>", undefined, undefined],
    ["{pro.posts}", "All {pro.posts}.", undefined, undefined],
    ["{pro.post}", "All {pro.posts} and {pro.post}.", question, "content/help/faq/a-question.md"],
    ["'{'", "All {pro.posts", question, "content/help/faq/a-question.md"],
    [
      "only work in the text",
      "Text.",
      { ...question, question: "'{pro.posts}?'" },
      "content/help/faq/a-question.md",
    ],
    ["level 1", "# Title", undefined, undefined],
    ["level 4", "## One\n\n#### Two", undefined, undefined],
    ["two headings", "## One\n\n## One", undefined, undefined],
  ])("%s: %s", async (words, text, fields, path) => {
    await expect(parse(text, fields, path)).rejects.toThrow(words);
  });

  test("reads the file once it's corrected", async () => {
    expect(await parse("## So *much*\n\nA [plan](/pricing) & `code`:\n\n1. One\n2. Two")).toEqual({
      ...post,
      featured: false,
      id: "a-post",
      words: 8,
      body: [
        { tag: "h2", id: "so-much", children: ["So ", { tag: "em", children: ["much"] }] },
        {
          tag: "p",
          children: [
            "A ",
            { tag: "a", href: "/pricing", children: ["plan"] },
            " & ",
            { tag: "code", children: ["code"] },
            ":",
          ],
        },
        {
          tag: "ol",
          children: [
            { tag: "li", children: ["One"] },
            { tag: "li", children: ["Two"] },
          ],
        },
      ],
    });
  });
});

/** Patterns of the URLs of routes that have a page. */
function addresses(): RegExp[] {
  const folders = ["site", "auth", "app"];
  const names = folders.flatMap((folder) => readdirSync(join(root, "app/routes", folder)));
  return names.map((name) => {
    const segments = name
      .replace(/\.tsx$/, "")
      .replace(/\[(.)\]/g, (_, escaped) => encodeURIComponent(escaped).replace(".", "%2E"))
      .split(".")
      .filter((segment) => segment !== "_index")
      .map((segment) => (segment.startsWith("$") ? "[^/]+" : segment.replace(/_$/, "")));
    return new RegExp(`^/${segments.join("/").replaceAll("%2E", "\\.")}$`);
  });
}

const fileOf = (pathname: string) =>
  existsSync(join(root, `content${pathname}.md`))
    ? `content${pathname}.md`
    : pathname.replace(/^\/(.*)$/, (_, name) => `content/legal/${name}.md`);

function linksOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linksOf);
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" ? (key === "href" || key === "to" ? [inner] : []) : linksOf(inner),
  );
}

function idsOf(nodes: readonly ProseNode[]): string[] {
  return nodes.flatMap((node) =>
    typeof node === "string" ? [] : [...(node.id ? [node.id] : []), ...idsOf(node.children ?? [])],
  );
}
