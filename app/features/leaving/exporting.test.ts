import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { sendMessage, writeTo } from "~/features/messaging/sending.server";
import { apply } from "~/features/projects/applying.server";
import { db } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { sitePaths } from "~/site-paths";
import { untilLockWait } from "../../../tests/support/locks";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { picture } from "../../../tests/support/sample-files";
import { unzip } from "../../../tests/support/unzip";
import { makeWorld } from "../../../tests/support/world";
import { answers, exportedFiles } from "./answers";
import {
  daysToFetch,
  listExports,
  makeExport,
  openExport,
  requestExport,
  sweepExports,
} from "./exporting.server";

const day = 86_400_000;

async function exported(person: Person): Promise<{ id: string; entries: Map<string, Buffer> }> {
  expect(await requestExport(person)).toEqual({ ok: true });
  const [waiting] = await listExports(person);
  if (waiting?.state !== "waiting") throw new Error("the export isn't waiting");
  await makeExport(waiting.id);
  const file = await (await openExport(person, waiting.id))?.open();
  if (!file) throw new Error("no file");
  return { id: waiting.id, entries: unzip(await buffer(file.stream)) };
}

test("two people with the same history get the same files, and nothing in them belongs to the other person", async () => {
  const worlds = [await makeWorld(), await makeWorld()] as const;
  for (const { creator, approved, savedListId } of worlds)
    await db.savedListItem.create({
      data: { listId: savedListId, creatorId: creator.userId, contributorId: approved.userId },
    });
  for (const role of ["creator", "approved", "stranger"] as const) {
    const [one, other] = worlds.map(({ people }) => people[role] as Person) as [Person, Person];
    const rowsOf = ({ userId }: Person) => db.$queryRaw<{ file: string; row: object }[]>`
      SELECT file, "row" FROM export_of(${userId}::uuid) ORDER BY file`;
    const [rows, others] = [await rowsOf(one), await rowsOf(other)];
    expect(rows.map(({ file }) => file)).toEqual(others.map(({ file }) => file));
    expect(JSON.stringify(rows)).not.toContain(other.userId);
    if (role === "creator") expect(rows.map(({ file }) => file)).toContain("favorites-in-lists");
    for (const { email } of [one, other]) {
      await db.newsletterSubscriber.create({ data: { email } });
      await db.contactMessage.create({ data: { name: "G", email, subject: "general", message: "Hello" } });
    }
    const byAddress = async () =>
      (await rowsOf(one)).map(({ file }) => file).filter((file) => /^(newsletter|contact)/.test(file));
    expect(await byAddress()).toEqual(["contact-messages", "newsletter"]);
    // An address that isn't confirmed may belong to someone else.
    await db.user.update({ where: { id: one.userId }, data: { confirmedAt: null } });
    expect(await byAddress()).toEqual([]);
  }
});

const exportSql = readFileSync(new URL("../../../prisma/sql/leaving.sql", import.meta.url), "utf8");

test("each table's rows are in the file that its answer names, with columns that exist", async () => {
  const names = [...exportSql.matchAll(/SELECT '([a-z-]+)'/g)].map(([, name]) => name);
  expect(names.sort()).toEqual([...exportedFiles].sort());
  expect(new Set(names).size).toBe(names.length);
  const columns = await db.$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public'`;
  const whole = /SELECT '([a-z-]+)', to_jsonb\(t\)(?: - '\{?([\w,]+)\}?'(?:::text\[\])?)?\s+FROM (\w+) t\b/g;
  const rows = [...exportSql.matchAll(whole)];
  expect(rows.length).toBe(exportSql.split("to_jsonb(t)").length - 1);
  for (const [, name = "", omitted, table = ""] of rows) {
    expect([table, answers[table]?.exported]).toEqual([table, name]);
    const without = omitted?.split(",") ?? [];
    const own = columns.filter((one) => one.table === table).map(({ column }) => column);
    expect([table, without.filter((column) => !own.includes(column))]).toEqual([table, []]);
    // A column that holds a secret has to be listed as secret.
    const left = own.filter((column) => !without.includes(column));
    expect([table, left.filter((column) => /hash|token|secret|file_key/.test(column))]).toEqual([table, []]);
  }
});

