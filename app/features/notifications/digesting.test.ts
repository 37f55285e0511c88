import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { swipe } from "~/features/discovery/swiping.server";
import { switchRole } from "~/features/leaving/switching.server";
import { blockPerson } from "~/features/moderation/blocking.server";
import { apply } from "~/features/projects/applying.server";
import { db } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import {
  makeContributor,
  makeCreator,
  makeCrowd,
  type Person,
  type PersonDetails,
} from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { sendDigests } from "./digesting.server";
import { type MailKind, type OptionalKind, optionalKindNames, type Pace } from "./kinds";
import { queueMail, sendQueuedMail } from "./mailing.server";
import { savePreferences } from "./preferences.server";

const save = (person: Person, pace: Pace, without: OptionalKind[] = []) =>
  savePreferences(person, {
    shown: optionalKindNames,
    onPage: optionalKindNames,
    byMail: optionalKindNames.filter((kind) => !without.includes(kind)),
    pace,
  });

async function makeReader(pace: Pace = "daily", details: PersonDetails = {}): Promise<Person> {
  const person = await makeCreator({ timeZone: "UTC", ...details });
  await save(person, pace);
  return person;
}

async function queue(
  person: Person,
  subject: string,
  { kind = "application", at = "2026-11-20T12:00:00Z" }: { kind?: MailKind; at?: string } = {},
): Promise<void> {
  const eventKey = randomUUID();
  await db.$transaction((tx) =>
    queueMail(tx, {
      userId: person.userId,
      to: person.email,
      kind,
      subject,
      lines: [`${subject}.`],
      action: { label: "See it", href: `/projects/${subject.replaceAll(" ", "-")}` },
      eventKey,
    }),
  );
  await db.outboxMail.updateMany({ where: { eventKey }, data: { createdAt: new Date(at) } });
}

const mailsTo = (person: Person) =>
  db.outboxMail.findMany({
    where: { userId: person.userId, digestKey: null },
    orderBy: { createdAt: "asc" },
  });
const digestsTo = async (person: Person) => (await mailsTo(person)).filter(({ kind }) => kind === "digest");
const jobsOf = async (mailId = "") =>
  Number(
    (
      await db.$queryRaw<{ n: bigint }[]>`
        SELECT count(*) AS n FROM graphile_worker._private_jobs WHERE payload->>'mailId' = ${mailId}`
    )[0]?.n,
  );
const send = (now: string) => sendDigests(new Date(now));

