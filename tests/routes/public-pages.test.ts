import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faqTopics } from "~/features/content/faq";
import { leaveLink } from "~/features/newsletter/newsletter.server";
import { openText } from "~/features/notifications/mailing.server";
import { invitationLimits } from "~/features/referrals/invite";
import { codeOf, stopLink } from "~/features/referrals/inviting.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { sitePaths } from "~/site-paths";
import { startApp } from "../support/app";
import { crawl } from "../support/crawling";
import { faultsOf } from "../support/page-faults";
import { makeMember } from "../support/people";
import { as } from "../support/request";
import { oneOf } from "../support/scope";
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

  test.each(oneOf(["creator", "approved", "admin"] as const, 2))("for the %s", async (role) => {
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
])(
  "%s has a field that only robots fill in, with a name that form fillers don't know",
  async (path, button, typed) => {
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
  },
);

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

test.each([
  [paths.careers(), sitePaths.job("")],
  [paths.blog(), sitePaths.blogPost("")],
])("what search engines read about each page in %s is what people read there", async (list, start) => {
  const links = (await guest.get(list)).html.match(new RegExp(`(?<=href=")${start}[a-z-]+(?=")`, "g"));
  expect(links).not.toBeNull();
  for (const path of new Set(links)) {
    const { html, text } = await guest.get(path);
    const [thing = ""] = /(?<=ld\+json">).*?(?=<\/script>)/s.exec(html) ?? [];
    const { title, headline = title, datePosted, datePublished = datePosted, ...facts } = JSON.parse(thing);
    expect(html).toContain(`<time dateTime="${datePublished}">`);
    expect(text).toContain(headline);
    expect(text).toContain(facts.author?.name ?? `Type ${employments[facts.employmentType]} Posted`);
  }
});

const employments: Record<string, string> = { FULL_TIME: "Full-time", PART_TIME: "Part-time" };

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

const newAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`;

describe("an invitation", () => {
  test("names the inviter to visitors, and counts for the one whose link they opened last", async () => {
    const [first, last] = [await makeMember({ name: "Fay First" }), await makeMember({ name: "Lou Last" })];
    const visitor = as(null);
    await visitor.get(sitePaths.join(await codeOf(first)));
    const page = await visitor.get(sitePaths.join(await codeOf(last)));
    expect(page.html).toMatch(/<title>Lou invited you to Matchcut · Matchcut<.*<h1[^>]*>Lou invited you to/s);
    expect(page.html).toContain('<meta name="robots" content="noindex"');
    expect(page.text).toContain("Lou gets a boost, too. ");
    expect(page.text).toContain("After you join, Lou sees your name");
    const email = newAddress("invited");
    await press(visitor, paths.login({ tab: "create" }), "Create Account", {
      ...{ "Full name": "Ira Invited", Email: email, Password: "violet-harbour" },
    });
    const { id } = await db.user.findFirstOrThrow({ where: { email } });
    expect(await db.referral.findMany({ where: { inviteeId: id } })).toMatchObject([
      { referrerId: last.userId },
    ]);
    expect((await as(last).get(paths.invitePeople())).text).toContain("Ira Invited");
  });

  test("doesn't name an inviter whose profile is hidden", async () => {
    const hidden = await makeMember({ name: "Rude Name" });
    await db.user.update({ where: { id: hidden.userId }, data: { profileHiddenAt: new Date() } });
    const page = await guest.get(sitePaths.join(await codeOf(hidden)));
    expect(page.html).toMatch(/<title>You&#x27;re invited to Matchcut · Matchcut</);
    expect(page.html).toMatch(/<h1[^>]*>You&#x27;re invited to Matchcut</);
    expect(page.text).toContain("The person who invited you gets a boost, too. ");
    expect(page.text).toContain("After you join, the person who invited you sees your name");
    expect(page.html).not.toContain("Rude");
  });

  test("tells members that it's for others, and isn't kept in their browser", async () => {
    const [inviter, other] = [await makeMember(), await makeMember()];
    const link = sitePaths.join(await codeOf(inviter));
    const own = await as(inviter).get(link);
    expect(own.text).toContain("This is your own link Send it to someone who'd be a good fit.");
    const member = await as(other).get(link);
    expect(member.text).toContain("You're already on Matchcut Invitations are for people who don't have an");
    for (const { html, cookies } of [own, member]) {
      expect(html).toContain(`href="${paths.invitePeople()}"`);
      expect([...cookies.keys()]).not.toContain("invite");
    }
  });

  test("by email is sent once to each address, never to the member's own, and within the limits", async () => {
    const member = await makeMember();
    const [browser, page] = [as(member), paths.invitePeople({ tab: "email" })];
    const invite = (email: string) => press(browser, page, "Send", { "Their email address": email });
    const count = () => db.mailedInvitation.count({ where: { inviterId: member.userId } });
    const own = await invite(member.email);
    expect([own.status, own.text.includes("That's your own address."), await count()]).toEqual([
      400,
      true,
      0,
    ]);
    expect(own.html).toContain(`value="${member.email}"`);
    const email = newAddress("friend");
    for (const words of ["Invitation sent", "You've already invited this address"]) {
      expect(await invite(email)).toMatchObject({ status: 303, location: page });
      expect((await browser.get(page)).text).toContain(words);
    }
    const earlier = async (many: number, createdAt: Date) =>
      db.mailedInvitation.createMany({
        data: Array.from({ length: many }, () => ({
          ...{ inviterId: member.userId, createdAt, masked: "f•••@example.com" },
          ...{ addressHash: new Uint8Array(Buffer.from(randomUUID())), code: randomUUID().slice(-12) },
        })),
      });
    await earlier(invitationLimits.aDay - 1, new Date());
    const today = await invite(newAddress("friend"));
    expect([today.status, await count()]).toEqual([429, 10]);
    expect(today.text).toContain("You've reached the limit of 10 invitations in 24 hours.");
    const before = new Date(Date.now() - 2 * 86_400_000);
    await db.mailedInvitation.updateMany({
      where: { inviterId: member.userId },
      data: { createdAt: before },
    });
    await earlier(invitationLimits.inAll - 10, before);
    const later = await invite(newAddress("friend"));
    expect([later.status, await count()]).toEqual([429, 100]);
    expect(later.text).toContain("You've reached the limit of 100 invitations. Your link still works");
  });

  test("can be stopped with the link in its email, but only for that address", async () => {
    const [one, other] = [newAddress("one"), newAddress("other")].map(
      (email) => new URL(stopLink(email)).pathname,
    );
    const page = await guest.get(one ?? "");
    expect(page.text).toContain(
      "Do you want us to stop emailing invitations to the address that got this link?",
    );
    expect(await press(guest, page, "Stop invitations")).toMatchObject({ status: 303, location: one });
    expect((await guest.get(one ?? "")).text).toContain(
      "We won't email invitations to this address anymore.",
    );
    expect((await guest.get(other ?? "")).text).toContain("Do you want us to stop");
  });
});

describe("the newsletter", () => {
  const subscribe = (email: string, visitor = guest) =>
    press(visitor, paths.newsletter(), "Subscribe", { Email: email });
  const linkTo = async (toAddress: string) => {
    const mail = await db.outboxMail.findFirstOrThrow({ where: { toAddress, kind: "newsletter-confirm" } });
    return /\/newsletter\/confirm\/[\w-]+/.exec(openText(mail.textBody) ?? "")?.[0] ?? "";
  };
  const isConfirmed = async (email: string) =>
    (await db.newsletterSubscriber.count({ where: { email, confirmedAt: { not: null } } })) === 1;

  test("is confirmed with the emailed link and left with another, each for its own address", async () => {
    const [one, other] = [newAddress("one"), newAddress("other")];
    const visitor = as(null);
    expect((await subscribe("", visitor)).location).toBe(paths.newsletter());
    expect((await visitor.get(paths.newsletter())).text).toContain("Please enter your email address.");
    for (const email of [one, other]) {
      const { location } = await subscribe(email, visitor);
      expect((await visitor.get(location)).text).toContain("Check your email for a link to confirm");
    }
    const page = await visitor.get(await linkTo(one));
    expect(page.text).toContain(`Send the Matchcut newsletter to ${one}?`);
    for (const words of [
      "You're now subscribed to our newsletter.",
      "already subscribed to our newsletter.",
    ]) {
      const { location } = await press(visitor, page, "Subscribe");
      expect((await visitor.get(location)).text).toContain(words);
    }
    expect((await visitor.get(await linkTo(one))).text).toContain(`Email already subscribed: ${one}`);
    expect([await isConfirmed(one), await isConfirmed(other)]).toEqual([true, false]);

    await press(visitor, await linkTo(other), "Subscribe");
    const { id } = await db.newsletterSubscriber.findFirstOrThrow({ where: { email: one } });
    const leave = new URL(leaveLink(id)).pathname;
    const leaving = await visitor.get(leave);
    expect(leaving.text).toContain(`Stop sending the newsletter to ${one}?`);
    expect(await press(visitor, leaving, "Unsubscribe")).toMatchObject({ status: 303, location: leave });
    expect((await visitor.get(leave)).text).toContain("You're unsubscribed. We've deleted this address");
    expect([await isConfirmed(one), await isConfirmed(other)]).toEqual([false, true]);
  });

  test("tells only the owner of an address that it's subscribed", async () => {
    const [owner, other] = [await makeMember(), await makeMember()];
    await subscribe(owner.email);
    await press(guest, await linkTo(owner.email), "Subscribe");
    const said = async (person: typeof owner) => {
      const { location } = await subscribe(owner.email, as(person));
      return [location, (await as(person).get(location)).text.includes("Check your email")];
    };
    expect(await said(other)).toEqual([`${paths.newsletter()}?asked=1`, true]);
    const browser = as(owner);
    expect((await subscribe(owner.email, browser)).location).toBe(paths.newsletter());
    expect((await browser.get(paths.newsletter())).text).toContain("This email is already subscribed");
  });
});