describe("a copy", () => {
  let person: Person;
  let other: Person;
  let entries: Map<string, Buffer>;
  let exportId: string;
  const json = (name: string) => JSON.parse(String(entries.get(`${name}.json`)));
  beforeAll(async () => {
    person = await makeContributor({
      name: "Noor <b>Haddad</b>",
      bio: 'Films & "more"',
      services: ["Writer"],
    });
    other = await makeCreator({ name: "Cleo", services: ["Writer"] });
    const projectId = await makeProject(other);
    await apply(person, projectId, { note: "My note", portfolioLink: null, answers: [] });
    await db.projectApplication.updateMany({
      where: { projectId },
      data: {
        privateNote: "The owner's private note",
        stage: "declining",
        announceAt: new Date(Date.now() + 600_000),
        announceNote: "A decline that isn't announced yet",
        updatedAt: new Date("2033-03-03T12:00:00Z"),
      },
    });
    const sent = await writeTo(person, other.userId, { messageId: randomUUID(), content: "From me" });
    if (!sent.ok) throw new Error(sent.refused);
    const answer = (content: string) =>
      sendMessage(other, sent.conversationId, { messageId: randomUUID(), content });
    await answer("To me");
    await answer("Taken back by its writer");
    await db.message.updateMany({
      where: { content: "Taken back by its writer" },
      data: { deletedAt: new Date() },
    });
    const strangers = await makeCreator();
    await writeTo(strangers, (await makeContributor()).userId, {
      messageId: randomUUID(),
      content: "Between strangers",
    });
    for (const ended of [{ state: "left" as const }, { isBlocked: true }]) {
      const writer = await makeCreator();
      const talk = await writeTo(writer, person.userId, {
        messageId: randomUUID(),
        content: "Gone for them",
      });
      if (!talk.ok) throw new Error(talk.refused);
      const where = { conversationId: talk.conversationId, userId: person.userId };
      await db.conversationParticipant.updateMany({ where, data: ended });
    }
    await db.savedContributor.create({
      data: { creatorId: other.userId, contributorId: person.userId, note: "A note about them" },
    });
    const fileKey = `media/${randomUUID().replaceAll("-", "")}`;
    await files.put(`${fileKey}.pdf`, Buffer.from("%PDF-1.4 mine"));
    const media = {
      ownerId: person.userId,
      kind: "pdf",
      ending: "pdf",
      fileKey,
      bytes: 13,
      name: "../../My reel.pdf",
    };
    const { id: mediaId } = await db.media.create({ data: media });
    await db.workSample.create({
      data: { profileId: person.userId, position: 1, kind: "pdf", mediaId, title: "My reel" },
    });
    const avatar = "avatars/anAvatarOf24Characters00";
    await files.put(`${avatar}-96.webp`, Buffer.from("small"));
    await files.put(`${avatar}-320.webp`, Buffer.from("large"));
    await db.profile.update({ where: { id: person.userId }, data: { avatarUrl: sitePaths.file(avatar) } });
    // The demo's pictures come only as AVIF.
    const pictureKey = `media/${randomUUID().replaceAll("-", "")}`;
    await files.put(`${pictureKey}-640.avif`, await picture(640, 360).avif({ effort: 0 }).toBuffer());
    const shown = { kind: "image", fileKey: pictureKey, bytes: 1, name: "Poster.png", widths: [320, 640] };
    await db.media.create({ data: { ownerId: person.userId, ...shown } });
    await db.swipe.createMany({
      data: (await Promise.all([makeCreator(), makeCreator()])).map(({ userId }) => ({
        actorId: person.userId,
        targetId: userId,
        liked: true,
      })),
    });
    const lost = { ...media, fileKey: `media/${randomUUID().replaceAll("-", "")}`, name: "Lost.pdf" };
    await db.media.create({ data: lost });
    await db.match.create({
      data: { creatorId: other.userId, contributorId: person.userId, creatorSeenAt: new Date() },
    });
    const made = await exported(person);
    entries = made.entries;
    exportId = made.id;
  });

  test("has a list for each exported table, and the person's files", async () => {
    const lists = exportedFiles.map((file) => `${file}.json`);
    const names = [...entries.keys()];
    expect(names.filter((name) => !name.startsWith("files/")).sort()).toEqual(
      ["README.txt", ...lists].sort(),
    );
    expect(json("account")).toMatchObject([{ id: person.userId, email: person.email }]);
    expect(json("profile")).toMatchObject([{ full_name: "Noor <b>Haddad</b>", bio: 'Films & "more"' }]);
    expect(json("services-offered")).toEqual(["Writer"]);
    expect(json("applications")).toMatchObject([{ note: "My note" }]);
    expect(json("swipes")).toHaveLength(2);
    expect(json("boosts")).toEqual([]);
    expect(json("conversations")).toHaveLength(1);
    expect(json("messages").map(({ text, mine }: { text: string; mine: boolean }) => [text, mine])).toEqual([
      ["From me", true],
      ["To me", false],
    ]);
    expect(String(entries.get("files/avatar.webp"))).toBe("large");
    const poster = names.find((name) => name.endsWith("Poster.webp"));
    expect((await sharp(entries.get(poster ?? "")).metadata()).width).toBe(640);
    const lost = names.find((name) => name.endsWith("Lost.pdf"));
    expect(entries.get(lost ?? "")).toHaveLength(0);
    expect(String(entries.get("README.txt"))).toContain("If one is empty,\nwe no longer had it");
    const [file] = names.filter((name) => name.endsWith("reel.pdf"));
    expect(file).toMatch(/^files\/[0-9a-f-]{36}-[^/]*My reel\.pdf$/);
    expect(String(entries.get(file ?? ""))).toBe("%PDF-1.4 mine");
  });

  test("contains no one else's private data, and no secret", async () => {
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: person.userId } });
    const text = [...entries.values()].join("\n");
    for (const theirs of [
      other.email,
      "The owner's private note",
      "A decline that isn't announced yet",
      "2033-03-03",
      "creator_seen_at",
      "A note about them",
      "Taken back by its writer",
      "Between strangers",
      passwordHash,
    ])
      expect([theirs, text.includes(theirs)]).toEqual([theirs, false]);
    const people = await db.user.findMany({ where: { id: { not: person.userId } }, select: { email: true } });
    expect(people.filter(({ email }) => text.includes(email))).toEqual([]);
  });

  test("is announced once, can be downloaded for a week, only by the person it's about, and is then deleted with its file", async () => {
    const { fileKey } = await db.export.findUniqueOrThrow({ where: { id: exportId } });
    await makeExport(exportId);
    const eventKey = `export:${exportId}`;
    expect(await db.notification.count({ where: { eventKey } })).toBe(1);
    expect(await db.outboxMail.count({ where: { eventKey, userId: person.userId } })).toBe(1);
    expect(await openExport(other, exportId)).toBeNull();
    expect(await openExport(person, "x")).toBeNull();
    await sweepExports(new Date(Date.now() + (daysToFetch - 1) * day));
    expect(await files.sizeOf(fileKey)).toBeGreaterThan(0);
    await db.export.update({
      where: { id: exportId },
      data: { endedAt: new Date(Date.now() - daysToFetch * day - 1) },
    });
    expect(await openExport(person, exportId)).toBeNull();
    expect(await listExports(person)).toMatchObject([{ state: "expired", until: null }]);
    await sweepExports();
    expect(await files.sizeOf(fileKey)).toBeNull();
    expect(await listExports(person)).toEqual([]);
  });
});