describe("a daily email", () => {
  test("collects pending emails, with links, in one email a day, no matter how often and concurrently the job runs", async () => {
    const person = await makeReader();
    await queue(person, "Ari <applied>");
    await queue(person, "Bo applied", { at: "2026-11-20T13:00:00Z" });
    expect((await mailsTo(person)).map(({ waitsForDigest }) => waitsForDigest)).toEqual([true, true]);
    for (const mail of await mailsTo(person)) {
      expect(await jobsOf(mail.id)).toBe(0);
      await sendQueuedMail(mail.id);
    }
    expect((await mailsTo(person)).map(({ sentAt }) => sentAt)).toEqual([null, null]);

    await send("2026-11-21T07:59:00Z");
    expect(await digestsTo(person)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => send("2026-11-21T08:00:00Z")));
    const [digest, ...more] = await mailsTo(person);
    expect(more).toEqual([]);
    expect(digest).toMatchObject({
      kind: "digest",
      subject: "2 updates from Matchcut",
      waitsForDigest: false,
    });
    expect(digest?.textBody).toContain("- Ari <applied>\n  http://localhost/projects/Ari-%3Capplied%3E");
    expect(digest?.textBody.indexOf("Ari")).toBeLessThan(digest?.textBody.indexOf("Bo applied") ?? 0);
    expect(digest?.htmlBody).toContain("Ari &#60;applied&#62;</a>");
    expect(digest?.textBody).toContain("/unsubscribe/");
    expect(digest?.textBody).toContain("http://localhost/settings/notifications");
    expect(await jobsOf(digest?.id)).toBe(1);

    await queue(person, "Too late", { at: "2026-11-21T07:00:00Z" });
    await send("2026-11-21T20:00:00Z");
    expect(await digestsTo(person)).toHaveLength(1);
    await send("2026-11-22T08:10:00Z");
    expect((await digestsTo(person))[1]?.subject).toBe("Too late");
    await send("2026-11-23T08:00:00Z");
    expect(await digestsTo(person)).toHaveLength(2);
  });

  test("comes at 8 in the reader's time zone, or at 8 UTC if the zone is unknown", async () => {
    const readers: [string | undefined, string][] = [
      ["Asia/Kolkata", "2026-11-21T02:30:00Z"],
      ["America/New_York", "2026-11-21T13:00:00Z"],
      [undefined, "2026-11-21T08:00:00Z"],
      ["Moon/Base", "2026-11-21T08:00:00Z"],
    ];
    for (const [timeZone, eight] of readers) {
      const person = await makeReader("daily", { timeZone });
      await queue(person, "Ari applied");
      await sendDigests(new Date(Date.parse(eight) - 60_000));
      expect(await digestsTo(person), `${timeZone} before`).toEqual([]);
      await send(eight);
      expect(await digestsTo(person), `${timeZone} at`).toHaveLength(1);
    }
  });

  test("reaches everyone, no matter how many people are waiting", async () => {
    const crowd = await makeCrowd(101);
    await db.mailSchedule.createMany({ data: crowd.map((userId) => ({ userId, pace: "daily" })) });
    await db.$transaction(async (tx) => {
      for (const userId of crowd)
        await queueMail(tx, {
          userId,
          to: "",
          kind: "application",
          subject: "Ari applied",
          lines: ["Hello"],
          eventKey: randomUUID(),
        });
    });
    const ofCrowd = { userId: { in: crowd } };
    await db.outboxMail.updateMany({ where: ofCrowd, data: { createdAt: new Date("2026-11-20T12:00:00Z") } });
    await send("2026-11-21T08:00:00Z");
    expect(await db.outboxMail.count({ where: { ...ofCrowd, kind: "digest" } })).toBe(101);
  });

  test("that fails doesn't hold up the ones after it, and is sent by the next run", async () => {
    const people = [await makeReader(), await makeReader()].sort((a, b) => (a.userId < b.userId ? -1 : 1));
    const [first, second] = people as [Person, Person];
    for (const person of people) await queue(person, "Ari applied");
    await db.$executeRawUnsafe(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`,
    );
    await db.$executeRawUnsafe(`CREATE TRIGGER refuse BEFORE INSERT ON outbox_mails FOR EACH ROW
      WHEN (NEW.kind = 'digest' AND NEW.user_id = '${first.userId}') EXECUTE FUNCTION refuse()`);
    await send("2026-11-21T08:00:00Z");
    await db.$executeRaw`DROP TRIGGER refuse ON outbox_mails`;
    expect([await digestsTo(first), (await digestsTo(second)).length]).toEqual([[], 1]);
    await send("2026-11-21T08:10:00Z");
    expect([(await digestsTo(first)).length, (await digestsTo(second)).length]).toEqual([1, 1]);
  });

  test("leaves everything that happens after 8 for the next day", async () => {
    const person = await makeReader();
    await queue(person, "After breakfast", { at: "2026-11-21T08:05:00Z" });
    await send("2026-11-21T10:00:00Z");
    expect(await digestsTo(person)).toEqual([]);
    await send("2026-11-22T08:00:00Z");
    expect(await digestsTo(person)).toHaveLength(1);
  });

  test("uses the reader's time zone to decide which day an event belongs to", async () => {
    const person = await makeReader("daily", { timeZone: "Pacific/Honolulu" });
    // It's the evening of the 20th there, and the morning of the 21st in UTC.
    await queue(person, "In the evening", { at: "2026-11-21T09:00:00Z" });
    await send("2026-11-21T18:00:00Z");
    expect(await digestsTo(person)).toHaveLength(1);
  });

  test("stays at one a day when two jobs run and something else happens in the meantime", async () => {
    const person = await makeReader();
    await queue(person, "Ari applied");
    const jobs = await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM outbox_mails WHERE user_id = ${person.userId}::uuid FOR UPDATE`;
      const first = send("2026-11-21T08:00:00Z");
      await untilLockWait(1);
      await queue(person, "Bo applied");
      const second = send("2026-11-21T08:00:00Z");
      await untilLockWait(2);
      return [first, second];
    });
    await Promise.all(jobs);
    expect((await digestsTo(person)).map(({ subject }) => subject)).toEqual(["Ari applied"]);
  });

  test("reaches everyone beyond the first page of people, and counts what it doesn't list", async () => {
    const busy = await makeReader();
    const people = await db.user.createManyAndReturn({
      data: Array.from({ length: 55 }, (_, n) => ({
        email: `digest-${n}@example.com`,
        passwordHash: "x",
        confirmedAt: new Date(),
      })),
      select: { id: true },
    });
    const waiting = (userId: string, n: number) => ({
      userId,
      toAddress: "x@example.com",
      kind: "application",
      subject: `Event ${n}`,
      textBody: "x",
      htmlBody: "x",
      eventKey: randomUUID(),
      waitsForDigest: true,
      createdAt: new Date(Date.parse("2026-11-20T12:00:00Z") + n),
    });
    await db.mailSchedule.createMany({ data: people.map(({ id }) => ({ userId: id, pace: "daily" })) });
    await db.outboxMail.createMany({
      data: [
        ...people.map(({ id }) => waiting(id, 0)),
        ...Array.from({ length: 53 }, (_, n) => waiting(busy.userId, n)),
      ],
    });
    await send("2026-11-21T08:00:00Z");
    expect(await db.outboxMail.count({ where: { kind: "digest", subject: "Event 0" } })).toBe(55);
    expect((await digestsTo(busy))[0]?.textBody).toContain("- Event 49\n\n- Plus 3 more.");
  });
});

