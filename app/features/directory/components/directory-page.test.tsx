import { expect, test } from "vitest";
import type { Service } from "~/features/catalog/catalog";
import { personOf, sampleOf } from "../../../../tests/support/cards";
import { render } from "../../../../tests/support/rendering";
import { DirectoryPage, type DirectoryView } from "./directory-page";

const services = [
  { id: 1, name: "Writer", category: "Content & Copy" },
  { id: 2, name: "Video Editor", category: "Media & Video" },
] as Service[];
const [writer = null] = services;
const view: DirectoryView = {
  ...{ people: [], next: null, service: null, services, sort: "work", isFirstPage: true, isGuest: false },
};
const shown = (change: Partial<DirectoryView>) =>
  render(<DirectoryPage {...view} {...change} saving={<p>Save this search</p>} />);

test.each<[Partial<DirectoryView>, string, string[]]>([
  [{}, "No one here yet Contributors show up here once we've approved their profile. Save", []],
  [
    { service: writer },
    "No writers yet Contributors show up here once we've approved their profile. See all contributors",
    ["See all contributors: /contributors"],
  ],
  [
    { service: writer, isFirstPage: false, sort: "new" },
    "No one on this page Back to the first page First page",
    ["Back to the first page: /contributors/writers", "First page: /contributors/writers?sort=new"],
  ],
])("an empty page says why, and where to go: %j", (change, words, links) => {
  const page = shown(change);
  expect(page.text).toContain(words);
  for (const link of links) expect(page.links).toContain(link);
});

test("a page says whom it lists, offers the other order, and links to the next page in its own order", () => {
  const person = { ...personOf({ services: ["Writer"], location: "Portland", bio: "I write." }) };
  const page = shown({ people: [person], next: "n120", service: writer, sort: "new" });
  expect(page.text).toMatch(
    /^Writers Browse work by vetted writers\. Message one or save a few\. Work first All Writer More services /,
  );
  expect(page.text).toContain("Writer AR Ana Reyes Writer · Portland Available now I write. Next Save");
  expect(page.links).toContain("Work first: /contributors/writers");
  expect(page.links).toContain("Next: /contributors/writers?sort=new&after=n120");
  const all = shown({
    people: [{ ...person, priceRange: "$50", services: ["Video Editor", "Writer"], work: [sampleOf("1")] }],
  });
  expect(all.text).toMatch(
    /^Contributors Browse work by vetted editors, designers and writers\. Newest first /,
  );
  // The chips are in alphabetical order.
  expect(all.text).toContain("All Video Editor Writer More services");
  expect(all.text).toContain("Available now · $50");
  expect(all.links).toContain("Newest first: /contributors?sort=new");
  expect(all.links).toContain("Work 1: /view/sample/1?from=%2Fcontributors%23work-1");
  expect(all.text).not.toMatch(/First page|Next/);
});

test("guests are invited to find out who fits, and members to filter", () => {
  const [guest, member] = [shown({ isGuest: true }), shown({})];
  expect(guest.text).toContain("It takes four short steps. Get Started");
  expect(guest.text).not.toContain("Filter in Discover");
  expect(member.text).toContain("Looking for a style, a tool or a price? Filter in Discover");
  expect(member.links).toContain("Filter in Discover: /discover?filters=open");
  expect(member.text).not.toContain("Get Started");
});

test("all services are listed at the end by their group, and the page's own is the current one", () => {
  const { html, text } = shown({ service: writer });
  expect(text).toContain("Content & Copy Writers Media & Video Video editors");
  expect([...html.matchAll(/<a href="([^"]*)" aria-current="page"/g)].map(([, href]) => href)).toEqual([
    "/contributors/writers",
    "/contributors/writers",
  ]);
});
