import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announce } from "~/features/notifications/announcing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator, type Person } from "../support/people";
import { as, type Reply } from "../support/request";
import { fillIn, forge, press, send, unmarked } from "../support/submitting";
import { makeTalk } from "../support/talks";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

type Details = Partial<{ kind: "application" | "vetting"; href: string; body: string; aboutId: string }>;

/** Sends a notification and returns its ID. */
async function tell(person: Person, title: string, details: Details = {}): Promise<string> {
  const eventKey = randomUUID();
  const item = { userId: person.userId, kind: "application" as const, title, body: "", eventKey };
  await db.$transaction((tx) => announce(tx, { ...item, href: paths.matches(), ...details }));
  return (await db.notification.findUniqueOrThrow({ where: { eventKey }, select: { id: true } })).id;
}

const isRead = async (id: string) =>
  (await db.notification.findUniqueOrThrow({ where: { id } })).readAt !== null;
/** The unread count in the navigation. */
const numberOn = async (person: Person, path: string) => numberIn(await as(person).get(path));

function numberIn({ html, path }: Reply): string | undefined {
  const bell = /<a [^>]*href="\/notifications"[^>]*>.*?<\/a>/s.exec(html)?.[0];
  expect(bell, `${path} links to the list`).toBeDefined();
  return /class="unread-mark">([^<]*)</.exec(bell ?? "")?.[1];
}