describe("an email", () => {
  test.each([
    ["message", 1],
    ["contributor_status", 1],
    ["recovery", 1],
    ["application", 0],
  ] as const)(
    "of kind %s goes out right away %i times, whether people chose a daily email or none",
    async (kind, sent) => {
      for (const pace of ["daily", "none"] as const) {
        const person = await makeReader(pace);
        await queue(person, "Something", { kind });
        const [mail] = await mailsTo(person);
        expect(mail ? await jobsOf(mail.id) : 0).toBe(sent);
      }
    },
  );

  test("isn't queued for a kind that is turned off", async () => {
    const person = await makeReader("each");
    await save(person, "each", ["application"]);
    await queue(person, "Ari applied");
    await queue(person, "Bo withdrew", { kind: "application-withdrawn" });
    expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual(["Bo withdrew"]);
    const other = await makeCreator();
    await queue(other, "Bo withdrew", { kind: "application-withdrawn" });
    expect(await mailsTo(other)).toEqual([]);
  });
});

test("a daily email leaves out people who have since been blocked or suspended, are leaving or hidden, or have switched types", async () => {
  const person = await makeReader();
  const projectId = await makeProject(person);
  const applicant = async (name: string) => {
    const one = await makeContributor({ name });
    const done = await apply(one, projectId, { note: "", portfolioLink: null, answers: [] });
    expect(done).toEqual({ ok: true });
    return one.userId;
  };
  const ids = {
    shown: await applicant("Ari Shown"),
    blocked: await applicant("Bea Blocked"),
    suspended: await applicant("Sam Suspended"),
    leaving: await applicant("Lee Leaving"),
    hidden: await applicant("Hal Hidden"),
  };
  const switched = await makeContributor({ name: "Swan Switched" });
  for (const [one, other] of [
    [person, switched],
    [switched, person],
  ] as const)
    await swipe(one, { targetId: other.userId, liked: true, key: randomUUID() });
  await db.outboxMail.updateMany({
    where: { userId: person.userId },
    data: { createdAt: new Date("2026-11-20T12:00:00Z") },
  });
  // Messages from people whose profile is hidden are still announced, but not those from someone who's blocked.
  await db.outboxMail.updateMany({ where: { aboutId: ids.blocked }, data: { kind: "message" } });
  expect(await mailsTo(person)).toHaveLength(6);
  const sent = {
    ...{ kind: "application", subject: "Last week", textBody: "", htmlBody: "" },
    sentAt: new Date(),
  };
  await db.outboxMail.create({
    data: {
      ...sent,
      ...{ userId: person.userId, toAddress: person.email, eventKey: randomUUID(), aboutId: ids.hidden },
    },
  });

  await blockPerson(person, ids.blocked);
  const now = new Date();
  const after = {
    suspended: { suspendedAt: now },
    leaving: { leavesAt: now },
    hidden: { profileHiddenAt: now },
  };
  for (const [who, data] of Object.entries(after))
    await db.user.update({ where: { id: ids[who as keyof typeof after] }, data });
  expect(await switchRole(switched, "creator")).toEqual({ ok: true });
  await send("2026-11-21T08:00:00Z");
  expect((await mailsTo(person)).map(({ kind, subject }) => [kind, subject])).toEqual([
    ["application", "Last week"],
    ["digest", expect.stringContaining("Ari Shown applied")],
  ]);
  const left = await db.outboxMail.findMany({ where: { userId: person.userId } });
  expect(JSON.stringify(left)).not.toMatch(/Blocked|Suspended|Leaving|Hidden|Switched/);
});

