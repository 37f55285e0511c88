import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faqTopics } from "~/features/content/faq";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { crawl } from "../support/crawling";
import { faultsOf } from "../support/page-faults";
import { as } from "../support/request";
import { fillIn, forge, press, send } from "../support/submitting";
import { unzip } from "../support/unzip";
import { makeWorld, type World } from "../support/world";

let app: Awaited<ReturnType<typeof startApp>>;
let world: World;
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld();
});
afterAll(() => app.stop());

const guest = as(null);
const { origin } = new URL(env.APP_URL);

describe("there's no broken link", () => {
  test("for a guest, and every page is valid", async () => {
    const { pages, broken } = await crawl(guest, origin);
    expect(broken).toEqual([]);
    const reached = [
      ...[paths.howItWorks(), paths.pricing(), paths.faq(), paths.safetyCenter(), paths.privacyPolicy()],
      ...[paths.termsOfService(), paths.contact(), paths.newsletter(), paths.onboarding(), paths.login()],
    ];
    expect(reached.filter((path) => !pages.has(path))).toEqual([]);
    const faults: Record<string, string[]> = {};
    for (const [path, reply] of pages) {
      const found = await faultsOf(reply);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  });

  test.each(["creator", "approved", "admin"] as const)("for the %s", async (role) => {
    const { pages, broken } = await crawl(as(world.people[role]), origin, ["/", paths.dashboard()]);
    expect(broken).toEqual([]);
    expect(pages.has(paths.settings())).toBe(true);
  });
});

test("the footer leads from every public page to the terms, and to pages that the header doesn't name", async () => {
  for (const page of [paths.home(), paths.faq(), paths.contributors()]) {
    const { html } = await guest.get(page);
    const footer = html.slice(html.indexOf("<footer"));
    const linked = [...footer.matchAll(/<a href="([^"]*)">/g)].map(([, path]) => path);
    const promised = [paths.termsOfService(), paths.privacyPolicy(), paths.careers(), paths.newsletter()];
    expect(linked, page).toEqual(expect.arrayContaining(promised));
  }
});

test.each([
  [
    paths.contact(),
    "Send message",
    { Name: "Ada", Email: "ada@pot.example", Subject: "General", Message: "Hello" },
  ],
  [paths.newsletter(), "Subscribe", { Email: "ada@pot.example" }],
])("%s has a field for robots, whose name no form filler knows", async (path, button, typed) => {
  const page = await guest.get(path);
  const [, name = ""] = /<label for="([^"]*)">Leave this empty</.exec(page.html) ?? [];
  expect(name).not.toMatch(/[a-z]{3}/i);
  const stored = async () => [
    await db.contactMessage.count({ where: { email: "ada@pot.example" } }),
    await db.newsletterSubscriber.count({ where: { email: "ada@pot.example" } }),
  ];
  const before = await stored();
  const form = fillIn(page, button, typed);
  const usual = await send(guest, forge(form, name, "https://spam.example"));
  expect(usual.status).toBe(303);
  expect(await stored()).toEqual(before);
  expect((await send(guest, form)).location).toBe(usual.location);
  expect(await stored()).not.toEqual(before);
});

test("a team member's page links to the dashboard only for people who have one", async () => {
  const page = sitePaths.teamMember("mara-lindqvist");
  const readers = { guest, creator: as(world.people.creator) };
  const has = async (reader: keyof typeof readers) =>
    (await readers[reader].get(page)).html.includes("Back to Dashboard");
  expect(await has("creator")).toBe(true);
  expect(await has("guest")).toBe(false);
});

const questionsOf = (html: string) =>
  [...html.matchAll(/<details[^>]* name="question"[^>]*><summary>(.*?)<\/summary>/g)].map(
    ([, question = ""]) => question,
  );

test("the features page circles one picture and one applicant", async () => {
  const { html } = await guest.get(paths.features());
  expect(html.match(/<li[^>]*>(?:(?!<\/li>).)*class="mark"/gs)).toHaveLength(2);
});

