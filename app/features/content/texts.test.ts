import { expect, test } from "vitest";
import { atomFeed } from "./atom-feed";
import { categoryOf, slugOf } from "./blog";
import { filled, unknownFigure } from "./figures";
import { chaptersOf, type ProseNode, textOf } from "./prose";

test("a text's blocks end with a line break, and its chapters begin with headings", () => {
  const heading = { tag: "h2" as const, id: "b", children: ["B"] };
  const list = { tag: "ul" as const, children: [{ tag: "li" as const, children: ["C"] }] };
  const nodes: ProseNode[] = ["A", { tag: "em", children: ["!"] }, { tag: "br" }, heading, list];
  expect(textOf(nodes)).toBe("A!\nB\nC\n");
  expect(chaptersOf(nodes)).toEqual([
    { title: "", body: nodes.slice(0, 3) },
    { title: "B", id: "b", body: [list] },
  ]);
});

test("a text's placeholders are filled, except in code, and unknown ones are found", () => {
  const figures = { "pro.posts": "5 posts" } as Parameters<typeof filled>[1];
  const code = { tag: "code" as const, children: ["{pro.posts}"] };
  const nodes: ProseNode[] = [
    "{pro.posts}, {x}",
    { tag: "p", children: ["{pro.posts}"] },
    code,
    { tag: "hr" },
  ];
  expect(filled(nodes, figures)).toEqual([
    ...["5 posts, {x}", { tag: "p", children: ["5 posts"] }, code, { tag: "hr" }],
  ]);
  expect(["None", "{pro.posts} {free.days}", "{pro.posts} {x}", "a } b"].map(unknownFigure)).toEqual([
    ...[null, null, "{x}", "}"],
  ]);
});

test("the feed is escaped, and as old as its newest post", () => {
  const at = (path: string) => `https://a.test${path}`;
  const pages = { self: "/feed", blog: "/blog", postPath: (id: string) => `/blog/${id}?a&b` };
  const post = {
    id: "p",
    title: "<A>",
    description: "B & C",
    date: "2026-11-02",
    authorName: "Jo",
    category: "Tips",
  };
  const [, , , blog, self, id, updated, entry] = atomFeed(at, pages, [
    post,
    { ...post, date: "2026-10-01" },
  ]).split("\n");
  expect([blog, self, id, updated, entry]).toEqual([
    '<link href="https://a.test/blog"/>',
    '<link href="https://a.test/feed" rel="self" type="application/atom+xml"/>',
    "<id>https://a.test/blog</id>",
    "<updated>2026-11-02T00:00:00Z</updated>",
    '<entry><title>&#60;A&#62;</title><link href="https://a.test/blog/p?a&#38;b"/><id>https://a.test/blog/p?a&#38;b</id><published>2026-11-02T00:00:00Z</published><updated>2026-11-02T00:00:00Z</updated><author><name>Jo</name></author><category term="Tips"/><summary>B &#38; C</summary></entry>',
  ]);
  expect(atomFeed(at, pages, [])).toContain("<updated>1970-01-01T00:00:00Z</updated>\n</feed>");
});

test("a category has a slug, and any other slug means all of them", () => {
  expect(slugOf("Creator Tips")).toBe("creator-tips");
  expect(["industry-trends", "Industry Trends", null].map(categoryOf)).toEqual([
    "Industry Trends",
    null,
    null,
  ]);
});