describe("/notifications", () => {
  test("lists them, marks unread ones, and counts them on every page", async () => {
    const person = await makeCreator();
    expect((await as(person).get(paths.notifications())).text).toContain("No notifications yet");
    expect(await numberOn(person, paths.dashboard())).toBeUndefined();
    const { userId: aboutId } = await makeContributor({ name: "Ari Stone" });
    await tell(person, "Ari applied", { body: "With <b>a note</b>", aboutId });
    await tell(person, "Bo applied");
    await tell(await makeCreator(), "Told to somebody else");
    const { text } = await as(person).get(paths.notifications());
    expect(text).toMatch(/Bo applied Unread .*Ari applied Unread .*With <b>a note<\/b>/);
    // Both notifications link to the same page, so they're grouped, below the face of the person they're about.
    expect(text).toMatch(/Today AS Bo applied .*1 more Ari applied/);
    expect(text).not.toContain("somebody else");
    for (const path of [paths.notifications(), paths.dashboard(), paths.howItWorks(), paths.messages()]) {
      expect(await numberOn(person, path), path).toBe("2");
    }
    const refused = await press(as(person), paths.account(), "Save name", { "Full name": " \u200b " });
    expect([refused.status, numberIn(refused)]).toEqual([400, "2"]);
    const unread = await as(person).get(paths.unread());
    expect(JSON.parse(unread.html)).toEqual({ unread: 0, notifications: 2 });
  });

  test("opens one: marks it as read and redirects to its link, once, and only from the list", async () => {
    const [person, other] = [await makeCreator(), await makeCreator()];
    const id = await tell(person, "A match");
    const browser = as(person);
    const form = fillIn(await browser.get(paths.notifications()), "A match");
    const stolen = await send(as(other), unmarked(form));
    expect([stolen.status, stolen.location]).toEqual([303, paths.notifications()]);
    expect((await browser.get(`${paths.notifications()}?open=${id}`)).status).toBe(200);
    await browser.send("HEAD", paths.notifications());
    expect(await isRead(id)).toBe(false);
    const foreign = as(person, { "Sec-Fetch-Site": "cross-site" });
    expect((await send(foreign, form)).status).toBe(403);
    expect(await isRead(id)).toBe(false);
    for (let run = 0; run < 2; run += 1) {
      const opened = await send(browser, form);
      expect([opened.status, opened.location]).toEqual([303, paths.matches()]);
    }
    expect(await isRead(id)).toBe(true);
    expect((await browser.get(paths.notifications())).text).not.toContain("Unread");

    const unknown = forge(form, "open", randomUUID());
    expect((await send(browser, unknown)).location).toBe(paths.notifications());
    expect((await browser.get(paths.notifications())).text).toContain("That notification isn't here anymore");
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "never leaves the site for %s",
    async (href) => {
      const person = await makeCreator();
      await tell(person, "Look", { href });
      const opened = await press(as(person), paths.notifications(), "Look");
      expect([opened.status, opened.location]).toEqual([303, paths.notifications()]);
    },
  );

  test("marks all as read; any other form changes nothing", async () => {
    const person = await makeCreator();
    const ids = [await tell(person, "One"), await tell(person, "Two", { kind: "vetting" })];
    const browser = as(person);
    const page = await browser.get(paths.notifications());
    const [all, one] = [fillIn(page, "Mark all as read"), fillIn(page, "One")];
    const bad = [
      ...[forge(one, "open"), forge(one, "open", "x"), forge(all, "intent", "delete")],
      forge(one, "intent", "read"),
    ];
    for (const form of bad) expect((await send(browser, form)).status).toBe(400);
    expect(await Promise.all(ids.map(isRead))).toEqual([false, false]);
    expect((await send(browser, all)).status).toBe(303);
    expect(await Promise.all(ids.map(isRead))).toEqual([true, true]);
    const { text } = await browser.get(paths.notifications());
    expect(text).toContain("All notifications marked as read");
    expect(text).not.toContain("Mark all as read");
  });

  test("is paged in the URL, and fits its budget", async () => {
    const person = await makeCreator();
    for (let n = 1; n <= 25; n += 1)
      await tell(person, `Applicant number ${n} applied for Edit six episodes`);
    const first = await as(person).get(paths.notifications());
    const next = /<a [^>]*rel="next"[^>]*href="([^"]*)"|<a [^>]*href="([^"]*)"[^>]*rel="next"/.exec(
      first.html,
    );
    const second = await as(person).get((next?.[1] ?? next?.[2] ?? "").replaceAll("&amp;", "&"));
    const numbersOn = ({ text }: { text: string }) => text.match(/number \d+ applied/g)?.length;
    expect([numbersOn(first), numbersOn(second)]).toEqual([20, 5]);
    expect(second.html).toMatch(/<a [^>]*>First page</);
    expect((await as(person).get(paths.notifications({ before: "x'; --" }))).status).toBe(200);
    const past = paths.notifications({ before: `2001-01-01T00:00:00.000Z_${randomUUID()}` });
    expect((await as(person).get(past)).text).toContain("No older notifications");
    const { headers } = await as(person).send("GET", paths.notifications(), {
      headers: { "Accept-Encoding": "br" },
    });
    expect(Number(headers["content-length"])).toBeLessThan(6_000);
  });

  test("leaves hidden people out and doesn't count them", async () => {
    const [person, hidden] = [await makeCreator(), await makeContributor({ name: "Hidden Hal" })];
    await db.block.create({ data: { blockerId: hidden.userId, blockedId: person.userId } });
    // Stores a notification that was written at the same time as the block.
    const id = await tell(person, "Hidden Hal applied", { aboutId: hidden.userId });
    await tell(person, "Ari applied");
    expect(await numberOn(person, paths.dashboard())).toBe("2");
    const page = await as(person).get(paths.notifications());
    expect(page.text).not.toContain("Hidden Hal");
    expect(await numberOn(person, paths.dashboard())).toBe("1");
    const open = forge(fillIn(page, "Ari applied"), "open", id);
    expect((await send(as(person), open)).location).toBe(paths.notifications());
  });
});

describe("a page that a notification links to", () => {
  test("marks it as read no matter how the page was opened, and no longer counts it", async () => {
    const { creator, contributor } = await makeTalk();
    const match = await db.match.findFirstOrThrow({ where: { creatorId: creator.userId } });
    const href = paths.match(match.id);
    const id = await tell(creator, "A match", { href, aboutId: contributor.userId });
    const before = await numberOn(creator, paths.dashboard());
    expect(before).toBe("2");
    await as(creator).send("HEAD", href);
    await as(creator).get(href, { headers: { "Sec-Purpose": "prefetch;prerender" } });
    await as(contributor).get(href);
    expect(await isRead(id)).toBe(false);
    expect(await numberOn(creator, href)).toBe("1");
    expect(await isRead(id)).toBe(true);
  });

  test("can also be identified by its query, as a saved search is", async () => {
    const person = await makeContributor();
    const href = paths.projects({ q: "zebra film", service: 1 });
    const id = await tell(person, "1 new project", { href });
    await as(person).get(paths.projects({ q: "lion" }));
    expect(await isRead(id)).toBe(false);
    expect(await numberOn(person, href)).toBeUndefined();
    expect(await isRead(id)).toBe(true);
  });

  test("if it's a conversation, counts neither its messages nor the notification that led to it", async () => {
    const { creator, place, conversationId } = await makeTalk();
    expect(await numberOn(creator, paths.dashboard())).toBe("1");
    expect(await numberOn(creator, place)).toBeUndefined();
    const now = await as(creator).get(paths.conversationNow(conversationId));
    expect(JSON.parse(now.html)).toMatchObject({ unread: 0, notifications: 0 });
    expect(await numberOn(creator, paths.dashboard())).toBeUndefined();
  });

  test("if it's about something else, such as the dashboard, leaves a profile decision unread", async () => {
    const person = await makeContributor();
    const id = await tell(person, "Your profile is approved", { kind: "vetting", href: paths.dashboard() });
    const page = await as(person).get(paths.dashboard());
    expect(page.html).toContain(`href="${paths.notifications()}"`);
    expect(await isRead(id)).toBe(false);
    expect((await press(as(person), paths.notifications(), "Your profile is approved")).location).toBe(
      paths.dashboard(),
    );
    expect(await isRead(id)).toBe(true);
  });
});