describe("preferences changed while emails are pending", () => {
  test.each([
    ["turned off by kind", "each", ["application"]],
    ["turned off altogether", "none", []],
  ] as const)("a queued email isn't sent once emails are %s", async (_what, pace, without) => {
    const person = await makeReader("each");
    await queue(person, "Ari applied");
    const [mail] = await mailsTo(person);
    await save(person, pace, [...without]);
    await sendQueuedMail(mail?.id ?? "");
    expect(await mailsTo(person)).toMatchObject([{ sentAt: null, lastError: "turned off" }]);
  });

  test("pending emails are sent in the next run, and later ones right away, after a change to one email per event", async () => {
    const person = await makeReader();
    await queue(person, "Waits", { at: "2026-11-21T08:30:00Z" });
    await save(person, "each");
    await queue(person, "At once", { at: "2026-11-21T08:31:00Z" });
    await send("2026-11-21T09:00:00Z");
    expect((await mailsTo(person)).map(({ kind, subject }) => [kind, subject])).toEqual([
      ["application", "At once"],
      ["digest", "Waits"],
    ]);
    for (const { id } of await mailsTo(person)) {
      await sendQueuedMail(id);
      expect(await db.outboxMail.findUnique({ where: { id } })).toMatchObject({ sentAt: expect.any(Date) });
    }
  });

  test("pending emails are dropped after a change to no email, or after their kind is turned off", async () => {
    const [none, some] = [await makeReader(), await makeReader()];
    for (const person of [none, some]) {
      await queue(person, "Ari applied");
      await queue(person, "A match", { kind: "match" });
    }
    await save(none, "none");
    await save(some, "daily", ["application"]);
    await send("2026-11-21T08:00:00Z");
    expect(await mailsTo(none)).toEqual([]);
    expect((await mailsTo(some)).map(({ subject }) => subject)).toEqual(["A match"]);
    await save(none, "daily");
    await save(some, "daily");
    await send("2026-11-22T08:00:00Z");
    expect([(await mailsTo(none)).length, (await mailsTo(some)).length]).toEqual([0, 1]);
  });

  test("a suspended account gets nothing", async () => {
    const person = await makeReader();
    await queue(person, "Ari applied");
    await db.user.update({ where: { id: person.userId }, data: { suspendedAt: new Date() } });
    await send("2026-11-21T08:00:00Z");
    expect(await digestsTo(person)).toEqual([]);
  });
});