test("the careers pages say that the email address for applications is a sample", async () => {
  const list = await guest.get(paths.careers());
  const [job = ""] = /href="(\/careers\/[^"]+)"/.exec(list.html)?.slice(1) ?? [];
  for (const page of [list, await guest.get(job)])
    expect(page.text).toContain("careers@example.com (a sample address)");
});

describe("the FAQ", () => {
  test("has twelve questions, and some on each topic", async () => {
    const { html } = await guest.get(paths.faq());
    const all = questionsOf(html);
    expect(all).toHaveLength(12);
    expect(html.match(/"@type":"Question"/g)).toHaveLength(12);
    // The price is in the visible answer and in the data for search engines.
    expect(html.match(/Pro costs \$24\.99 per month/g)).toHaveLength(2);
    expect(html).not.toMatch(/\{\w+\.\w+\}/);
    const byTopic: string[] = [];
    for (const topic of Object.keys(faqTopics)) {
      const found = questionsOf((await guest.get(paths.faq({ topic }))).html);
      expect([topic, found.length > 0]).toEqual([topic, true]);
      byTopic.push(...found);
    }
    expect(byTopic.sort()).toEqual(all.sort());
  });

  test("searches questions and answers within the topic, regardless of case", async () => {
    const files = ["Can I share files and videos?"];
    const found = await guest.get(paths.faq({ q: " 500 mb  PER file" }));
    expect(questionsOf(found.html)).toEqual(files);
    expect(found.html).toMatch(/<details[^>]* open=""/);
    expect(found.html).toContain('value="500 mb PER file"');
    expect(found.html).toContain(
      `href="${paths.faq({ topic: "technical", q: "500 mb PER file" }).replace("&", "&amp;")}"`,
    );
    expect(questionsOf((await guest.get(paths.faq({ q: "500 mb", topic: "technical" }))).html)).toEqual(
      files,
    );
    const elsewhere = await guest.get(paths.faq({ q: "500 mb", topic: "account" }));
    expect(questionsOf(elsewhere.html)).toEqual([]);
    expect(elsewhere.text).toContain("No questions found matching your search criteria.");
    expect(elsewhere.html).toMatch(/<a [^>]*href="\/faq"[^>]*>Reset filters/);
    expect(elsewhere.html).toMatch(/<a [^>]*href="\/contact"[^>]*>Contact Support/);
  });

  test("says how much of a long query it searches for, and its field accepts the whole query", async () => {
    const long = `files ${"and more ".repeat(60)}`;
    const found = await press(guest, paths.faq(), "Search", { "Search the questions": long });
    expect(found.path).toContain(encodeURIComponent("and more and more").replaceAll("%20", "+"));
    expect(found.text).toContain("We searched for the first 100 characters.");
    expect((await guest.get(paths.faq({ q: "files" }))).text).not.toContain("We searched for");
  });

  test("treats an unknown topic as none", async () => {
    expect(questionsOf((await guest.get(paths.faq({ topic: "toString" }))).html)).toHaveLength(12);
  });
});

