import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findActor } from "~/features/accounts/sessions.server";
import { suspendPerson } from "~/features/accounts/suspending.server";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db, transaction } from "~/platform/db.server";
import { pendingHints } from "../../../tests/support/hints";
import { makeAdmin, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { findUnread } from "../../../tests/support/unread";
import { announce, type News, withdrawNotifications } from "./announcing.server";
import type { Kind } from "./kinds";
import {
  listNotifications,
  markAllRead,
  markHiddenRead,
  markRead,
  markReadHere,
  openNotification,
} from "./listing.server";
import { savePreferences } from "./preferences.server";

/** Marks the page's notifications as read, then returns the unread count that the root route shows. */
async function open(person: Person, address: string): Promise<number> {
  const actor = await findActor(person.token, address);
  if (!actor) throw new Error("signed out");
  return markReadHere(actor, address);
}
const numberOf = async (person: Person) => (await findActor(person.token, "/"))?.unreadNotifications;
const titlesOf = async (person: Person) => (await findUnread(person)).notifications.map(({ title }) => title);

function about(person: Person, details: Partial<News> = {}): News {
  const id = randomUUID();
  return { userId: person.userId, kind: "application", title: id, body: "", eventKey: id, ...details };
}
const tell = (...notifications: News[]) => db.$transaction((tx) => announce(tx, ...notifications));
const hintsFor = async (person: Person) => {
  const rows = await db.$queryRaw<{ payload: { to: string[]; hint: unknown } }[]>`
    SELECT payload FROM outbox_events WHERE payload->'to' ? ${person.userId}`;
  return rows.map(({ payload }) => payload.hint);
};

describe("announce", () => {
  test("writes one notification per key, counts it, and hints to open pages", async () => {
    const person = await makeCreator();
    const item = about(person, { title: "Ari <applied> \"today\" \\ 'now' 🎬", href: "/projects/1" });
    await Promise.all([tell(item), tell(item)]);
    await tell(item, item);
    expect((await findUnread(person)).notifications).toMatchObject([
      { title: item.title, href: "/projects/1", body: "" },
    ]);
    expect(await numberOf(person)).toBe(1);
    expect(await hintsFor(person)).toEqual([{ kind: "notifications" }]);
  });

  test.each(["match", "message"] as const)("leaves the hint for a %s to its own feature", async (kind) => {
    const person = await makeCreator();
    const before = await pendingHints();
    await tell(about(person, { kind }));
    expect(await numberOf(person)).toBe(1);
    expect(await pendingHints()).toHaveLength(before.length);
  });

  test("makes a conversation's notification unread again, and never adds a second one, no matter how many messages arrive together", async () => {
    const [person, other] = [await makeCreator(), await makeCreator()];
    const news = [person, other].map((reader) => about(reader, { kind: "message", title: "First" }));
    await tell(...news, about(person, { title: "Between" }));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        ...[news, [...news].reverse()].map((some) => tell(...some)),
        ...[person, other].map((reader) => markAllRead(reader)),
      ]);
    }
    await markAllRead(person);
    await tell(...news.map((one) => ({ ...one, title: "Again" })));
    await tell(...news.map((one) => ({ ...one, title: "And again" })));
    expect([await titlesOf(person), await numberOf(person)]).toEqual([["Again"], 1]);
    expect((await listNotifications(person)).notifications.map(({ title }) => title)).toEqual([
      "Again",
      "Between",
    ]);
    expect((await listNotifications(other)).notifications).toHaveLength(1);
  });

  test("writes, counts and hints nothing for a kind that's turned off, except for decisions on a profile", async () => {
    const [person, other] = [await makeCreator(), await makeCreator()];
    const save = (onPage: "application"[]) =>
      savePreferences(person, { shown: ["application"], onPage, byMail: [], pace: "each" });
    await save([]);
    const kinds: Kind[] = ["application", "vetting", "invitation"];
    await tell(...kinds.map((kind) => about(person, { kind, title: kind })), about(other));
    expect((await titlesOf(person)).sort()).toEqual(["invitation", "vetting"]);
    expect([await numberOf(person), await numberOf(other)]).toEqual([2, 1]);
    await save(["application"]);
    expect(await numberOf(person)).toBe(2);
    await tell(about(person));
    expect(await numberOf(person)).toBe(3);
  });

  test("doesn't count what is rolled back or withdrawn", async () => {
    const person = await makeCreator();
    const [kept, withdrawn] = [about(person), about(person)];
    await tell(kept, withdrawn);
    await transaction(async (tx) => {
      await announce(tx, about(person));
      return { ok: false };
    });
    expect(await numberOf(person)).toBe(2);
    await db.$transaction((tx) => withdrawNotifications(tx, [withdrawn.eventKey, "never written"]));
    expect(await titlesOf(person)).toEqual([kept.title]);
    expect(await numberOf(person)).toBe(1);
  });

  test("counts up to a hundred", async () => {
    const person = await makeCreator();
    await tell(
      ...Array.from({ length: 103 }, () => about(person, { href: "/a" })),
      about(person, { href: "/b" }),
    );
    expect(await numberOf(person)).toBe(100);
    expect(await open(person, "/b")).toBe(100);
    expect(await open(person, "/a")).toBe(0);
  });

  test("stays exact and doesn't deadlock when many transactions write and read the same people's notifications in any order", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makeContributor()));
    const act = (n: number) =>
      transaction(async (tx) => {
        const order = n % 2 ? people : [...people].reverse();
        for (const person of order) await announce(tx, about(person, { href: `/projects/${n % 3}` }));
        return { ok: n % 5 !== 0 };
      });
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => act(round * 6 + n)),
        ...people.map((person, n) => (n % 2 ? markAllRead(person) : markRead(person, "/projects/1"))),
      ]);
    }
    const counts = await Promise.all(people.map(numberOf));
    expect(counts.some((count) => Number(count) > 0)).toBe(true);
    for (const [n, person] of people.entries())
      expect(counts[n]).toBe(
        Math.min(100, await db.notification.count({ where: { userId: person.userId, readAt: null } })),
      );
  });
});