test("a file larger than one read arrives complete", async () => {
  const person = await makeCreator();
  const fileKey = `media/${randomUUID().replaceAll("-", "")}`;
  const body = Buffer.alloc(3_000_000, "abcdefg");
  await files.put(`${fileKey}.bin`, body);
  await db.media.create({
    data: { ownerId: person.userId, kind: "file", ending: "bin", fileKey, bytes: body.length, name: "a.wav" },
  });
  await db.$executeRaw`
    INSERT INTO notifications (user_id, kind, title, event_key)
    SELECT ${person.userId}::uuid, 'vetting', 'Number ' || n, gen_random_uuid()::text FROM generate_series(1, 1203) n`;
  const { entries } = await exported(person);
  expect(JSON.parse(String(entries.get("notifications.json")))).toHaveLength(1203);
  const [name = ""] = [...entries.keys()].filter((one) => one.endsWith("-a.wav"));
  expect(entries.get(name)?.equals(body)).toBe(true);
});

describe("requesting a copy", () => {
  test("a second request while a copy is being made adds none, even concurrently; the limit is three copies a day", async () => {
    const person = await makeCreator();
    await Promise.all([requestExport(person), requestExport(person), requestExport(person)]);
    expect(await listExports(person)).toHaveLength(1);
    // Concurrent requests share one copy, so they count once toward the limit.
    const [pressed] = await Promise.all(Array.from({ length: 5 }, () => requestExport(person)));
    expect(pressed).toEqual({ ok: true });
    const end = () =>
      db.export.updateMany({
        where: { userId: person.userId, state: "waiting" },
        data: { state: "failed", endedAt: new Date() },
      });
    for (const turn of [2, 3]) {
      await end();
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => requestExport(person)));
      expect([turn, outcomes.every(({ ok }) => ok)]).toEqual([turn, true]);
      expect(await db.export.count({ where: { userId: person.userId } })).toBe(turn);
    }
    await end();
    const refused = await requestExport(person);
    expect(refused).toMatchObject({ ok: false, refused: "too-many" });
    if (!refused.ok) expect(refused.waitSeconds).toBeLessThanOrEqual(86_400);
    await db.$executeRaw`
      UPDATE exports SET created_at = created_at - interval '1 day' WHERE user_id = ${person.userId}::uuid`;
    expect(await requestExport(person)).toEqual({ ok: true });
    const ready = { state: "ready", endedAt: new Date(), fileKey: `exports/${randomUUID()}.zip` };
    await db.export.create({ data: { ...ready, userId: person.userId } });
    const again = await makeCreator();
    for (let turn = 0; turn < 3; turn += 1) await exported(again);
    expect(await requestExport(again)).toMatchObject({ refused: "too-many" });
    // The newest copy replaces the others, with their files and notifications.
    expect((await listExports(again)).map(({ state }) => state)).toEqual(["ready", "expired", "expired"]);
    expect((await listExports(person)).filter(({ state }) => state === "ready")).toHaveLength(1);
    const made = await db.export.findMany({ where: { userId: again.userId }, orderBy: { createdAt: "asc" } });
    await sweepExports();
    for (const [index, { fileKey }] of made.entries())
      expect([index, (await files.sizeOf(fileKey)) === null]).toEqual([index, index < 2]);
    const told = await db.notification.findMany({ where: { userId: again.userId, kind: "export" } });
    const year = String(new Date().getFullYear());
    expect(told).toMatchObject([{ title: expect.stringContaining(year), eventKey: `export:${made[2]?.id}` }]);
  });

  test("keeps its file if its job runs twice concurrently", async () => {
    const person = await makeCreator();
    await requestExport(person);
    const { id, fileKey } = await db.export.findFirstOrThrow({ where: { userId: person.userId } });
    const { making } = await db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE saved_lists`;
      const making = [makeExport(id), makeExport(id)];
      await untilLockWait(2);
      return { making };
    });
    await Promise.all(making);
    expect(await listExports(person)).toMatchObject([{ id, state: "ready" }]);
    expect(await files.sizeOf(fileKey)).toBeGreaterThan(0);
  });

  test("leaves no file behind if the person leaves while it's being made", async () => {
    const person = await makeCreator();
    await requestExport(person);
    const { id, fileKey } = await db.export.findFirstOrThrow({ where: { userId: person.userId } });
    const { making } = await db.$transaction(async (tx) => {
      // Packing waits for this lock, so the person leaves in the middle of it.
      await tx.$executeRaw`LOCK TABLE saved_lists`;
      const making = makeExport(id);
      await untilLockWait();
      await db.export.delete({ where: { id } });
      return { making };
    });
    await making;
    expect(await files.sizeOf(fileKey)).toBeNull();
  });

  test("a copy is marked as failed after three attempts or a day; nothing is made for a deleted account", async () => {
    const person = await makeCreator();
    await requestExport(person);
    const [waiting] = await listExports(person);
    const id = waiting?.id ?? "";
    await db.export.update({ where: { id }, data: { fileKey: "nowhere" } });
    await expect(makeExport(id)).rejects.toThrow();
    await expect(makeExport(id)).rejects.toThrow();
    await makeExport(id);
    expect(await listExports(person)).toMatchObject([{ state: "failed" }]);
    expect(await openExport(person, id)).toBeNull();
    await requestExport(person);
    const statesAfter = async (ms: number) => {
      await sweepExports(new Date(Date.now() + ms));
      return (await listExports(person)).map(({ state }) => state);
    };
    expect(await statesAfter(day - 60_000)).toEqual(["waiting", "failed"]);
    expect(await statesAfter(day + 60_000)).toEqual(["failed", "failed"]);
    await db.user.delete({ where: { id: person.userId } });
    await makeExport(id);
  });
});
