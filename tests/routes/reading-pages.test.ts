import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { as, type Visitor } from "../support/request";
import { makeWorld, type World } from "../support/world";

/** This also records the statements of the built product, because it uses the same driver as the tests. */
const sent = vi.spyOn(pg.Client.prototype, "query");
let app: Awaited<ReturnType<typeof startApp>>;
let world: World;
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld();
});
afterAll(async () => {
  await app.stop();
  sent.mockRestore();
});

const writing = /\b(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|FOR (NO KEY )?(UPDATE|(KEY )?SHARE))\b/i;
/** These writes are expected: a timer polls the outbox, and a member's view of a profile is recorded once a day. */
const allowed = /\b(outbox_events|profile_views)\b/;

/** The statements that write during a view, either as a document or as the data that pages with script request. */
async function writesOf(visitor: Visitor, address: string, isData: boolean): Promise<string[]> {
  sent.mockClear();
  const [path, query] = address.split("?");
  const { status } = await visitor.get(isData ? `${path}.data${query ? `?${query}` : ""}` : address, {
    headers: { "User-Agent": "Mozilla/5.0" },
  });
  expect([address, status]).toEqual([address, 200]);
  const texts = sent.mock.calls.map(([query]: unknown[]) =>
    typeof query === "string" ? query : ((query as { text?: string }).text ?? ""),
  );
  expect(texts.length).toBeGreaterThan(0);
  return texts.filter((text) => writing.test(text) && !allowed.test(text));
}

test("opening a page again writes nothing", async () => {
  const { creator, approved, matchId, conversationId, projectId } = world;
  const both = [paths.dashboard(), paths.discover(), paths.matches(), paths.match(matchId), paths.messages()];
  const more = [
    ...[paths.conversation(conversationId), paths.projects(), paths.notifications(), paths.ownProfile()],
    ...[paths.project(projectId), paths.analytics(), paths.settings()],
  ];
  const views = [
    ...[...both, ...more, paths.saved(), paths.profile(approved.userId)].map(
      (path) => [creator, path] as const,
    ),
    ...[...both, ...more, paths.profile(creator.userId)].map((path) => [approved, path] as const),
  ];
  const written: Record<string, string[]> = {};
  for (const [person, address] of views) {
    const visitor = as(person);
    await db.notification.create({
      data: { userId: person.userId, kind: "match", title: "x", eventKey: address + person.userId },
    });
    await writesOf(visitor, address, false);
    for (const isData of [false, true]) {
      const texts = await writesOf(visitor, address, isData);
      if (texts.length > 0) written[address] = texts;
    }
  }
  expect(written).toEqual({});
});

test("a page marks as read only the notifications that link to it", async () => {
  const visitor = as(world.creator);
  const address = paths.matches();
  for (const isData of [false, true]) {
    const [href, title] = [address, "It's a match"];
    await db.notification.createMany({
      data: [1, 2].map((n) => ({
        ...{ userId: world.creator.userId, kind: "match", title, href },
        eventKey: `${isData}${n}`,
      })),
    });
    expect(await writesOf(visitor, paths.discover(), isData)).toEqual([]);
    expect(await writesOf(visitor, address, isData)).toEqual([
      expect.stringContaining("UPDATE notifications"),
    ]);
    expect(await writesOf(visitor, address, isData)).toEqual([]);
    expect(await db.notification.count({ where: { href, readAt: null } })).toBe(0);
  }
});