describe("reading", () => {
  test("marks the notifications with one link, with a link to the page that's now open, or all", async () => {
    const person = await makeCreator();
    const on = (href: string, kind: Kind = "application") => about(person, { href, kind });
    const search = "/projects?q=film&service=2";
    await tell(on("/a"), on("/a"), on("/b"), on("/b", "vetting"), on("/c"), on(search));
    await markRead(person, "/a");
    expect(await numberOf(person)).toBe(4);
    for (const other of ["/projects", "/projects?q=film"]) expect(await open(person, other)).toBe(4);
    expect(await open(person, search)).toBe(3);
    expect(await open(person, "/b?tab=1")).toBe(2);
    expect(await open(person, "/elsewhere")).toBe(2);
    await markAllRead(person);
    expect([await numberOf(person), await titlesOf(person)]).toEqual([0, []]);
    expect((await listNotifications(person)).notifications.map(({ isUnread }) => isUnread)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });

  test("leaves a notification unread if it arrives while the page it links to is being opened", async () => {
    const person = await makeCreator();
    const findHere = async () => {
      const actor = await findActor(person.token, "/a?tab=1");
      if (!actor) throw new Error("signed out");
      return actor;
    };
    const before = await findHere();
    await tell(about(person, { href: "/a" }));
    expect(await markReadHere(before, "/a?tab=1")).toBe(0);
    expect(await numberOf(person)).toBe(1);
    const after = await findHere();
    await tell(about(person, { href: "/a" }), about(person, { href: "/b" }));
    expect(await markReadHere(after, "/a?tab=1")).toBe(1);
    expect(await numberOf(person)).toBe(1);
  });

  test("opening one returns its link and marks all with the same link, for its reader only", async () => {
    const [person, other] = [await makeCreator(), await makeCreator()];
    await tell(about(person, { href: "/a" }), about(person, { href: "/a" }), about(person), about(person));
    await tell(about(other, { href: "/a" }));
    const { notifications } = await listNotifications(person);
    const leading = notifications.find(({ href }) => href === "/a")?.id ?? "";
    const plain = notifications.find(({ href }) => href === null)?.id ?? "";
    for (const [actor, id] of [
      [other, leading],
      [person, randomUUID()],
      [person, "x"],
    ] as const) {
      expect(await openNotification(actor, id)).toEqual({ ok: false, refused: "not-found" });
    }
    expect(await numberOf(person)).toBe(4);
    const opened = { ok: true, href: "/a" };
    expect(await openNotification(person, leading)).toEqual(opened);
    expect(await numberOf(person)).toBe(2);
    expect(await openNotification(person, leading)).toEqual(opened);
    expect(await openNotification(person, plain)).toEqual({ ok: true, href: null });
    expect(await numberOf(person)).toBe(1);
    await tell(about(person, { href: "/a" }));
    expect(await open(person, "/a")).toBe(1);
    expect(await numberOf(other)).toBe(1);
  });
});

describe("a notification about someone hidden", () => {
  test("is left out, can't be opened and isn't counted from the moment of the block or suspension", async () => {
    const [person, blocked, suspended] = [
      await makeCreator(),
      await makeContributor(),
      await makeContributor(),
    ];
    const aboutId = (of: Person) => ({ aboutId: of.userId });
    await tell(
      about(person, { title: "stays" }),
      about(person, aboutId(blocked)),
      about(blocked, aboutId(person)),
    );
    await tell(about(person, aboutId(suspended)), about(blocked, aboutId(suspended)));
    const hidden = (await listNotifications(person)).notifications.filter(({ title }) => title !== "stays");
    expect(await blockPerson(blocked, person.userId)).toEqual({ ok: true });
    const admin = await makeAdmin();
    await transaction((tx) =>
      suspendPerson(tx, admin, suspended.userId, {
        reason: "spam",
        words: "",
        until: null,
      }),
    );
    expect([await numberOf(person), await numberOf(blocked)]).toEqual([1, 0]);
    const { notifications } = await listNotifications(person);
    expect(notifications.map(({ title }) => title)).toEqual(["stays"]);
    for (const { id } of hidden) expect((await openNotification(person, id)).ok).toBe(false);
  });

  test("is marked as read by the list if it was written during a block", async () => {
    const [person, blocked] = [await makeCreator(), await makeContributor()];
    await db.block.create({ data: { blockerId: person.userId, blockedId: blocked.userId } });
    await tell(about(person, { aboutId: blocked.userId }), about(person, { title: "stays" }));
    expect([await numberOf(person), await titlesOf(person)]).toEqual([2, ["stays"]]);
    await markHiddenRead(person);
    expect([await numberOf(person), await titlesOf(person)]).toEqual([1, ["stays"]]);
  });
});

test("the list is paged: each notification is on exactly one page, newest first, even if times are equal", async () => {
  const person = await makeCreator();
  await tell(...Array.from({ length: 30 }, (_, n) => about(person, { title: `same ${n}` })));
  await tell(...Array.from({ length: 15 }, (_, n) => about(person, { title: `later ${n}` })));
  const pages: string[][] = [];
  let next: string | null = null;
  do {
    const page = await listNotifications(person, next);
    pages.push(page.notifications.map(({ title }) => title));
    next = page.next;
  } while (next);
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(new Set(pages.flat()).size).toBe(45);
  expect(
    pages
      .flat()
      .slice(0, 15)
      .every((title) => title.startsWith("later")),
  ).toBe(true);
  expect((await listNotifications(person, "nonsense")).notifications).toHaveLength(20);
});