async function download(file: string) {
  const response = await fetch(app.origin + sitePaths.download(file));
  const { headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  expect(headers.get("content-disposition")).toBe(`attachment; filename="${file}"`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  return { type: headers.get("content-type"), bytes };
}

describe("the safety center", () => {
  test("shows resources, guidelines and questions at their own URLs", async () => {
    const resources = await guest.get(paths.safetyCenter());
    expect(resources.html.match(/href="[^"]*download=[^"]+"/g)).toEqual([
      'href="/safety-center?download=freelancer-agreement-template.docx"',
      'href="/safety-center?download=project-brief-template.docx"',
      'href="/safety-center?download=best-practices-guide.pdf"',
    ]);
    expect(resources.html.match(/<ol class="habits.*?<\/ol>/s)?.[0].match(/<li>/g)).toHaveLength(5);
    const guidelines = await guest.get(paths.safetyCenter({ tab: "guidelines" }));
    expect(guidelines.html).toContain(
      'href="/safety-center?tab=guidelines&amp;download=community-guidelines.pdf"',
    );
    expect(guidelines.text).toMatch(/Permanent removal/);
    expect(questionsOf((await guest.get(paths.safetyCenter({ tab: "faq" }))).html)).toHaveLength(5);
  });

  test("says that a download has started, and sends the file", async () => {
    const file = "community-guidelines.pdf";
    const page = await guest.get(sitePaths.startDownload(file, { tab: "guidelines" }));
    expect(page.html).toContain(`<meta http-equiv="refresh" content="0;url=${sitePaths.download(file)}"/>`);
    expect(page.html).toMatch(/role="status"><strong>Download started/);
    expect(page.html).toContain(`<a href="${sitePaths.download(file)}" download=""`);
    const other = await guest.get(sitePaths.startDownload("../secret.pdf"));
    expect(other.html).not.toMatch(/refresh|Download started/);
  });

  test.each([
    ["freelancer-agreement-template.docx", "Freelancer agreement template", "5. Price and payment", 4],
    ["project-brief-template.docx", "Project brief template", "What you need", 1],
  ])("has %s as a Word document", async (file, title, heading, tables) => {
    const { type, bytes } = await download(file);
    expect(type).toBe("application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    const entries = unzip(bytes);
    const text = entries.get("word/document.xml")?.toString() ?? "";
    const headings = [...text.matchAll(/<w:pStyle w:val="Heading(\d)"\/>.*?<w:t[^>]*>(.*?)<\/w:t>/g)];
    expect(headings[0]?.slice(1)).toEqual(["1", title]);
    expect(headings.map(([, level, words]) => `${level} ${words}`)).toContain(`2 ${heading}`);
    expect(text.match(/<w:tbl>/g)).toHaveLength(tables);
    expect(text.match(/<w:tblHeader\/>/g)).toHaveLength(tables);
    expect(entries.get("word/styles.xml")?.toString()).toContain('<w:lang w:val="en-US"');
    expect(entries.get("docProps/core.xml")?.toString()).toContain(`<dc:title>${title}</dc:title>`);
  });

  test.each([
    ["best-practices-guide.pdf", "Best-practices guide", 6],
    ["community-guidelines.pdf", "Community guidelines", 6],
  ])("has %s as a tagged PDF", async (file, title, headings) => {
    const { type, bytes } = await download(file);
    expect(type).toBe("application/pdf");
    const text = bytes.toString("latin1");
    expect(text.slice(0, 5)).toBe("%PDF-");
    for (const part of [
      "/StructTreeRoot",
      "/Marked true",
      "/Lang (en-US)",
      "/DisplayDocTitle true",
      `(${title})`,
    ])
      expect(text).toContain(part);
    expect(text.match(/\/S \/H1\b/g)).toHaveLength(1);
    expect(text.match(/\/S \/H2\b/g)).toHaveLength(headings);
    expect(text).toContain("/S /LBody");
  });
});

test("public pages are cached separately for Save-Data, where no page requests the heading typeface", async () => {
  for (const path of [paths.howItWorks(), paths.faq()]) {
    const [page, light] = [await guest.get(path), await guest.get(path, { headers: { "Save-Data": "on" } })];
    expect(page.headers.vary, path).toContain("Save-Data");
    expect(light.headers.etag, path).not.toBe(page.headers.etag);
    expect(page.html, path).toMatch(/<link rel="preload" as="font"[^>]*\.woff2"/);
    expect(page.html, path).not.toContain("data-saves");
    expect(light.html, path).not.toContain("woff2");
    // This attribute makes tokens.css set headings in the text typeface.
    expect(light.html, path).toMatch(/<html[^>]* data-saves="true"/);
  }
});
